internal import Foundation

/// Keeps one object for the next caller that needs one, so that frequent calls do not each allocate fresh memory. Any
/// thread may take the object or put one back.
final class Spare<Object: AnyObject>: @unchecked Sendable {
  // Sendable: the object is accessed only under the lock, and whoever takes it has it exclusively.
  private let lock = NSLock()
  // Exclusivity is not checked, and cannot be violated: each access is under the lock, and runs no code of others.
  @safe @exclusivity(unchecked) private var object: Object?

  /// Takes the object, or returns `nil` if it is in use.
  func take() -> Object? {
    lock.lock()
    defer { lock.unlock() }
    defer { object = nil }
    return object
  }

  /// Puts an object back. If another one was put back meanwhile, that one is released.
  func put(_ new: consuming Object) {
    lock.lock()
    let old = object
    object = new
    lock.unlock()
    withExtendedLifetime(old) {}
  }
}
