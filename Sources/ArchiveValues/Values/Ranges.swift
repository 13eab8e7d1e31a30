internal import Foundation

// Ranges are stored as arrays of their bounds, lower before upper.

extension KeyedEncoder {
  fileprivate mutating func encodeBounds<Bound: ArchiveValue>(_ bounds: Bound...) throws {
    try encodeCollection(.array, count: bounds.count) { encoder in
      for (position, bound) in bounds.enumerated() { try encoder.encode(bound, at: position) }
    }
  }
}

extension KeyedDecoder {
  /// Reads two bounds in order. Bounds that cannot be compared, such as NaN, are not in order.
  fileprivate mutating func decodeBounds<Bound: ArchiveValue & Comparable>() throws -> (Bound, Bound) {
    try decodeCollection(.array) { decoder, count in
      guard count == 2 else { throw decoder.invalid("\(count) elements", expected: "two bounds of a range") }
      let lower: Bound = try decoder.decode(at: 0)
      let upper: Bound = try decoder.decode(at: 1)
      guard lower <= upper else {
        throw decoder.invalid("\(lower) and \(upper)", expected: "bounds of a range, in ascending order")
      }
      return (lower, upper)
    }
  }

  /// Reads one bound, which must equal itself: NaN bounds nothing.
  fileprivate mutating func decodeBound<Bound: ArchiveValue & Comparable>() throws -> Bound {
    try decodeCollection(.array) { decoder, count in
      guard count == 1 else { throw decoder.invalid("\(count) elements", expected: "one bound of a range") }
      let bound: Bound = try decoder.decode(at: 0)
      guard bound == bound else { throw decoder.invalid("\(bound)", expected: "a bound of a range") }
      return bound
    }
  }
}

extension Range: ArchiveValue where Bound: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encodeBounds(lowerBound, upperBound)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Range<Bound> {
    let (lower, upper): (Bound, Bound) = try decoder.decodeBounds()
    return lower..<upper
  }

  public static var archiveClasses: [AnyClass] { [Bound].archiveClasses }
  public static var archiveName: String { "Range_\(Bound.archiveName)" }
}

extension ClosedRange: ArchiveValue where Bound: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encodeBounds(lowerBound, upperBound)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> ClosedRange<Bound> {
    let (lower, upper): (Bound, Bound) = try decoder.decodeBounds()
    return lower...upper
  }

  public static var archiveClasses: [AnyClass] { [Bound].archiveClasses }
  public static var archiveName: String { "ClosedRange_\(Bound.archiveName)" }
}

extension PartialRangeFrom: ArchiveValue where Bound: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encodeBounds(lowerBound)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> PartialRangeFrom<Bound> {
    PartialRangeFrom(try decoder.decodeBound())
  }

  public static var archiveClasses: [AnyClass] { [Bound].archiveClasses }
  public static var archiveName: String { "PartialRangeFrom_\(Bound.archiveName)" }
}

extension PartialRangeThrough: ArchiveValue where Bound: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encodeBounds(upperBound)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> PartialRangeThrough<Bound> {
    PartialRangeThrough(try decoder.decodeBound())
  }

  public static var archiveClasses: [AnyClass] { [Bound].archiveClasses }
  public static var archiveName: String { "PartialRangeThrough_\(Bound.archiveName)" }
}

extension PartialRangeUpTo: ArchiveValue where Bound: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encodeBounds(upperBound)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> PartialRangeUpTo<Bound> {
    PartialRangeUpTo(try decoder.decodeBound())
  }

  public static var archiveClasses: [AnyClass] { [Bound].archiveClasses }
  public static var archiveName: String { "PartialRangeUpTo_\(Bound.archiveName)" }
}
