public import Foundation

/// Apple's layout of `NSIndexSet`: the number of ranges, and either the two numbers of a single range, or several
/// ranges as packed pairs of location and length.
extension IndexSet: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSIndexSet", formerly: ["NSMutableIndexSet"], superclasses: ["NSObject"],
    fields: ["NSRangeCount", "NSLocation", "NSLength", "NSRangeData"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    let ranges = Array(rangeView)
    try encoder.encode(ranges.count, at: 0)
    if let range = ranges.first, ranges.count == 1 {
      try encoder.encode(range.lowerBound, at: 1)
      try encoder.encode(range.count, at: 2)
    } else {
      try encoder.omit(at: 1)
      try encoder.omit(at: 2)
    }
    if ranges.count > 1 {
      let numbers = ranges.flatMap { [UInt64($0.lowerBound), UInt64($0.count)] }
      try encoder.encode(Varints.packed(numbers), at: 3)
    } else {
      try encoder.omit(at: 3)
    }
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    self.init()
    let count: Int = try decoder.decode(at: 0)
    switch count {
    case 0: break
    case 1:
      let location: Int = try decoder.decode(at: 1)
      let length: Int = try decoder.decode(at: 2)
      // `NSMutableIndexSet` can hold one empty range.
      if length != 0 { insert(integersIn: try Self.range(location, length, in: decoder)) }
    case 2...:
      let packed: Data = try decoder.decode(at: 3)
      guard let numbers = Varints.unpacked(packed), numbers.count.isMultiple(of: 2),
        numbers.count / 2 == count
      else {
        throw decoder.invalid("\(packed.count) bytes of other content", expected: "\(count) packed ranges")
      }
      var end = 0
      for position in stride(from: 0, to: numbers.count, by: 2) {
        let range = try Self.range(numbers[position], numbers[position + 1], in: decoder)
        guard range.lowerBound >= end else {
          throw decoder.invalid(
            "a range that starts at \(range.lowerBound) after one that ends at \(end)",
            expected: "ascending ranges")
        }
        insert(integersIn: range)
        end = range.upperBound
      }
    default: throw decoder.invalid("\(count)", expected: "a number of ranges")
    }
  }

  /// Returns a range of indexes. They must be at least 0 and less than `NSNotFound`.
  private static func range(
    _ location: some BinaryInteger, _ length: some BinaryInteger, in decoder: some FieldDecoder
  ) throws -> Range<Int> {
    if let location = Int(exactly: location), let length = Int(exactly: length), location >= 0, length > 0 {
      let (end, overflow) = location.addingReportingOverflow(length)
      if !overflow { return location..<end }
    }
    throw decoder.invalid("location \(location) and length \(length)", expected: "a range of indexes")
  }
}

/// Apple's layout of `NSIndexPath`: its length, and either a single index, or several packed indexes.
extension IndexPath: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSIndexPath", formerly: [], superclasses: ["NSObject"],
    fields: ["NSIndexPathLength", "NSIndexPathValue", "NSIndexPathData"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(count, at: 0)
    if count == 1 { try encoder.encode(self[0], at: 1) } else { try encoder.omit(at: 1) }
    if count > 1 {
      try encoder.encode(Varints.packed(map { UInt64(bitPattern: Int64($0)) }), at: 2)
    } else {
      try encoder.omit(at: 2)
    }
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let count: Int = try decoder.decode(at: 0)
    switch count {
    case 0: self.init()
    case 1: self.init(index: try decoder.decode(at: 1))
    case 2...:
      let packed: Data = try decoder.decode(at: 2)
      guard let indexes = Varints.unpacked(packed), indexes.count == count else {
        throw decoder.invalid("\(packed.count) bytes of other content", expected: "\(count) packed indexes")
      }
      self.init(
        indexes: try indexes.map { stored in
          let index = Int64(bitPattern: stored)
          guard let index = Int(exactly: index) else {
            throw decoder.invalid("\(index)", expected: "an index of \(Int.bitWidth) bits")
          }
          return index
        })
    default: throw decoder.invalid("\(count)", expected: "a number of indexes")
    }
  }
}

/// Unsigned integers in the packed form of `NSIndexSet` and `NSIndexPath`: seven bits per byte, lowest first. The
/// highest bit is set in every byte except an integer's last.
package enum Varints {
  package static func packed(_ integers: some Sequence<UInt64>) -> Data {
    var bytes = Data()
    for integer in integers {
      var rest = integer
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    return bytes
  }

  /// Returns the integers packed in `data`; `nil` if it ends inside an integer, or an integer does not fit 64 bits.
  package static func unpacked(_ data: Data) -> [UInt64]? {
    var integers: [UInt64] = []
    var integer: UInt64 = 0
    var shift = 0
    for byte in data {
      let bits = UInt64(byte & 0x7f)
      guard shift < 64, (bits << shift) >> shift == bits else { return nil }
      integer |= bits << shift
      if byte & 0x80 != 0 {
        shift += 7
      } else {
        integers.append(integer)
        (integer, shift) = (0, 0)
      }
    }
    return shift == 0 ? integers : nil
  }
}
