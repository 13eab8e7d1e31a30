internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSDecimalNumber`: the parts of the decimal as in memory, with every digit and NaN.
///
/// `NS.mantissa.bo` states the byte order of the mantissa's 16-bit limbs. Encoding writes 1, which means little-endian;
/// any other number means big-endian, from PowerPC times.
extension Decimal: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSDecimalNumber", formerly: ["NSDecimalNumberPlaceholder"],
    superclasses: ["NSNumber", "NSValue", "NSObject"],
    fields: ["NS.exponent", "NS.length", "NS.negative", "NS.compact", "NS.mantissa.bo", "NS.mantissa"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    guard DecimalParts.isSupported else { throw ArchiveError(.unsupported, found: "this system's Decimal") }
    let parts = DecimalParts(self)
    try encoder.encode(Int(parts.exponent), at: 0)
    try encoder.encode(parts.length, at: 1)
    try encoder.encode(parts.isNegative, at: 2)
    try encoder.encode(parts.isCompact, at: 3)
    try encoder.encode(1, at: 4)
    try encoder.encode(RawBytes(bytes: parts.mantissaBytes), at: 5)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    guard DecimalParts.isSupported else { throw ArchiveError(.unsupported, found: "this system's Decimal") }
    let exponent: Int8 = try decoder.decode(at: 0)
    let length: Int = try decoder.decode(at: 1)
    let isNegative: Bool = try decoder.decode(at: 2)
    let isCompact: Bool = try decoder.decode(at: 3)
    let isLittleEndian = decoder.hasField(at: 4) ? try decoder.decode(at: 4) as Int == 1 : true
    let bytes = (try decoder.decode(at: 5) as RawBytes).bytes

    guard (0...8).contains(length) else {
      throw decoder.invalid("a mantissa of \(length) limbs", expected: "0 to 8 limbs of a decimal number")
    }
    guard bytes.count == DecimalParts.byteCount else {
      throw decoder.invalid(
        "a mantissa of \(bytes.count) bytes", expected: "the 16 bytes of a decimal number")
    }
    let limbs = stride(from: 0, to: DecimalParts.byteCount, by: 2).map { position -> UInt16 in
      let limb = UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8
      return isLittleEndian ? limb : limb.byteSwapped
    }
    var parts = DecimalParts(
      exponent: exponent, length: length, isNegative: isNegative, isCompact: isCompact, mantissa: limbs)
    parts.clearUnusedLimbs()
    // Foundation's arithmetic requires that the last used limb is not zero.
    while let last = parts.length > 0 ? parts.mantissa[parts.length - 1] : nil, last == 0 {
      parts.length -= 1
    }
    // If all limbs are zero, remove the minus sign: no limbs and a minus sign mean NaN.
    if length > 0, parts.length == 0 { parts.isNegative = false }
    self = parts.decimal
  }

  public var _archiveObject: NSObject? { NSDecimalNumber(decimal: self) }

  public init?(_archiveObject: NSObject) {
    guard let number = _archiveObject as? NSDecimalNumber else { return nil }
    self = number.decimalValue
  }

  public static var archiveClasses: [AnyClass] { [NSDecimalNumber.self] }
}

/// The parts of a `Decimal`: eight limbs of 16 bits, least significant first, and a power of ten.
///
/// Apple's `Decimal` provides access to its parts. On Linux it does not, so its twenty bytes are read: the exponent,
/// one byte of length and flags, two reserved bytes, the limbs. ``isSupported`` checks this layout before any of the
/// bytes is used.
struct DecimalParts: Equatable {
  var exponent: Int8
  /// The number of used limbs, 0 to 8. No limbs and a minus sign mean NaN.
  var length: Int
  var isNegative: Bool
  var isCompact: Bool
  var mantissa: [UInt16]

  static let byteCount = 16

  /// The limbs as sixteen bytes of an archive, least significant first.
  var mantissaBytes: [UInt8] {
    mantissa.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }
}

extension DecimalParts {
  #if canImport(ObjectiveC)
    static var isSupported: Bool { true }

    init(_ decimal: Decimal) {
      let limbs = decimal._mantissa
      exponent = Int8(truncatingIfNeeded: decimal._exponent)
      length = Int(decimal._length)
      isNegative = decimal._isNegative != 0
      isCompact = decimal._isCompact != 0
      mantissa = [limbs.0, limbs.1, limbs.2, limbs.3, limbs.4, limbs.5, limbs.6, limbs.7]
      clearUnusedLimbs()
    }

    var decimal: Decimal {
      let limbs = mantissa
      return Decimal(
        _exponent: Int32(exponent), _length: UInt32(length), _isNegative: isNegative ? 1 : 0,
        _isCompact: isCompact ? 1 : 0, _reserved: 0,
        _mantissa: (limbs[0], limbs[1], limbs[2], limbs[3], limbs[4], limbs[5], limbs[6], limbs[7]))
    }
  #else
    static let isSupported: Bool = {
      guard MemoryLayout<Decimal>.size == 4 + byteCount else { return false }
      let sample = DecimalParts(
        exponent: -3, length: 2, isNegative: true, isCompact: true, mantissa: [0xe240, 1, 0, 0, 0, 0, 0, 0])
      return DecimalParts(Decimal(sign: .minus, exponent: -3, significand: 123_456)) == sample
        && sample.decimal == Decimal(sign: .minus, exponent: -3, significand: 123_456)
        && DecimalParts(.nan)
          == DecimalParts(
            exponent: 0, length: 0, isNegative: true, isCompact: false, mantissa: [0, 0, 0, 0, 0, 0, 0, 0])
    }()

    init(_ decimal: Decimal) {
      let bytes = unsafe withUnsafeBytes(of: decimal) { unsafe [UInt8]($0) }
      exponent = Int8(bitPattern: bytes[0])
      length = Int(bytes[1] >> 4)
      isNegative = bytes[1] & 0b1000 != 0
      isCompact = bytes[1] & 0b0100 != 0
      mantissa = stride(from: 4, to: 4 + Self.byteCount, by: 2).map {
        UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
      }
      clearUnusedLimbs()
    }

    /// The value with these parts. Use it only if ``isSupported`` is true.
    var decimal: Decimal {
      let flags = UInt8(length) << 4 | (isNegative ? 0b1000 : 0) | (isCompact ? 0b0100 : 0)
      let bytes = [UInt8(bitPattern: exponent), flags, 0, 0] + mantissaBytes
      var decimal = Decimal()
      // SAFETY: `isSupported` checked that both sides have `MemoryLayout<Decimal>.size` bytes, and every bit pattern is
      // a `Decimal`.
      unsafe withUnsafeMutableBytes(of: &decimal) { unsafe $0.copyBytes(from: bytes) }
      return decimal
    }
  #endif

  /// Sets the limbs past the length to zero, because nothing guarantees that they are.
  mutating func clearUnusedLimbs() {
    for position in length..<max(length, 8) { mantissa[position] = 0 }
  }
}
