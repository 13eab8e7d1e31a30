internal import ArchiveBytes

/// The encodings of one kind of values, composed as a type: ``EncodingTable/or(_:)`` adds one. Its methods compile to a
/// few comparisons and direct calls.
protocol EncodingTable<Values, Opened> {
  associatedtype Values: EncodedValues
  associatedtype Opened

  /// All encodings, in order. If several cost the same, the first is written.
  var encodings: [any ColumnEncoding<Values, Opened>.Type] { get }
  /// The number of encodings.
  var count: Int { get }
  /// Returns the position and the cost of the cheapest encoding that has not declined.
  func cheapest(of values: Values, _ declined: DeclinedEncodings) -> (position: Int, cost: Int)
  /// Writes values in the encoding at a position; returns `false` if the encoding declines.
  func write(_ values: Values, at position: Int, to output: Values.Output) -> Bool
  /// Opens values in the encoding that the first byte identifies; returns `nil` if it identifies none.
  func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> Opened?
}

/// The encodings that declined, because another one is cheaper: one bit for each position.
struct DeclinedEncodings {
  private var bits: UInt64 = 0

  @inline(__always)
  func contains(_ position: Int) -> Bool { bits & 1 &<< UInt64(position) != 0 }

  @inline(__always)
  mutating func insert(_ position: Int) { bits |= 1 &<< UInt64(position) }
}

extension EncodingTable {
  /// Returns a table of these encodings and one more.
  @inline(__always)
  func or<Encoding: ColumnEncoding<Values, Opened>>(_ encoding: Encoding.Type) -> SeveralEncodings<
    Self, Encoding
  > {
    SeveralEncodings(before: self)
  }

  /// Writes values in the cheapest encoding that accepts them.
  @inline(__always)
  func write(_ values: Values, to output: Values.Output) {
    var declined = DeclinedEncodings()
    while true {
      let (position, cost) = cheapest(of: values, declined)
      precondition(cost < .max, "the last encoding takes all values")
      if write(values, at: position, to: output) { return }
      declined.insert(position)
    }
  }

  /// Opens values at the cursor, in the encoding that their first byte identifies.
  @inline(__always)
  func open(_ cursor: inout ByteCursor, _ head: ColumnHead) throws -> Opened {
    let first = try cursor.readByte()
    if let opened = try open(first, &cursor, head) { return opened }
    throw cursor.malformed("an encoding of \(Values.description)", "the byte \(first)")
  }
}

/// A table of one encoding.
struct OneEncoding<Encoding: ColumnEncoding>: EncodingTable {
  @inline(__always)
  init(_ encoding: Encoding.Type) {}

  var encodings: [any ColumnEncoding<Encoding.Values, Encoding.Opened>.Type] { [Encoding.self] }

  @inline(__always)
  var count: Int { 1 }

  @inline(__always)
  func cheapest(
    of values: Encoding.Values, _ declined: DeclinedEncodings
  ) -> (position: Int, cost: Int) {
    (0, declined.contains(0) ? .max : Encoding.cost(of: values) ?? .max)
  }

  @inline(__always)
  func write(_ values: Encoding.Values, at position: Int, to output: Encoding.Values.Output) -> Bool {
    Encoding.write(values, to: output)
  }

  @inline(__always)
  func open(
    _ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead
  ) throws -> Encoding.Opened? {
    Encoding.bytes.contains(first) ? try Encoding.open(first, &cursor, head) : nil
  }
}

/// A table with one more encoding at the end.
struct SeveralEncodings<Before: EncodingTable, Encoding: ColumnEncoding<Before.Values, Before.Opened>>:
  EncodingTable
{
  fileprivate let before: Before

  var encodings: [any ColumnEncoding<Before.Values, Before.Opened>.Type] {
    before.encodings + [Encoding.self]
  }

  @inline(__always)
  var count: Int { before.count + 1 }

  @inline(__always)
  func cheapest(
    of values: Before.Values, _ declined: DeclinedEncodings
  ) -> (position: Int, cost: Int) {
    let best = before.cheapest(of: values, declined)
    // No encoding is cheaper than 0 bytes.
    guard best.cost > 0, !declined.contains(before.count),
      !(Encoding.hidesRepetition && values.areCompressed), let cost = Encoding.cost(of: values),
      cost < best.cost
    else { return best }
    return (before.count, cost)
  }

  @inline(__always)
  func write(_ values: Before.Values, at position: Int, to output: Before.Values.Output) -> Bool {
    position == before.count
      ? Encoding.write(values, to: output) : before.write(values, at: position, to: output)
  }

  @inline(__always)
  func open(
    _ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead
  ) throws -> Before.Opened? {
    if let opened = try before.open(first, &cursor, head) { return opened }
    return Encoding.bytes.contains(first) ? try Encoding.open(first, &cursor, head) : nil
  }
}
