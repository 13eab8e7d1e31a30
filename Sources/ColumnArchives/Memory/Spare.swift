internal import CRuntime

/// Keeps one object for the next caller that needs one, so that frequent calls do not each allocate fresh memory. Any
/// thread may take the object or put one back.
@safe
final class Spare<Object: AnyObject>: @unchecked Sendable {
  // Sendable: the slot is accessed atomically, and whoever takes the object has it exclusively.
  private let slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  init() {
    unsafe slot = .allocate(capacity: 1)
    unsafe slot.initialize(to: nil)
  }

  deinit {
    _ = take()
    unsafe slot.deallocate()
  }

  /// Takes the object, or returns `nil` if it is in use.
  func take() -> Object? {
    guard let pointer = unsafe atomic_pointer_exchange(slot, nil) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
  }

  /// Puts an object back. If another one was put back meanwhile, that one is released.
  func put(_ object: Object) {
    let pointer = unsafe Unmanaged.passRetained(object).toOpaque()
    if let other = unsafe atomic_pointer_exchange(slot, pointer) {
      unsafe Unmanaged<Object>.fromOpaque(other).release()
    }
  }
}
