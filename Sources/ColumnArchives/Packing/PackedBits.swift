/// The encodings of booleans, by their first bytes.
enum BitEncoding: UInt8, CaseIterable {
  case allFalse = 0
  case allTrue = 1
  /// One bit for each value, from the lowest bit of the first byte.
  case bits = 2
}

extension OutputBuffer {
  /// Writes bytes of 0 and 1 as bits.
  ///
  /// - Returns: Their sum.
  @discardableResult
  func append(bits bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var sum = 0
    // The sum of 255 values fits a byte, so the processor adds several at once.
    for first in stride(from: 0, to: bytes.count, by: 255) {
      sum += unsafe Int(bytes[first..<min(first + 255, bytes.count)].reduce(0, &+))
    }
    unsafe append(bits: bytes, sum: sum)
    return sum
  }

  /// Writes bytes of 0 and 1, at least one, as bits. The caller knows their sum.
  func append(bits bytes: UnsafeBufferPointer<UInt8>, sum: Int) {
    if sum == 0 { return append(BitEncoding.allFalse.rawValue) }
    if sum == bytes.count { return append(BitEncoding.allTrue.rawValue) }
    append(BitEncoding.bits.rawValue)
    let byteCount = (bytes.count + 7) / 8
    let whole = bytes.count / 8
    // SAFETY: `reserve` makes room for all bits. There is at least one value, so `bytes` has an address.
    let place = unsafe reserve(byteCount)
    let source = unsafe UnsafeRawPointer(bytes.baseAddress!)
    for group in 0..<whole {
      let word = unsafe source.loadLittleEndian(fromByteOffset: group * 8, as: UInt64.self)
      // The lowest bits of the eight bytes are gathered in the highest byte of the product.
      let byte = UInt8(truncatingIfNeeded: (word &* 0x0102_0408_1020_4080) >> 56)
      unsafe place.storeBytes(of: byte, toByteOffset: group, as: UInt8.self)
    }
    if whole < byteCount {
      var byte: UInt8 = 0
      for position in (whole * 8)..<bytes.count { byte |= unsafe bytes[position] << UInt8(position & 7) }
      unsafe place.storeBytes(of: byte, toByteOffset: whole, as: UInt8.self)
    }
    advance(byteCount)
  }
}

/// Opened bits: all equal, or packed at an address.
@safe
struct PackedBits {
  /// The address of the bits; `nil` if all are equal.
  private let bytes: UnsafeRawPointer?
  private let value: Bool

  /// Opens the bits at the cursor.
  init(_ cursor: inout ByteCursor, count: Int) throws {
    let byte = try cursor.readByte()
    switch BitEncoding(rawValue: byte) {
    case .allFalse: self.init(false)
    case .allTrue: self.init(true)
    case .bits: unsafe self.init(bytes: try cursor.readBytes(PackedNumbers.byteCount(count, bits: 1)))
    case nil: throw cursor.malformed("an encoding of booleans", "the byte \(byte)")
    }
  }

  /// Creates bits that are all equal.
  init(_ value: Bool) {
    unsafe bytes = nil
    self.value = value
  }

  /// Creates bits at an address. The memory must outlive them.
  init(bytes: UnsafeRawPointer) {
    unsafe self.bytes = bytes
    value = false
  }

  /// The value of all bits, or `nil` if they may differ.
  var constant: Bool? { unsafe bytes == nil ? value : nil }

  /// Calls `body` with the position, from 0, and the value of each of `count` bits from `first` on.
  @inline(__always)
  func visit(from first: Int, count: Int, _ body: (Int, Bool) throws -> Void) rethrows {
    guard let bytes = unsafe bytes else {
      for position in 0..<count { try body(position, value) }
      return
    }
    // SAFETY: opening the column checked that all bits are there.
    var position = 0
    while position < count {
      let number = first + position
      var byte = unsafe bytes.load(fromByteOffset: number >> 3, as: UInt8.self) >> UInt8(number & 7)
      let end = min(count, position + 8 - (number & 7))
      while position < end {
        try body(position, byte & 1 == 1)
        byte >>= 1
        position += 1
      }
    }
  }

  /// Stores each of `count` bits from `first` on as a byte.
  func store(from first: Int, count: Int, into target: UnsafeMutableRawPointer) {
    guard let bytes = unsafe bytes else {
      unsafe target.initializeMemory(as: UInt8.self, repeating: value ? 1 : 0, count: count)
      return
    }
    var position = 0
    // SAFETY: opening the column checked that all bits are there. A whole word is stored only if eight values still
    // fit.
    while position < count {
      let number = first + position
      let shift = number & 7
      let byte = unsafe bytes.load(fromByteOffset: number >> 3, as: UInt8.self)
      if shift == 0, count - position >= 8 {
        // Repeats the byte eight times, keeps one bit of each copy, and moves that bit to the lowest position.
        let spread = UInt64(byte) &* 0x0101_0101_0101_0101 & 0x8040_2010_0804_0201
        let word = ((spread &+ 0x7F7F_7F7F_7F7F_7F7F | spread) >> 7) & 0x0101_0101_0101_0101
        unsafe target.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
        position += 8
      } else {
        unsafe target.storeBytes(of: byte >> UInt8(shift) & 1, toByteOffset: position, as: UInt8.self)
        position += 1
      }
    }
  }

  /// Returns the number of 1s among `count` bits from `first` on.
  func sum(from first: Int = 0, count: Int) -> Int {
    guard let bytes = unsafe bytes else { return value ? count : 0 }
    let end = first + count
    var (sum, position) = (0, first)
    // SAFETY: opening the column checked that all bits are there.
    while position < end {
      let shift = position & 7
      let part = min(8 - shift, end - position)
      let bits = unsafe bytes.load(fromByteOffset: position >> 3, as: UInt8.self) >> UInt8(shift)
      sum += (UInt64(bits) & (1 << UInt64(part) - 1)).nonzeroBitCount
      position += part
    }
    return sum
  }
}
