internal import ArchiveBytes
internal import Foundation

/// Stores a `Codable` value as JSON text, for people and programs that look into what is stored.
///
/// ```swift
/// ArchiveTransformers.register(JSONTextTransformer<Settings>.self, forName: "Settings")
/// ```
///
/// The text is that of `JSONEncoder`, without spaces, keys in alphabetical order and slashes as they are; so equal
/// values have equal texts, unless a `Set` is among them, whose order differs from run to run. Dates are numbers of
/// seconds since 2001, data is Base64.
///
/// Encoding throws for numbers that JSON lacks (`.infinity`, `.nan`). Decoding throws ``ArchiveError`` for text that is
/// not JSON or is not that of such a value, with the place in the JSON.
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
