internal import ArchiveBytes
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
  /// Reads two bounds in order.
  fileprivate mutating func decodeBounds<Bound: ArchiveValue & Comparable>() throws -> (Bound, Bound) {
    try decodeCollection(.array) { decoder, count in
      guard count == 2 else { throw decoder.invalid("\(count) elements", expected: "two bounds of a range") }
      let lower: Bound = try decoder.decode(at: 0)
      let upper: Bound = try decoder.decode(at: 1)
      return try decoder.locating { try checked(lower, upper) }
    }
  }

  /// Reads one bound.
  fileprivate mutating func decodeBound<Bound: ArchiveValue & Comparable>() throws -> Bound {
    try decodeCollection(.array) { decoder, count in
      guard count == 1 else { throw decoder.invalid("\(count) elements", expected: "one bound of a range") }
      let bound: Bound = try decoder.decode(at: 0)
      return try decoder.locating { try checked(bound) }
    }
  }
}

/// Two bounds, in order. Bounds that cannot be compared, such as NaN, are not in order.
private func checked<Bound: Comparable>(_ lower: Bound, _ upper: Bound) throws -> (Bound, Bound) {
  guard lower <= upper else {
    throw ArchiveError(
      .invalidValue, expected: "bounds of a range, in ascending order", found: "\(lower) and \(upper)")
  }
  return (lower, upper)
}

/// One bound, which must equal itself: NaN bounds nothing.
private func checked<Bound: Comparable>(_ bound: Bound) throws -> Bound {
  guard bound == bound else {
    throw ArchiveError(.invalidValue, expected: "a bound of a range", found: "\(bound)")
  }
  return bound
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

  public static var archiveColumn: ArchiveColumn {
    .stored(as: ArchiveTuple<Bound, Bound>.self) { (value: Range) in
      ArchiveTuple(value.lowerBound, value.upperBound)
    } decode: {
      let (lower, upper) = try checked($0.parts.0, $0.parts.1)
      return lower..<upper
    }
  }
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

  public static var archiveColumn: ArchiveColumn {
    .stored(as: ArchiveTuple<Bound, Bound>.self) { (value: ClosedRange) in
      ArchiveTuple(value.lowerBound, value.upperBound)
    } decode: {
      let (lower, upper) = try checked($0.parts.0, $0.parts.1)
      return lower...upper
    }
  }
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

  public static var archiveColumn: ArchiveColumn {
    .stored(as: Bound.self) { (value: PartialRangeFrom) in
      value.lowerBound
    } decode: {
      PartialRangeFrom(try checked($0))
    }
  }
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

  public static var archiveColumn: ArchiveColumn {
    .stored(as: Bound.self) { (value: PartialRangeThrough) in
      value.upperBound
    } decode: {
      PartialRangeThrough(try checked($0))
    }
  }
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

  public static var archiveColumn: ArchiveColumn {
    .stored(as: Bound.self) { (value: PartialRangeUpTo) in
      value.upperBound
    } decode: {
      PartialRangeUpTo(try checked($0))
    }
  }
}
