internal import ArchiveBytes
internal import Foundation

extension String: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> String {
    try decoder.decodeString()
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }

  public static var archiveColumn: ArchiveColumn { ArchiveColumn(.string, of: self) }
}

extension Substring: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(String(self))
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Substring {
    Substring(try decoder.decodeString())
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: String.self) { (value: Substring) in
      String(value)
    } decode: {
      Substring($0)
    }
  }
}

/// Stored as a string of one character.
extension Character: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(String(self))
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Character {
    let string = try decoder.decodeString()
    return try decoder.locating { try Character(stored: string) }
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: String.self) { (value: Character) in
      String(value)
    } decode: {
      try Character(stored: $0)
    }
  }

  private init(stored string: String) throws {
    guard let character = string.first, string.index(after: string.startIndex) == string.endIndex else {
      throw ArchiveError(
        .invalidValue, expected: "one character", found: "a string of \(string.count) characters")
    }
    self = character
  }
}

/// Stored as a string of one scalar.
extension Unicode.Scalar: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(String(self))
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Unicode.Scalar {
    let string = try decoder.decodeString()
    return try decoder.locating { try Unicode.Scalar(stored: string) }
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: String.self) { (value: Unicode.Scalar) in
      String(value)
    } decode: {
      try Unicode.Scalar(stored: $0)
    }
  }

  private init(stored string: String) throws {
    let scalars = string.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else {
      throw ArchiveError(
        .invalidValue, expected: "one Unicode scalar", found: "a string of \(scalars.count) scalars")
    }
    self = scalar
  }
}
