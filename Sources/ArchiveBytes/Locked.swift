internal import Foundation

/// A value protected by a lock.
///
/// (`Mutex` does the same, but needs newer Apple systems than this package.)
package final class Locked<State>: @unchecked Sendable {
  // Sendable: the state is accessed only under the lock.
  private let lock = NSLock()
  private var state: State

  package init(_ state: sending State) { self.state = state }

  /// Calls `body` with exclusive access to the state. `body` must not use the same lock again.
  package func withLock<Result>(_ body: (inout State) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
