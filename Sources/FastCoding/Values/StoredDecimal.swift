internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// An `NSDecimal`: twenty bytes in a FastCoding file, the fields of an `NSDecimalNumber` in a node.
struct StoredDecimal {
  /// The exponent in the lowest eight bits, then the number of used limbs in four bits, and one bit each for negative
  /// and compact.
  let head: UInt32
  /// Eight limbs of 16 bits, least significant first.
  let mantissa: Data

  /// The size of the structure, which is also its alignment.
  static let size = 20
  private static let mantissaSize = 16
  private static let (negative, compact): (UInt32, UInt32) = (1 << 12, 1 << 13)

  init(_ cursor: inout ChunkCursor) throws {
    try cursor.align(Self.size)
    let start = cursor.position
    head = try cursor.integer(as: UInt32.self)
    mantissa = try cursor.data(Self.mantissaSize)
    guard length <= 8 else {
      throw ArchiveError(
        .malformed, expected: "0 to 8 limbs of a decimal number", found: "\(length)", offset: start)
    }
  }

  private var length: UInt32 { head >> 8 & 0xF }

  var fields: ArchiveNode.Fields {
    ArchiveNode.Fields(
      className: "NSDecimalNumber",
      [
        "NS.exponent": .integer(Int64(Int8(truncatingIfNeeded: head))),
        "NS.length": .integer(Int64(length)),
        "NS.negative": .bool(head & Self.negative != 0),
        "NS.compact": .bool(head & Self.compact != 0),
        "NS.mantissa.bo": 1,
        "NS.mantissa": .data(mantissa),
      ])
  }

  /// Creates the number from the fields of a record; returns `nil` if they are not the fields of a decimal number.
  init?(_ field: (String) -> ArchiveNode?) {
    func number(_ name: String) -> Int64? {
      switch field(name) {
      case .integer(let value)?: value
      case .bool(let value)?: value ? 1 : 0
      default: nil
      }
    }
    guard let exponent = number("NS.exponent").flatMap(Int8.init(exactly:)),
      let length = number("NS.length"), (0...8).contains(length),
      let isNegative = number("NS.negative"), let isCompact = number("NS.compact"),
      case .data(let bytes)? = field("NS.mantissa"), bytes.count == Self.mantissaSize
    else { return nil }
    head =
      UInt32(UInt8(bitPattern: exponent)) | UInt32(length) << 8 | (isNegative != 0 ? Self.negative : 0)
      | (isCompact != 0 ? Self.compact : 0)
    let isLittleEndian = field("NS.mantissa.bo") == nil || number("NS.mantissa.bo") == 1
    let limbs = [UInt8](bytes)
    mantissa = Data(limbs.indices.map { limbs[isLittleEndian ? $0 : $0 ^ 1] })
  }

  func append(to sink: inout ChunkSink) {
    sink.align(Self.size)
    sink.append(head)
    sink.append(contentsOf: mantissa)
  }
}
