internal import Foundation

extension String: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> String {
    try decoder.decodeString()
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }
}

extension Substring: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(String(self))
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Substring {
    Substring(try decoder.decodeString())
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }
}

/// Stored as a string of one character.
extension Character: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(String(self))
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Character {
    let string = try decoder.decodeString()
    guard let character = string.first, string.index(after: string.startIndex) == string.endIndex else {
      throw decoder.invalid("a string of \(string.count) characters", expected: "one character")
    }
    return character
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }
}

/// Stored as a string of one scalar.
extension Unicode.Scalar: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(String(self))
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Unicode.Scalar {
    let scalars = try decoder.decodeString().unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else {
      throw decoder.invalid("a string of \(scalars.count) scalars", expected: "one Unicode scalar")
    }
    return scalar
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }
}
