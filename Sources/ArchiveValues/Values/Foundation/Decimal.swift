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
