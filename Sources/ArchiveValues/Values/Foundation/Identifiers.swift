internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSURL`: the base, itself a URL or `nil`, and the string relative to it.
extension URL: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(className: "NSURL", fields: ["NS.base", "NS.relative"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(baseURL, at: 0)
    try encoder.encode(relativeString, at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let base: URL? = try decoder.decode(at: 0)
    let relative: String = try decoder.decode(at: 1)
    guard let url = URL(string: relative, relativeTo: base) else {
      throw decoder.invalid("the string \"\(relative)\"", expected: "a URL")
    }
    self = url
  }

  // On Linux, a cast with `as` drops the base.
  public var _archiveObject: NSObject? {
    #if canImport(ObjectiveC)
      self as NSURL
    #else
      NSURL(string: relativeString, relativeTo: baseURL) ?? self as NSURL
    #endif
  }

  public init?(_archiveObject: NSObject) {
    guard let url = _archiveObject as? NSURL else { return nil }
    #if canImport(ObjectiveC)
      self = url as URL
    #else
      self = URL(string: url.relativeString, relativeTo: url.baseURL) ?? url as URL
    #endif
  }

  public static var archiveClasses: [AnyClass] { [NSURL.self] }
}

/// Apple's layout of `NSUUID`: its sixteen bytes.
extension UUID: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(className: "NSUUID", fields: ["NS.uuidbytes"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    let bytes = unsafe withUnsafeBytes(of: uuid) { unsafe [UInt8]($0) }
    try encoder.encode(RawBytes(bytes: bytes), at: 0)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let bytes = (try decoder.decode(at: 0) as RawBytes).bytes
    guard bytes.count == 16 else {
      throw decoder.invalid("\(bytes.count) bytes", expected: "the 16 bytes of a UUID")
    }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}

/// Bytes as a field in a record's own layout.
struct RawBytes: ArchiveValue {
  let bytes: [UInt8]

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder._encodeBytes(bytes)
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> RawBytes {
    RawBytes(bytes: try decoder._decodeBytes())
  }

  static var archiveClasses: [AnyClass] { [NSData.self] }
}

/// Apple's layout of `NSIndexSet`: the number of ranges, and either the two numbers of a single range, or several
/// ranges as packed pairs of location and length.
extension IndexSet: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSIndexSet", formerly: ["NSMutableIndexSet"],
    fields: ["NSRangeCount", "NSLocation", "NSLength", "NSRangeData"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    let ranges = Array(rangeView)
    try encoder.encode(ranges.count, at: 0)
    let single = ranges.count == 1 ? ranges[0] : nil
    try encoder.encodeOrOmit(single?.lowerBound, at: 1)
    try encoder.encodeOrOmit(single?.count, at: 2)
    let numbers = ranges.flatMap { [UInt64($0.lowerBound), UInt64($0.count)] }
    try encoder.encodeOrOmit(ranges.count > 1 ? Varints.packed(numbers) : nil, at: 3)
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
    className: "NSIndexPath", fields: ["NSIndexPathLength", "NSIndexPathValue", "NSIndexPathData"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(count, at: 0)
    try encoder.encodeOrOmit(count == 1 ? self[0] : nil, at: 1)
    let indexes = map { UInt64(bitPattern: Int64($0)) }
    try encoder.encodeOrOmit(count > 1 ? Varints.packed(indexes) : nil, at: 2)
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
