// A column of integers: one byte that says how wide each is, the least of them (a varint, zigzag for signed ones), and
// each one's distance from the least in so many bits, little-endian. Widths of less than a byte fill bytes from the
// lowest bit. A column of equal integers has a width of 0, and so no bytes but these.

/// The widths, by the byte that stands for each.
enum IntegerWidth {
  static let bits = [0, 1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64]

  /// The code of the least width that holds a number.
  static func code(holding number: UInt64) -> Int {
    switch 64 - number.leadingZeroBitCount {
    case 0: 0
    case 1: 1
    case 2: 2
    case 3, 4: 3
    case let bits: 3 + (bits + 7) / 8
    }
  }

  /// How many bytes so many integers of a width take.
  static func byteCount(_ count: Int, bits: Int) -> Int? {
    let (total, overflow) = count.multipliedReportingOverflow(by: bits)
    return overflow || total > Int.max - 7 ? nil : (total + 7) / 8
  }
}

extension OutputBuffer {
  /// Writes a column of integers that lie side by side.
  func append<Number: FixedWidthInteger>(_ numbers: UnsafeBufferPointer<Number>) {
    guard let first = unsafe numbers.first else { return }
    var (low, high) = (first, first)
    for index in numbers.indices {
      let number = unsafe numbers[index]
      low = min(low, number)
      high = max(high, number)
    }
    unsafe append(numbers, low: low, high: high)
  }

  /// Writes a column of integers of which the least and the greatest are known.
  @inline(__always)
  func append<Number: FixedWidthInteger>(_ numbers: UnsafeBufferPointer<Number>, low: Number, high: Number) {
    let range = UInt64(truncatingIfNeeded: high) &- UInt64(truncatingIfNeeded: low)
    let code = IntegerWidth.code(holding: range)
    append(UInt8(code))
    // Where a distance from 0 is as short, numbers are stored as they are.
    let isPlain =
      code == 11
      || low >= 0 && IntegerWidth.code(holding: UInt64(truncatingIfNeeded: high)) == code && code > 0
    let base = isPlain ? 0 : low
    if Number.isSigned {
      let number = Int64(truncatingIfNeeded: base)
      append(varint: UInt64(bitPattern: number << 1 ^ number >> 63))
    } else {
      append(varint: UInt64(truncatingIfNeeded: base))
    }
    let (count, bits) = (numbers.count, IntegerWidth.bits[code])
    if bits == 0 { return }
    let byteCount = (count * bits + 7) / 8
    let place = unsafe reserve(byteCount)
    // SAFETY: `reserve` made room for all, and for a whole word behind the last.
    unsafe numbers.withMemoryRebound(to: Number.self) { numbers in
      switch bits {
      case 8: unsafe Self.store(numbers, base, as: UInt8.self, at: place)
      case 16: unsafe Self.store(numbers, base, as: UInt16.self, at: place)
      case 32: unsafe Self.store(numbers, base, as: UInt32.self, at: place)
      case 64: unsafe Self.store(numbers, base, as: UInt64.self, at: place)
      case 1, 2, 4: unsafe Self.storeBits(numbers, base, bits: bits, at: place)
      default:
        let width = bits / 8
        var place = unsafe place
        for index in numbers.indices {
          let number = unsafe numbers[index]
          let distance = UInt64(truncatingIfNeeded: number &- base)
          unsafe place.storeBytes(of: distance.littleEndian, as: UInt64.self)
          unsafe place += width
        }
      }
    }
    advance(byteCount)
  }

  @inline(__always)
  private static func store<Number: FixedWidthInteger, Stored: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafeBufferPointer<Number>, _ base: Number, as type: Stored.Type,
    at place: UnsafeMutableRawPointer
  ) {
    for position in 0..<numbers.count {
      let distance = unsafe Stored(truncatingIfNeeded: numbers[position] &- base)
      unsafe place.storeBytes(
        of: distance.littleEndian, toByteOffset: position * MemoryLayout<Stored>.size, as: Stored.self)
    }
  }

  @inline(__always)
  private static func storeBits<Number: FixedWidthInteger>(
    _ numbers: UnsafeBufferPointer<Number>, _ base: Number, bits: Int, at place: UnsafeMutableRawPointer
  ) {
    let perByte = 8 / bits
    var (position, target) = (0, 0)
    while position < numbers.count {
      var byte: UInt8 = 0
      let end = min(position + perByte, numbers.count)
      var shift = 0
      while position < end {
        byte |=
          unsafe UInt8(truncatingIfNeeded: numbers[position] &- base) << UInt8(truncatingIfNeeded: shift)
        shift += bits
        position += 1
      }
      unsafe place.storeBytes(of: byte, toByteOffset: target, as: UInt8.self)
      target += 1
    }
  }
}

/// A column of integers in an archive.
@safe
struct PackedIntegers {
  /// The address of the first; all are within the archive, which is checked when the column is opened.
  private let bytes: UnsafeRawPointer
  /// The bits of each: 0, 1, 2, 4, or whole bytes.
  let bits: Int
  /// What is added to each, wrapping around.
  let base: UInt64
  let isSigned: Bool
  /// The distance in bytes from one to the next; only for whole bytes.
  private let stride: Int
  /// Whether a word may be loaded at the last one without passing the end of the archive.
  private let wordsFrom: Int

  /// Opens the column of `count` integers at the cursor.
  init(_ cursor: inout ByteCursor, count: Int, isSigned: Bool) throws {
    let code = Int(try cursor.readByte())
    guard code < IntegerWidth.bits.count else {
      throw cursor.malformed("the width of integers", "the byte \(code)")
    }
    bits = IntegerWidth.bits[code]
    let base = try cursor.readVarint()
    self.base = isSigned ? base >> 1 ^ (0 &- (base & 1)) : base
    self.isSigned = isSigned
    stride = bits / 8
    guard let byteCount = IntegerWidth.byteCount(count, bits: bits) else {
      throw cursor.truncated(Int.max)
    }
    unsafe bytes = try cursor.readBytes(byteCount)
    // Integers from here on are too near to the end for a load of a word.
    let last = cursor.remaining + byteCount - 8
    wordsFrom = bits < 8 || last < 0 ? 0 : last / max(stride, 1) + 1
  }

  /// Numbers of one byte in a raw record.
  init(bytes: UnsafeRawPointer, stride: Int) {
    unsafe self.bytes = bytes
    bits = 8
    base = 0
    isSigned = false
    self.stride = stride
    wordsFrom = 0
  }

  /// Calls `body` with the position, from 0, and the bits of each of `count` integers from `first` on.
  ///
  /// The caller keeps the range inside the column.
  @inline(__always)
  func visit(from first: Int, count: Int, _ body: (Int, UInt64) -> Void) {
    // SAFETY: opening the column checked that it has all its bytes.
    switch bits {
    case 0: for position in 0..<count { body(position, base) }
    case 8:
      for position in 0..<count {
        body(position, base &+ UInt64(load(UInt8.self, first + position)))
      }
    case 16:
      for position in 0..<count {
        body(position, base &+ UInt64(load(UInt16.self, first + position)))
      }
    case 32:
      for position in 0..<count {
        body(position, base &+ UInt64(load(UInt32.self, first + position)))
      }
    case 64:
      for position in 0..<count { body(position, base &+ (load(UInt64.self, first + position))) }
    case 1, 2, 4:
      let mask = (1 as UInt64) << UInt64(bits) - 1
      let perByteShift = bits == 1 ? 3 : bits == 2 ? 2 : 1
      for position in 0..<count {
        let number = first + position
        let byte = unsafe bytes.load(fromByteOffset: number >> perByteShift, as: UInt8.self)
        let shift = (number & (1 << perByteShift - 1)) * bits
        body(position, base &+ (UInt64(byte) >> UInt64(shift) & mask))
      }
    default:
      let mask = (1 as UInt64) << UInt64(bits) - 1
      let whole = min(max(wordsFrom - first, 0), count)
      for position in 0..<whole {
        body(position, base &+ (load(UInt64.self, first + position) & mask))
      }
      for position in whole..<count {
        var number: UInt64 = 0
        for byte in 0..<stride {
          let value = unsafe bytes.load(fromByteOffset: (first + position) * stride + byte, as: UInt8.self)
          number |= UInt64(value) << UInt64(8 * byte)
        }
        body(position, base &+ number)
      }
    }
  }

  @inline(__always)
  private func load<Number: FixedWidthInteger>(_ type: Number.Type, _ position: Int) -> Number {
    unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position * stride, as: Number.self))
  }

  /// The greatest distance from the base among some integers.
  func maximumDistance(from first: Int, count: Int) -> UInt64 {
    switch bits {
    case 8: return UInt64(maximum(UInt8.self, first, count))
    case 16: return UInt64(maximum(UInt16.self, first, count))
    case 32: return UInt64(maximum(UInt32.self, first, count))
    default:
      var greatest: UInt64 = 0
      visit(from: first, count: count) { greatest = max(greatest, $1 &- base) }
      return greatest
    }
  }

  private func maximum<Number: FixedWidthInteger>(_ type: Number.Type, _ first: Int, _ count: Int) -> Number {
    var greatest: Number = 0
    // SAFETY: opening the column checked that it has all its bytes.
    for position in first..<(first + count) { greatest = max(greatest, load(Number.self, position)) }
    return greatest
  }

  /// The least and the greatest integer the column can hold.
  var bounds: (low: Bound, high: Bound) {
    let range = bits == 64 ? UInt64.max : (1 as UInt64) << UInt64(bits) - 1
    if isSigned {
      let low = Int64(bitPattern: base)
      let (high, overflow) = low.addingReportingOverflow(Int64(clamping: range))
      guard !overflow, range <= UInt64(Int64.max) else { return (Bound(Int64.min), Bound(Int64.max)) }
      return (Bound(low), Bound(high))
    }
    let (high, overflow) = base.addingReportingOverflow(range)
    return overflow ? (Bound(0 as UInt64), Bound(UInt64.max)) : (Bound(base), Bound(high))
  }

  /// An integer of either kind.
  struct Bound: Comparable {
    let isNegative: Bool
    let bits: UInt64

    init(_ number: Int64) {
      isNegative = number < 0
      bits = UInt64(bitPattern: number)
    }

    init(_ number: UInt64) {
      isNegative = false
      bits = number
    }

    static func < (first: Bound, second: Bound) -> Bool {
      first.isNegative == second.isNegative ? first.bits < second.bits : first.isNegative
    }
  }
}
