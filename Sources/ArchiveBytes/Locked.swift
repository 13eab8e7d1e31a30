internal import Foundation

/// A value that threads take turns with.
///
/// (`Mutex` would do the same, but needs newer Apple systems than this package.)
package final class Locked<State>: @unchecked Sendable {
  // Sendable: the state is only touched under the lock.
  private let lock = NSLock()
  private var state: State

  package init(_ state: sending State) { self.state = state }

  /// Gives the body the state, and no other body meanwhile. The body must not call back to the same lock.
  package func withLock<Result>(_ body: (inout State) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
