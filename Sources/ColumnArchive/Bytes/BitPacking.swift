internal import ArchiveBytes

extension OutputBuffer {
  /// Writes bytes of 0 and 1 as bits: a byte that is 0 when all are 0, 1 when all are 1, and otherwise 2 and the bits,
  /// the first in the lowest of the first byte.
  func append(bits bytes: UnsafeBufferPointer<UInt8>) {
    var sum = 0
    for index in bytes.indices { sum += unsafe Int(bytes[index]) }
    unsafe append(bits: bytes, sum: sum)
  }

  /// Writes bytes of 0 and 1, of which the sum is known, as bits.
  func append(bits bytes: UnsafeBufferPointer<UInt8>, sum: Int) {
    guard sum > 0, sum < bytes.count else { return append(sum == 0 ? 0 : 1) }
    let byteCount = (bytes.count + 7) / 8
    let place = unsafe reserve(byteCount + 1)
    unsafe place.storeBytes(of: 2, as: UInt8.self)
    let whole = bytes.count / 8
    let source = unsafe UnsafeRawPointer(bytes.baseAddress!)
    for group in 0..<whole {
      let word = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: group * 8, as: UInt64.self))
      // The lowest bits of the eight bytes, gathered in the highest byte of the product.
      let byte = UInt8(truncatingIfNeeded: (word &* 0x0102_0408_1020_4080) >> 56)
      unsafe place.storeBytes(of: byte, toByteOffset: 1 + group, as: UInt8.self)
    }
    if whole < byteCount {
      var byte: UInt8 = 0
      for position in (whole * 8)..<bytes.count { byte |= unsafe bytes[position] << UInt8(position & 7) }
      unsafe place.storeBytes(of: byte, toByteOffset: 1 + whole, as: UInt8.self)
    }
    advance(byteCount + 1)
  }
}

/// A column of bits: a byte that says that all are 0 or all are 1, or that they follow.
@safe
struct PackedBits {
  /// The bits; `nil` when all are alike.
  private let bytes: UnsafeRawPointer?
  private let value: Bool

  init(_ cursor: inout ByteCursor, count: Int) throws {
    let mode = try cursor.readByte()
    guard mode <= 2 else { throw cursor.malformed("a mode of booleans", "the byte \(mode)") }
    value = mode == 1
    unsafe bytes = mode == 2 ? try cursor.readBytes((count + 7) / 8) : nil
  }

  /// Bits at an address, of memory that stays longer than they are used.
  init(bytes: UnsafeRawPointer) {
    unsafe self.bytes = bytes
    value = false
  }

  /// Whether all bits are the same, and which.
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
    // SAFETY: opening the column checked that all bits are there; a whole word is stored only where eight fit.
    while position < count {
      let number = first + position
      let shift = number & 7
      let byte = unsafe bytes.load(fromByteOffset: number >> 3, as: UInt8.self)
      if shift == 0, count - position >= 8 {
        // The byte eight times, one bit of each, and that moved to the lowest.
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

  /// How many of the first `count` bits are 1.
  func sum(_ count: Int) -> Int {
    guard let bytes = unsafe bytes else { return value ? count : 0 }
    var sum = 0
    for number in 0..<(count / 8) {
      sum += unsafe bytes.load(fromByteOffset: number, as: UInt8.self).nonzeroBitCount
    }
    let rest = count & 7
    if rest > 0 {
      let byte = unsafe bytes.load(fromByteOffset: count / 8, as: UInt8.self)
      sum += (byte & (1 << UInt8(rest) - 1)).nonzeroBitCount
    }
    return sum
  }
}
