internal import CRuntime

/// One object that is kept for whoever needs it next, so that memory is not asked for, and touched for the first time,
/// by each of many calls. Any thread may take it or put one back.
@safe
final class Spare<Object: AnyObject>: @unchecked Sendable {
  // Sendable: the slot is read and written in indivisible steps, and who takes the object is alone with it.
  private let slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  init() {
    unsafe slot = .allocate(capacity: 1)
    unsafe slot.initialize(to: nil)
  }

  deinit {
    _ = take()
    unsafe slot.deallocate()
  }

  /// The object, if it is there.
  func take() -> Object? {
    guard let pointer = unsafe atomic_pointer_exchange(slot, nil) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
  }

  /// Puts an object back. Another one that was put there meanwhile is let go.
  func put(_ object: Object) {
    let pointer = unsafe Unmanaged.passRetained(object).toOpaque()
    if let other = unsafe atomic_pointer_exchange(slot, pointer) {
      unsafe Unmanaged<Object>.fromOpaque(other).release()
    }
  }
}
