/// The encodings of values of one kind, as a type that is made of theirs: ``EncodingTable/or(_:)`` adds one. What it does
/// is compiled into a few comparisons and direct calls.
protocol EncodingTable<Values, Opened> {
  associatedtype Values: EncodedValues
  associatedtype Opened

  /// All of them. Of several that cost the same, the first is written.
  var encodings: [any ColumnEncoding<Values, Opened>.Type] { get }
  /// How many there are.
  var count: Int { get }
  /// The position of the cheapest of those that have not declined, and what it costs.
  func cheapest(of values: Values, _ declined: DeclinedEncodings) -> (position: Int, cost: Int)
  /// Writes values in the encoding at a position; `false` when it declines.
  func write(_ values: Values, at position: Int, to output: Values.Output) -> Bool
  /// Opens values whose encoding the first byte names; `nil` when it names none.
  func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> Opened?
}

/// Encodings that found another one to be cheaper: a bit for the position of each.
struct DeclinedEncodings {
  private var bits: UInt64 = 0

  @inline(__always)
  func contains(_ position: Int) -> Bool { bits & 1 &<< UInt64(position) != 0 }

  @inline(__always)
  mutating func insert(_ position: Int) { bits |= 1 &<< UInt64(position) }
}

extension EncodingTable {
  /// The same encodings, and one more.
  @inline(__always)
  func or<Encoding: ColumnEncoding<Values, Opened>>(_ encoding: Encoding.Type) -> SeveralEncodings<
    Self, Encoding
  > {
    SeveralEncodings(before: self)
  }

  /// Writes values in the cheapest encoding that takes them.
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

  /// Opens values at the cursor, by the encoding that their first byte names.
  @inline(__always)
  func open(_ cursor: inout ByteCursor, _ head: ColumnHead) throws -> Opened {
    let first = try cursor.readByte()
    if let opened = try open(first, &cursor, head) { return opened }
    throw cursor.malformed(
      "an encoding of \(Values.description) in version \(ColumnFormat.version) of the format",
      "the byte \(first)"
    )
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

/// A table, and an encoding behind those that it has.
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
    // Nothing is cheaper than no bytes.
    guard best.cost > 0, !declined.contains(before.count), let cost = Encoding.cost(of: values),
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
