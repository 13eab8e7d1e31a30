/// Integers that are all the same: a varint, zigzag for signed ones.
enum EqualIntegers {
  static let encoding = ColumnEncoding<IntegerValues, PackedIntegers>(
    name: "all the same", bytes: 0...0, version: 1,
    cost: { $0.range == 0 ? 0 : nil },
    write: { values, output in
      values.writeHead(0, base: values.low, to: output)
      return true
    },
    open: { _, cursor, head in
      let isSigned = head.kind == .signed
      return PackedIntegers(equalTo: try cursor.readBase(isSigned: isSigned), isSigned: isSigned)
    })
}

extension ByteCursor {
  /// What distances are stored from.
  mutating func readBase(isSigned: Bool) throws -> UInt64 {
    let number = try readVarint()
    return isSigned ? number >> 1 ^ (0 &- (number & 1)) : number
  }
}
