/// Statistics of a column's values in consecutive batches: bounds, or the number of missing values.
///
/// Bounds hold for every value, but need not be the closest ones.
enum ColumnStatistics: Equatable, Sendable {
  case unknown
  /// There are no values, because all optionals around them are missing.
  case empty
  case signed(Int64, Int64)
  /// Unsigned integers; booleans are 0 and 1.
  case unsigned(UInt64, UInt64)
  case floating(FloatBounds)
  case text(TextBounds)
  /// The number of missing values of a column of optionals.
  case missing(Int)

  /// Creates the statistics of integers between a minimum and a maximum.
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
    case (.floating(let one), .floating(let two)):
      let bounds = FloatBounds(
        low: min(one.low, two.low), high: max(one.high, two.high), hasNaN: one.hasNaN || two.hasNaN)
      return bounds.map { .floating($0) } ?? .unknown
    case (.text(let one), .text(let two)):
      let bounds = TextBounds(
        lower: min(one.lower, two.lower), upper: one.end < two.end ? two.upper : one.upper)
      return bounds.map { .text($0) } ?? .unknown
    case (.missing(let one), .missing(let two)):
      let (sum, overflow) = one.addingReportingOverflow(two)
      return overflow ? .unknown : .missing(sum)
    default: return .unknown
    }
  }
}

// The bytes of statistics: a byte for the kind, and then
//   0   nothing: they are unknown
//   1   nothing: there are no values
//   2   the minimum signed integer, zigzag-encoded, and its distance to the maximum
//   3   the minimum unsigned integer, and its distance to the maximum
//   4   the minimum and the maximum number, 8 bytes each; 5 if others are NaN
//   6   the lower bound of strings, and the prefix that bounds them above
//   7   the number of missing values
// Integers are varints, and a bound of strings is its length and its bytes.
extension ColumnStatistics {
  func write(to output: OutputBuffer) {
    switch self {
    case .unknown: output.append(0)
    case .empty: output.append(1)
    case .signed(let low, let high):
      output.append(2)
      output.append(zigzag: low)
      output.append(varint: UInt64(bitPattern: high &- low))
    case .unsigned(let low, let high):
      output.append(3)
      output.append(varint: low)
      output.append(varint: high &- low)
    case .floating(let bounds):
      output.append(bounds.hasNaN ? 5 : 4)
      output.append(number: bounds.low.bitPattern)
      output.append(number: bounds.high.bitPattern)
    case .text(let bounds):
      output.append(6)
      output.append(name: bounds.lower)
      output.append(name: bounds.upper)
    case .missing(let count):
      output.append(7)
      output.append(varint: UInt64(count))
    }
  }

  /// Reads statistics. Any bytes give statistics or an error.
  static func read(_ cursor: inout ByteCursor) throws -> ColumnStatistics {
    func wrongBounds() -> any Error {
      cursor.malformed("a least value, and a greatest that is not less", "others")
    }
    let byte = try cursor.readByte()
    switch byte {
    case 0: return .unknown
    case 1: return .empty
    case 2:
      let low = Int64(bitPattern: try cursor.readBase(isSigned: true))
      let distance = try cursor.readVarint()
      let high = low &+ Int64(bitPattern: distance)
      guard high >= low, UInt64(bitPattern: high &- low) == distance else { throw wrongBounds() }
      return .signed(low, high)
    case 3:
      let low = try cursor.readVarint()
      let (high, overflow) = low.addingReportingOverflow(try cursor.readVarint())
      guard !overflow else { throw wrongBounds() }
      return .unsigned(low, high)
    case 4, 5:
      let low = Double(bitPattern: try cursor.readNumber(as: UInt64.self))
      let high = Double(bitPattern: try cursor.readNumber(as: UInt64.self))
      guard let bounds = FloatBounds(low: low, high: high, hasNaN: byte == 5) else { throw wrongBounds() }
      return .floating(bounds)
    case 6:
      let (lower, upper) = (try cursor.readName(), try cursor.readName())
      guard let bounds = TextBounds(lower: lower, upper: upper) else { throw wrongBounds() }
      return .text(bounds)
    case 7: return .missing(try cursor.readCount())
    default:
      throw cursor.malformed("known statistics", "the byte \(byte)")
    }
  }
}

extension StoredZones {
  /// Returns the statistics of a column in each zone.
  ///
  /// - Parameter bytes: The whole archive.
  func statistics(ofColumn number: Int, in bytes: ByteCursor) throws -> [ColumnStatistics] {
    var cursor = try part(ofColumn: number, in: bytes)
    guard !cursor.isAtEnd else { return [ColumnStatistics](repeating: .unknown, count: batches.count) }
    let found = try batches.map { _ in try ColumnStatistics.read(&cursor) }
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of the statistics", "\(cursor.remaining) more bytes")
    }
    return found
  }
}
