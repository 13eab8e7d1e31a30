internal import Foundation

/// What `assertStaysReadable` may write.
package enum GoldenRecording: Sendable {
  /// What is missing: a first generation, or one of a new schema.
  case missing
  /// That, and the last generation if its schema is the type's.
  case anew
  /// Nothing: what is missing is a failure.
  case never

  /// As the environment says: `STRUCTCODING_RECORD` is `anew` or `never`; otherwise, nothing is written where `CI` is set.
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
