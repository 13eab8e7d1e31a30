internal import Foundation

/// A type that validates or adjusts its values when they were decoded.
///
/// ```swift
/// extension Session: AwakesAfterDecoding {
///   mutating func awakeAfterDecoding() throws {
///     guard endTime ?? startTime >= startTime else { throw SessionError.endsBeforeItStarts }
///     events.sort { $0.timeStamp < $1.timeStamp }
///   }
/// }
/// ```
///
/// `@Archivable` states the conformance when the method is among the braces of the type; with an extension, state it
/// there, as above.
///
/// Every decoded value of the type is handed to it, whatever the archive and the way there, innermost values first,
/// and after an upgrade. Types that do not conform pay nothing.
public protocol AwakesAfterDecoding: SendableMetatype {
  /// Validates or adjusts a decoded value.
  ///
  /// - Throws: What it likes, when the value cannot be used; the error that reading throws then names its place.
  mutating func awakeAfterDecoding() throws
}
