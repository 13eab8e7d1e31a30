import Dispatch
import Foundation

/// Runs `body` on a thread with a stack of so many bytes, and waits for what it returns or throws: ten minutes at most.
public func onThread<Value>(stackSize: Int, _ body: @escaping () throws -> Value) throws -> Value {
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var result: Result<Value, any Error>?
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    result = Result { try body() }
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  guard done.wait(timeout: .now() + 600) == .success else { throw ThreadStillRunning() }
  return try result!.get()
}

/// A thread had not ended after ten minutes.
private struct ThreadStillRunning: Error {}
