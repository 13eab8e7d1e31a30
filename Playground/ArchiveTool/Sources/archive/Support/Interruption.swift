import Foundation

/// What is done before a signal ends the program.
enum Interruption {
  private static let signals = [SIGHUP, SIGINT, SIGTERM]

  /// Calls `body` when the program is interrupted or asked to end, which it then does by the same signal. Signals that
  /// are ignored, as those of `nohup` are, stay so.
  ///
  /// A thread waits for the signals, so `body` may do anything, unlike a handler. Call this before other threads are
  /// begun: they inherit that the signals are not for them.
  static func prepare(_ body: @escaping @Sendable () -> Void) {
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for signal in signals where !isIgnored(signal) { sigaddset(&awaited, signal) }
    pthread_sigmask(SIG_BLOCK, &awaited, nil)
    let set = awaited
    Thread.detachNewThread {
      var (set, received) = (set, Int32(0))
      guard sigwait(&set, &received) == 0 else { return }
      // A second signal ends the program at once.
      signal(received, SIG_DFL)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      body()
      raise(received)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
