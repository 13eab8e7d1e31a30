/// Bits that are all the same: a byte that says which.
enum EqualBits {
  static let allFalse = encoding("all false", of: false, byte: 0)
  static let allTrue = encoding("all true", of: true, byte: 1)

  private static func encoding(
    _ name: String, of value: Bool, byte: UInt8
  ) -> ColumnEncoding<BitValues, PackedBits> {
    ColumnEncoding(
      name: name, bytes: byte...byte, version: 1,
      cost: { values in values.sum == (value ? values.bytes.count : 0) ? 0 : nil },
      write: { _, output in
        output.append(byte)
        return true
      },
      open: { _, _, _ in PackedBits(value) })
  }
}
