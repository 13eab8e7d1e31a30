internal import Foundation

/// Lets one writer write at a time.
///
/// Unlike a lock, a turn may end on a different thread, as when an access spans an `await`.
final class WriteTurn: @unchecked Sendable {
  // Sendable: the writer is accessed only under the condition's lock.
  private let condition = NSCondition()
  private var writer: Caller?

  /// Waits for the turn. Traps if the caller already has it, since it would wait for itself.
  func begin() {
    let caller = Caller.current
    condition.lock()
    defer { condition.unlock() }
    precondition(
      writer != caller,
      "overlapping writes to a LiveValue: inside of update(_:), and to swap properties, write to the closure's value"
    )
    while writer != nil { condition.wait() }
    writer = caller
  }

  func end() {
    condition.lock()
    defer { condition.unlock() }
    writer = nil
    condition.signal()
  }
}

/// The current caller: a task, on whatever thread, or a thread without a task.
enum Caller: Hashable {
  case task(Int)
  case thread(ObjectIdentifier)

  static var current: Caller {
    // A task's hash depends only on its 64-bit address.
    if let task = unsafe withUnsafeCurrentTask(body: { unsafe $0?.hashValue }) { return .task(task) }
    return .thread(ObjectIdentifier(Thread.current))
  }
}
