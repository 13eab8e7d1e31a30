internal import ArchiveBytes
internal import Foundation

// Integers that fit 64 signed bits are stored as such, whatever their width, so the width of a field can change without
// changing the archive. `UInt` and `UInt64` are stored unsigned.

extension FixedWidthInteger {
  /// Returns a stored number as this type.
  ///
  /// Inlined into the methods of each type: the compiler does not specialize it, since they do not know the decoder's
  /// type either, and the generic form takes five times as long.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` if it is out of range.
  @inline(__always)
  fileprivate static func exactly(_ number: some BinaryInteger, in decoder: some ValueDecoder) throws -> Self
  {
    guard let value = Self(exactly: number) else { throw notFitting(number, decoder) }
    return value
  }

  @inline(never)
  private static func notFitting(_ number: some BinaryInteger, _ decoder: some ValueDecoder) -> ArchiveError {
    decoder.invalid("\(number)", expected: "a number that fits \(Self.self)")
  }
}

extension Int: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(Int64(self))
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Int {
    try exactly(decoder.decodeInt64(), in: decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension Int8: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(Int64(self))
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Int8 {
    try exactly(decoder.decodeInt64(), in: decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension Int16: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(Int64(self))
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Int16 {
    try exactly(decoder.decodeInt64(), in: decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension Int32: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(Int64(self))
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Int32 {
    try exactly(decoder.decodeInt64(), in: decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension Int64: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Int64 {
    try decoder.decodeInt64()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension UInt8: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(Int64(self))
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> UInt8 {
    try exactly(decoder.decodeInt64(), in: decoder)
  }

  /// Stores bytes as data.
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

extension UInt16: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(Int64(self))
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> UInt16 {
    try exactly(decoder.decodeInt64(), in: decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension UInt32: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(Int64(self))
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> UInt32 {
    try exactly(decoder.decodeInt64(), in: decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension UInt: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(UInt64(self))
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> UInt {
    try exactly(decoder.decodeUInt64(), in: decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

extension UInt64: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> UInt64 {
    try decoder.decodeUInt64()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}

// 128-bit integers are stored as arrays of two 64-bit integers: the upper half, which has the sign, and the lower half.

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
