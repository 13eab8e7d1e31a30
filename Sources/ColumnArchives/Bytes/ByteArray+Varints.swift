extension [UInt8] {
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  mutating func append(name: String) {
    append(varint: UInt64(name.utf8.count))
    append(contentsOf: name.utf8)
  }
}
