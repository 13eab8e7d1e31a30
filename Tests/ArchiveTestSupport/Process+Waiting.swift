import Dispatch
import Foundation

// Of Apple's systems, only macOS lets a program start another.
#if !canImport(Darwin) || os(macOS)
  extension Process {
    /// Starts the program.
    ///
    /// Foundation's `waitUntilExit` on Linux looks every 50 ms, which is longer than most programs of tests take.
    ///
    /// - Returns: A function that waits for the end of the program. Call it once.
    public func start() throws -> () -> Void {
      let end = DispatchSemaphore(value: 0)
      terminationHandler = { _ in end.signal() }
      try run()
      return { end.wait() }
    }
  }
#endif
