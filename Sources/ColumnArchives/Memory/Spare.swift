internal import Foundation

/// For speed alone: one event (`one-event`, encoded), which took three times as long with a new writer for each.
///
/// Keeps one object for the next caller that needs one. Any thread may take it or put one back.
final class Spare<Object: AnyObject>: @unchecked Sendable {
  // Sendable: the object is accessed only under the lock, and whoever takes it has it exclusively.
  private let lock = NSLock()
  private var object: Object?

  /// Takes the object, or returns `nil` if there is none, or another caller has it.
  func take() -> Object? {
    lock.lock()
    defer { lock.unlock() }
    return object.take()
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
