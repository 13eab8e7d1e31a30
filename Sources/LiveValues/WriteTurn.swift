internal import Foundation

/// Lets one writer after the other write.
///
/// Unlike with a lock, a turn may end on another thread than the one it began on, as happens to an access that lasts
/// across an `await`.
final class WriteTurn: @unchecked Sendable {
  // Sendable: the writer is only touched under the lock of the condition.
  private let condition = NSCondition()
  private var writer: Caller?

  /// Waits for the turn. A writer that has it already would wait for itself; it ends the program.
  func begin() {
    let caller = Caller.current
    condition.lock()
    defer { condition.unlock() }
    precondition(
      writer != caller,
      "overlapping writes to a Live: inside of update(_:), and to swap properties, write to the closure's value"
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

/// Who is running: a task, on whatever thread, or a thread without one.
enum Caller: Hashable {
  case task(Int)
  case thread(ObjectIdentifier)

  static var current: Caller {
    // The hash of a task is made from its address alone, with 64 bits.
    if let task = unsafe withUnsafeCurrentTask(body: { unsafe $0?.hashValue }) { return .task(task) }
    return .thread(ObjectIdentifier(Thread.current))
  }
}
