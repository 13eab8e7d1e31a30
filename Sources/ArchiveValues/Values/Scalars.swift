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

/// An integer of the standard library with at most 64 bits.
///
/// Integers that fit 64 signed bits are stored as signed, whatever their width, so the width of a field can change
/// without changing the archive. `UInt` and `UInt64` are stored unsigned.
package protocol StoredInteger: ArchiveValue, FixedWidthInteger {}

// Inlined into the conformance of each type. The compiler does not specialize these methods, because they are also
// generic over the coder, and the generic form takes five times as long.
extension StoredInteger {
  @inline(__always)
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    if Self.isStoredSigned {
      try encoder.encode(Int64(truncatingIfNeeded: self))
    } else {
      try encoder.encode(UInt64(truncatingIfNeeded: self))
    }
  }

  /// Reads a number, and throws ``ArchiveError/Code/invalidValue`` if it is out of range.
  @inline(__always)
  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    if isStoredSigned {
      let number = try decoder.decodeInt64()
      guard let value = Self(exactly: number) else { throw notFitting(number, decoder) }
      return value
    }
    let number = try decoder.decodeUInt64()
    guard let value = Self(exactly: number) else { throw notFitting(number, decoder) }
    return value
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }

  @inline(__always)
  private static var isStoredSigned: Bool { isSigned || bitWidth < 64 }

  @inline(never)
  private static func notFitting(_ number: some BinaryInteger, _ decoder: some ValueDecoder) -> ArchiveError {
    decoder.invalid("\(number)", expected: "a number that fits \(Self.self)")
  }
}

extension Int: ArchiveValue, StoredInteger {}
extension Int8: ArchiveValue, StoredInteger {}
extension Int16: ArchiveValue, StoredInteger {}
extension Int32: ArchiveValue, StoredInteger {}
extension Int64: ArchiveValue, StoredInteger {}
extension UInt: ArchiveValue, StoredInteger {}
extension UInt16: ArchiveValue, StoredInteger {}
extension UInt32: ArchiveValue, StoredInteger {}
extension UInt64: ArchiveValue, StoredInteger {}

/// An array of bytes is stored as data.
extension UInt8: ArchiveValue, StoredInteger {
  public static func _encodeArray(_ values: [UInt8], to encoder: inout some ValueEncoder) throws {
    try encoder.encode(Data(values))
  }

  public static func _decodeArray<Element: ArchiveValue>(
    of type: Element.Type, from decoder: inout some ValueDecoder
  ) throws -> [Element] {
    sameArray([UInt8](try decoder.decodeData()))
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self, NSData.self] }
}

// 128-bit integers are stored as arrays of two 64-bit integers: the upper half with the sign, then the lower half.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: ArchiveRepresentable {
  public var archiveForm: ArchiveTuple<Int64, UInt64> {
    ArchiveTuple(Int64(truncatingIfNeeded: self >> 64), UInt64(truncatingIfNeeded: self))
  }

  public init(archiveForm: ArchiveTuple<Int64, UInt64>) {
    self = Int128(archiveForm.parts.0) << 64 | Int128(archiveForm.parts.1)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: ArchiveRepresentable {
  public var archiveForm: ArchiveTuple<UInt64, UInt64> {
    ArchiveTuple(UInt64(truncatingIfNeeded: self >> 64), UInt64(truncatingIfNeeded: self))
  }

  public init(archiveForm: ArchiveTuple<UInt64, UInt64>) {
    self = UInt128(archiveForm.parts.0) << 64 | UInt128(archiveForm.parts.1)
  }
}

extension Double: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Double {
    try decoder.decodeDouble()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension Float: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Float {
    try decoder.decodeFloat()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

/// Stored as a `Double` on every platform. If `CGFloat` has 32 bits, decoding rounds.
extension CGFloat: ArchiveRepresentable {
  public var archiveForm: Double { Double(self) }
  public init(archiveForm: Double) { self.init(archiveForm) }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  /// Stored as a `Float`. A signalling NaN may become a quiet NaN, because the processor converts it.
  extension Float16: ArchiveRepresentable {
    public var archiveForm: Float { Float(self) }

    public init(archiveForm: Float) throws {
      self.init(archiveForm)
      guard Float(self) == archiveForm || archiveForm.isNaN else {
        throw ArchiveError(.invalidValue, expected: "a number that fits Float16", found: "\(archiveForm)")
      }
    }
  }
#endif

extension Bool: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Bool {
    try decoder.decodeBool()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}
