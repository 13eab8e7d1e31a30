internal import ArchiveBytes
internal import Foundation

/// Stores a `Codable` value as JSON text that people and other programs can read.
///
/// ```swift
/// ArchiveTransformers.register(JSONTextTransformer<Settings>.self, forName: "Settings")
/// ```
///
/// `JSONEncoder` writes the text, without spaces, with keys in alphabetical order and with unescaped slashes. So equal
/// values have equal texts, unless they contain a `Set`, whose order differs from run to run. Dates are numbers of
/// seconds since 2001; data is Base64.
///
/// Encoding throws for numbers that JSON lacks (`.infinity`, `.nan`). Decoding throws ``ArchiveError``, with the place
/// in the JSON, for text that is not JSON, or not the JSON of such a value.
public struct JSONTextTransformer<Value: Codable>: ArchiveTransformer {
  public init() {}

  public func encode(_ value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch let error as EncodingError {
      guard case .invalidValue(_, let context) = error else { throw error }
      throw Self.error(.invalidValue, context.codingPath, context.debugDescription, error)
    }
  }

  public func decode(_ stored: String) throws -> Value {
    try PayloadNesting.check(json: Data(stored.utf8))
    do {
      return try JSONDecoder().decode(Value.self, from: Data(stored.utf8))
    } catch let error as DecodingError {
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        throw Self.error(.typeMismatch, context.codingPath, context.debugDescription, error)
      case .keyNotFound(_, let context):
        throw Self.error(.missingField, context.codingPath, context.debugDescription, error)
      case .dataCorrupted(let context):
        throw Self.error(.malformed, context.codingPath, context.debugDescription, error)
      @unknown default: throw error
      }
    }
  }

  private static func error(
    _ code: ArchiveError.Code, _ path: [any CodingKey], _ problem: String, _ reason: any Error
  ) -> ArchiveError {
    let place = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return ArchiveError(
      code, expected: "JSON text of type \(Value.self)",
      found: "a problem at \(place.isEmpty ? "the top" : place) of the JSON: \(problem)", underlying: reason)
  }
}
