/// An unsigned word of which a row of 32 bytes holds several, one for each lane. The shifts of a row are instructions of
/// the processor for all its words.
protocol LaneWord: FixedWidthInteger & UnsignedInteger & SIMDScalar & BitwiseCopyable & Codable & Sendable {
  associatedtype Row: SIMD & BitwiseCopyable where Row.Scalar == Self

  /// Returns a row of equal words.
  static func row(_ word: Self) -> Row
  static func or(_ first: Row, _ second: Row) -> Row
  static func and(_ first: Row, _ second: Row) -> Row
  /// Returns the differences, wrapping around.
  static func difference(_ first: Row, _ second: Row) -> Row
  /// Shifts to higher bits; `count` is less than the width of a word.
  static func up(_ row: Row, _ count: Self) -> Row
  /// Shifts to lower bits; `count` is less than the width of a word.
  static func down(_ row: Row, _ count: Self) -> Row
}

// The same lines for each width: generic operators of vectors would be compiled as loops over their elements.

extension UInt16: LaneWord {
  typealias Row = SIMD16<UInt16>
  @inline(__always) static func row(_ word: Self) -> Row { Row(repeating: word) }
  @inline(__always) static func or(_ first: Row, _ second: Row) -> Row { first | second }
  @inline(__always) static func and(_ first: Row, _ second: Row) -> Row { first & second }
  @inline(__always) static func difference(_ first: Row, _ second: Row) -> Row { first &- second }
  @inline(__always) static func up(_ row: Row, _ count: Self) -> Row { row &<< Row(repeating: count) }
  @inline(__always) static func down(_ row: Row, _ count: Self) -> Row { row &>> Row(repeating: count) }
}

extension UInt32: LaneWord {
  typealias Row = SIMD8<UInt32>
  @inline(__always) static func row(_ word: Self) -> Row { Row(repeating: word) }
  @inline(__always) static func or(_ first: Row, _ second: Row) -> Row { first | second }
  @inline(__always) static func and(_ first: Row, _ second: Row) -> Row { first & second }
  @inline(__always) static func difference(_ first: Row, _ second: Row) -> Row { first &- second }
  @inline(__always) static func up(_ row: Row, _ count: Self) -> Row { row &<< Row(repeating: count) }
  @inline(__always) static func down(_ row: Row, _ count: Self) -> Row { row &>> Row(repeating: count) }
}

extension UInt64: LaneWord {
  typealias Row = SIMD4<UInt64>
  @inline(__always) static func row(_ word: Self) -> Row { Row(repeating: word) }
  @inline(__always) static func or(_ first: Row, _ second: Row) -> Row { first | second }
  @inline(__always) static func and(_ first: Row, _ second: Row) -> Row { first & second }
  @inline(__always) static func difference(_ first: Row, _ second: Row) -> Row { first &- second }
  @inline(__always) static func up(_ row: Row, _ count: Self) -> Row { row &<< Row(repeating: count) }
  @inline(__always) static func down(_ row: Row, _ count: Self) -> Row { row &>> Row(repeating: count) }
}
