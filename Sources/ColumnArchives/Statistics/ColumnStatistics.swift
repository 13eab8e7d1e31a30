internal import ArchiveBytes

/// What is known of the values of a column in consecutive batches: bounds, or how many are missing.
///
/// Bounds are true of every value, but need not be the closest ones.
enum ColumnStatistics: Equatable, Sendable {
  case unknown
  /// There are no values, since all optionals around them are missing.
  case empty
  case signed(Int64, Int64)
  case unsigned(UInt64, UInt64)
  case floating(FloatBounds)
  case text(TextBounds)
  /// Booleans that are all equal.
  case bool(Bool)
  /// The number of missing values of a column of optionals.
  case missing(Int)

  /// Creates the statistics of integers between a least and a greatest.
  @inline(__always)
  init<Number: FixedWidthInteger>(_ low: Number, _ high: Number) {
    self =
      Number.isSigned
      ? .signed(Int64(truncatingIfNeeded: low), Int64(truncatingIfNeeded: high))
      : .unsigned(UInt64(truncatingIfNeeded: low), UInt64(truncatingIfNeeded: high))
  }
}

extension ColumnStatistics {
  /// Adds the values of other batches.
  mutating func add(_ other: ColumnStatistics) { self = joined(with: other) }

  private func joined(with other: ColumnStatistics) -> ColumnStatistics {
    switch (self, other) {
    case (_, .empty): return self
    case (.empty, _): return other
    case (.signed(let low, let high), .signed(let otherLow, let otherHigh)):
      return .signed(min(low, otherLow), max(high, otherHigh))
    case (.unsigned(let low, let high), .unsigned(let otherLow, let otherHigh)):
      return .unsigned(min(low, otherLow), max(high, otherHigh))
    case (.floating(let one), .floating(let two)) where one.size == two.size:
      let bounds = FloatBounds(
        low: min(one.low, two.low), high: max(one.high, two.high), hasNaN: one.hasNaN || two.hasNaN,
        size: one.size)
      return bounds.map { .floating($0) } ?? .unknown
    case (.text(let one), .text(let two)):
      let greater = one.reaches(two) ? one : two
      let bounds = TextBounds(
        lower: min(one.lower, two.lower), upper: greater.upper, isUpperCut: greater.isUpperCut)
      return bounds.map { .text($0) } ?? .unknown
    case (.bool(let one), .bool(let two)): return one == two ? self : .unknown
    case (.missing(let one), .missing(let two)):
      let (sum, overflow) = one.addingReportingOverflow(two)
      return overflow ? .unknown : .missing(sum)
    default: return .unknown
    }
  }
}

// The bytes of statistics: what they are, and then
//   0   nothing: they are unknown
//   1   the least signed integer, zigzag-encoded, and its distance to the greatest
//   2   the least unsigned integer, and its distance to the greatest
//   3   the least and the greatest number of 8 bytes; 4 if others are NaN
//   5   the least and the greatest number of 4 bytes; 6 if others are NaN
//   7   the lower bound of strings, and the upper bound
//   8   the lower bound of strings, and the beginning of the upper bound
//   9   booleans that are all false; 10: all true
//   11  the number of missing values
//   12  nothing: there are no values
// Integers are varints, and a bound of strings is its length and its bytes.
extension ColumnStatistics {
  func write(to output: OutputBuffer) {
    switch self {
    case .unknown: output.append(0)
    case .empty: output.append(12)
    case .signed(let low, let high):
      output.append(1)
      output.append(zigzag: low)
      output.append(varint: UInt64(bitPattern: high &- low))
    case .unsigned(let low, let high):
      output.append(2)
      output.append(varint: low)
      output.append(varint: high &- low)
    case .floating(let bounds) where bounds.size == 8:
      output.append(bounds.hasNaN ? 4 : 3)
      output.append(number: bounds.low.bitPattern)
      output.append(number: bounds.high.bitPattern)
    case .floating(let bounds):
      output.append(bounds.hasNaN ? 6 : 5)
      output.append(number: Float(bounds.low).bitPattern)
      output.append(number: Float(bounds.high).bitPattern)
    case .text(let bounds):
      output.append(bounds.isUpperCut ? 8 : 7)
      output.append(name: bounds.lower)
      output.append(name: bounds.upper)
    case .bool(let value): output.append(value ? 10 : 9)
    case .missing(let count):
      output.append(11)
      output.append(varint: UInt64(count))
    }
  }

  /// Reads statistics. Any bytes give statistics or an error.
  static func read(_ cursor: inout ByteCursor) throws -> ColumnStatistics {
    let byte = try cursor.readByte()
    switch byte {
    case 0: return .unknown
    case 1:
      let low = Int64(bitPattern: try cursor.readBase(isSigned: true))
      let distance = try cursor.readVarint()
      let high = low &+ Int64(bitPattern: distance)
      guard high >= low, UInt64(bitPattern: high &- low) == distance else { throw wrongBounds(cursor) }
      return .signed(low, high)
    case 2:
      let low = try cursor.readVarint()
      let (high, overflow) = low.addingReportingOverflow(try cursor.readVarint())
      guard !overflow else { throw wrongBounds(cursor) }
      return .unsigned(low, high)
    case 3, 4:
      let low = Double(bitPattern: try cursor.readNumber(as: UInt64.self))
      let high = Double(bitPattern: try cursor.readNumber(as: UInt64.self))
      return try floating(low, high, hasNaN: byte == 4, size: 8, cursor)
    case 5, 6:
      let low = Double(Float(bitPattern: try cursor.readNumber(as: UInt32.self)))
      let high = Double(Float(bitPattern: try cursor.readNumber(as: UInt32.self)))
      return try floating(low, high, hasNaN: byte == 6, size: 4, cursor)
    case 7, 8:
      let (lower, upper) = (try cursor.readName(), try cursor.readName())
      guard let bounds = TextBounds(lower: lower, upper: upper, isUpperCut: byte == 8) else {
        throw wrongBounds(cursor)
      }
      return .text(bounds)
    case 9, 10: return .bool(byte == 10)
    case 11: return .missing(try cursor.readCount())
    case 12: return .empty
    default:
      throw cursor.malformed("known statistics", "the byte \(byte)")
    }
  }

  private static func floating(
    _ low: Double, _ high: Double, hasNaN: Bool, size: Int, _ cursor: ByteCursor
  ) throws -> ColumnStatistics {
    guard let bounds = FloatBounds(low: low, high: high, hasNaN: hasNaN, size: size) else {
      throw wrongBounds(cursor)
    }
    return .floating(bounds)
  }

  private static func wrongBounds(_ cursor: ByteCursor) -> any Error {
    cursor.malformed("a least value, and a greatest that is not less", "others")
  }
}
