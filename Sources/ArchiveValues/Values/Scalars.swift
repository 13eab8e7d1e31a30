internal import ArchiveBytes
public import Foundation

extension String: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> String {
    try decoder.decodeString()
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }
}

extension Substring: ArchiveRepresentable {
  public var archiveForm: String { String(self) }
  public init(archiveForm: String) { self.init(archiveForm) }
}

/// Stored as a string of one character.
extension Character: ArchiveRepresentable {
  public var archiveForm: String { String(self) }

  public init(archiveForm: String) throws {
    guard let character = archiveForm.first,
      archiveForm.index(after: archiveForm.startIndex) == archiveForm.endIndex
    else {
      throw ArchiveError(
        .invalidValue, expected: "one character", found: "a string of \(archiveForm.count) characters")
    }
    self = character
  }
}

/// Stored as a string of one scalar.
extension Unicode.Scalar: ArchiveRepresentable {
  public var archiveForm: String { String(self) }

  public init(archiveForm: String) throws {
    let scalars = archiveForm.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else {
      throw ArchiveError(
        .invalidValue, expected: "one Unicode scalar", found: "a string of \(scalars.count) scalars")
    }
    self = scalar
  }
}

extension Date: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Date {
    try decoder.decodeDate()
  }

  public static var archiveClasses: [AnyClass] { [NSDate.self] }
}

extension Data: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Data {
    try decoder.decodeData()
  }

  public static var archiveClasses: [AnyClass] { [NSData.self] }
}

/// Stored as an array of its whole seconds and its remaining attoseconds, both with the same sign: exact to the
/// attosecond, for up to 292 billion years.
extension Duration: ArchiveRepresentable {
  public var archiveForm: ArchiveTuple<Int64, Int64> {
    get throws {
      let attoseconds = Self.attosecondsPerSecond - 1
      guard self >= Duration(secondsComponent: .min, attosecondsComponent: -attoseconds),
        self <= Duration(secondsComponent: .max, attosecondsComponent: attoseconds)
      else {
        throw ArchiveError(
          .invalidValue, expected: "a duration whose seconds fit Int64", found: "a longer one")
      }
      return ArchiveTuple(components.seconds, components.attoseconds)
    }
  }

  public init(archiveForm: ArchiveTuple<Int64, Int64>) throws {
    let (seconds, attoseconds) = archiveForm.parts
    guard attoseconds.magnitude < Self.attosecondsPerSecond.magnitude,
      seconds.signum() * attoseconds.signum() >= 0
    else {
      throw ArchiveError(
        .invalidValue, expected: "attoseconds of less than a second, with the sign of the seconds",
        found: "\(seconds) seconds and \(attoseconds) attoseconds")
    }
    self.init(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  private static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000
}
