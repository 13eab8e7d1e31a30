internal import Foundation

/// Which archives `assertStaysReadable` may write.
package enum GoldenRecording: Sendable {
  /// Missing ones: a first generation, or one for a new schema.
  case missing
  /// Missing ones, and the last generation if its schema is the type's.
  case anew
  /// None: a missing archive is a failure.
  case never

  /// The value from the environment. `STRUCTCODING_RECORD` is `anew` or `never`; otherwise, nothing is written if `CI`
  /// is set.
  static var fromEnvironment: GoldenRecording {
    let environment = ProcessInfo.processInfo.environment
    switch environment["STRUCTCODING_RECORD"] {
    case "anew": return .anew
    case "never": return .never
    case nil where !(environment["CI"] ?? "").isEmpty: return .never
    default: return .missing
    }
  }
}
