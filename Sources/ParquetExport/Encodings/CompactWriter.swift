/// Writes structures in Thrift's compact protocol, which Parquet uses for page headers and footers.
///
/// Fields must be written in ascending order of their numbers.
struct CompactWriter {
  private(set) var bytes: [UInt8] = []
  /// The number of the last field of each open structure, innermost last.
  private var last: [Int] = [0]

  /// The types of fields and of elements.
  enum Kind: UInt8 {
    case yes = 1
    case no, byte, int16, int32, int64, double, binary, list, set, map, structure
  }

  // MARK: Fields

  mutating func field(_ number: Int, _ value: Bool) { begin(number, value ? .yes : .no) }

  mutating func field(_ number: Int, byte value: UInt8) {
    begin(number, .byte)
    bytes.append(value)
  }

  mutating func field(_ number: Int, int32 value: Int) {
    begin(number, .int32)
    append(zigzag: value)
  }

  mutating func field(_ number: Int, int64 value: Int) {
    begin(number, .int64)
    append(zigzag: value)
  }

  mutating func field(_ number: Int, _ value: [UInt8]) {
    begin(number, .binary)
    append(value)
  }

  mutating func field(_ number: Int, _ value: String) { field(number, Array(value.utf8)) }

  mutating func field(_ number: Int, structure: (inout CompactWriter) -> Void) {
    begin(number, .structure)
    append(structure: structure)
  }

  mutating func field<Element>(
    _ number: Int, _ list: [Element], of kind: Kind, _ write: (inout CompactWriter, Element) -> Void
  ) {
    begin(number, .list)
    if list.count < 15 {
      bytes.append(UInt8(list.count) << 4 | kind.rawValue)
    } else {
      bytes.append(0xF0 | kind.rawValue)
      append(varint: UInt64(list.count))
    }
    for element in list { write(&self, element) }
  }

  private mutating func begin(_ number: Int, _ kind: Kind) {
    let distance = number - last[last.count - 1]
    last[last.count - 1] = number
    if (1...15).contains(distance) {
      bytes.append(UInt8(distance) << 4 | kind.rawValue)
    } else {
      bytes.append(kind.rawValue)
      append(zigzag: number)
    }
  }

  // MARK: Elements

  /// Writes a structure that is an element, or that makes up all of the bytes.
  mutating func append(structure: (inout CompactWriter) -> Void) {
    last.append(0)
    structure(&self)
    last.removeLast()
    bytes.append(0)
  }

  mutating func append(_ value: [UInt8]) {
    append(varint: UInt64(value.count))
    bytes += value
  }

  mutating func append(_ value: String) { append(Array(value.utf8)) }

  mutating func append(_ value: Bool) { bytes.append(value ? 1 : 2) }

  mutating func append(zigzag value: Int) { bytes.append(varint: Int64(value).zigzag) }

  private mutating func append(varint value: UInt64) { bytes.append(varint: value) }
}

extension Int64 {
  /// The number with its sign in the lowest bit.
  var zigzag: UInt64 { UInt64(bitPattern: self << 1 ^ self >> 63) }
}

extension [UInt8] {
  /// Appends seven bits in each byte, the lowest first.
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a number in the size of its type, lowest byte first.
  mutating func append<Number: FixedWidthInteger>(number: Number) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }
}
