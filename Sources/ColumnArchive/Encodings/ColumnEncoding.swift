/// One way to store the values of a column: how a file names it, what it costs, how it is written and how it is opened.
///
/// The closures are called once a column; the loops over values are inside of them.
struct ColumnEncoding<Values, Opened>: Sendable {
  /// What the format's description calls it.
  let name: String
  /// The first bytes that stand for it: several where the byte also says a width.
  let bytes: ClosedRange<UInt8>
  /// The version of the format that introduced it.
  let version: UInt8
  /// How many bytes it takes behind its head; `nil` when it cannot store the values. One that only finds out by writing
  /// says 0, and is tried first.
  let cost: @Sendable (Values) -> Int?
  /// Writes its first byte and the values; `false` when it finds that another encoding is cheaper, and wrote nothing.
  let write: @Sendable (Values, OutputBuffer) -> Bool
  /// Opens what follows the first byte. It checks that all bytes are there, since nobody does afterwards, and leaves the
  /// cursor behind the last one, which tells byte maps how many they are.
  let open: @Sendable (_ first: UInt8, inout ByteCursor, ColumnHead) throws -> Opened
}

/// What the schema says of a column that is opened.
struct ColumnHead {
  let kind: ColumnKind
  /// The node of the schema; -1 for a part of a column, as the lengths of arrays.
  let node: Int
  /// How many values there are.
  let count: Int
}

/// The encodings of values of one kind.
struct EncodingTable<Values, Opened>: Sendable {
  /// What an error calls the values.
  let values: String
  /// Of several that cost the same, the first is written.
  let encodings: [ColumnEncoding<Values, Opened>]
  private let first: ColumnEncoding<Values, Opened>

  init(_ values: String, _ encodings: [ColumnEncoding<Values, Opened>]) {
    self.values = values
    self.encodings = encodings
    first = encodings[0]
  }

  /// Writes values in the cheapest encoding that takes them.
  func write(_ values: Values, to output: OutputBuffer) {
    // A bit for each encoding that found another one to be cheaper.
    var declined: UInt64 = 0
    // Nothing is cheaper than no bytes, which most columns of a single value take: the others are not asked.
    if first.cost(values) == 0 {
      if first.write(values, output) { return }
      declined = 1
    }
    while true {
      var cheapest: (position: Int, cost: Int)?
      for position in encodings.indices where declined & 1 << UInt64(position) == 0 {
        guard let cost = encodings[position].cost(values), cost < cheapest?.cost ?? .max else { continue }
        cheapest = (position, cost)
        if cost == 0 { break }
      }
      guard let cheapest else { preconditionFailure("the last encoding takes all values") }
      if encodings[cheapest.position].write(values, output) { return }
      declined |= 1 << UInt64(cheapest.position)
    }
  }

  /// Opens values at the cursor, by the encoding that their first byte names.
  func open(_ cursor: inout ByteCursor, _ head: ColumnHead) throws -> Opened {
    let byte = try cursor.readByte()
    for position in encodings.indices where encodings[position].bytes.contains(byte) {
      return try encodings[position].open(byte, &cursor, head)
    }
    throw cursor.malformed(
      "an encoding of \(values) in version \(ColumnFormat.version) of the format", "the byte \(byte)")
  }
}
