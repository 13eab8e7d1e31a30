/// The encodings of booleans, by their first bytes.
enum BitEncoding: UInt8, CaseIterable {
  case allFalse = 0
  case allTrue = 1
  /// One bit for each value, from the lowest bit of the first byte.
  case bits = 2
}

/// An opened column of integers, or of booleans as 0 and 1. They are sums of a base and distances from it, which are
/// unpacked some at a time.
@safe
struct PackedIntegers {
  /// The number added to each distance, wrapping around.
  let base: UInt64
  /// The width of each distance from the base, in bits; 0 if all integers are equal.
  let bits: Int
  let isSigned: Bool
  private let distances: Distances

  private enum Distances {
    case none
    case packed(PackedNumbers)
    case blocks(IntegerBlocks)
    /// One byte each: a field of raw records.
    case bytes(StridedBytes)
    /// Copies.
    case array([UInt8])
  }

  /// The first byte of a column in blocks. In other columns, the first byte is the width of the distances.
  static let blocksByte: UInt8 = 65
  /// The number of integers unpacked at a time.
  private static let partCount = 128

  /// Opens the column of `count` integers at the cursor. This checks that all bytes are there.
  init(_ cursor: inout ByteCursor, count: Int, isSigned: Bool) throws {
    let first = try cursor.readByte()
    let isInBlocks = first == Self.blocksByte
    bits = Int(isInBlocks ? try cursor.readByte() : first)
    guard PackedNumbers.isWidth(bits), !isInBlocks || bits > 0 else {
      throw cursor.malformed("an encoding of integers", "the byte \(isInBlocks ? UInt8(bits) : first)")
    }
    base = try cursor.readBase(isSigned: isSigned)
    self.isSigned = isSigned
    if isInBlocks {
      distances = .blocks(try IntegerBlocks(&cursor, count: count, bits: bits))
    } else if bits == 0 {
      distances = .none
    } else {
      distances = .packed(try PackedNumbers(&cursor, count: count, bits: bits))
    }
  }

  /// Opens a column of `count` booleans at the cursor.
  init(bits cursor: inout ByteCursor, count: Int) throws {
    let byte = try cursor.readByte()
    guard let encoding = BitEncoding(rawValue: byte) else {
      throw cursor.malformed("an encoding of booleans", "the byte \(byte)")
    }
    (base, bits, isSigned) = (encoding == .allTrue ? 1 : 0, encoding == .bits ? 1 : 0, false)
    distances = encoding == .bits ? .packed(try PackedNumbers(&cursor, count: count, bits: 1)) : .none
  }

  /// Creates integers of one byte each.
  init(bytes: StridedBytes) {
    (base, bits, isSigned) = (0, 8, false)
    distances = .bytes(bytes)
  }

  /// Creates integers that do not come from an archive.
  init(_ numbers: [UInt8]) {
    (base, bits, isSigned) = (0, 8, false)
    distances = .array(numbers)
  }

  /// The bits of all integers, if they are stored as equal.
  var constant: UInt64? { bits == 0 ? base : nil }

  /// Calls `body` with the position, from 0, and the bits of each of `count` integers from `first` on.
  ///
  /// The caller must keep the range inside the column.
  @inline(__always)
  func visit(from first: Int, count: Int, _ body: (Int, UInt64) throws -> Void) rethrows {
    if bits == 0 {
      for position in 0..<count { try body(position, base) }
      return
    }
    try unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.partCount) { part in
      guard let part = part.baseAddress else { return }
      var done = 0
      while done < count {
        let partCount = min(count &- done, Self.partCount)
        unsafe unpack(from: first &+ done, count: partCount, to: part)
        // SAFETY: only the numbers that were just unpacked are read.
        for position in 0..<partCount { try unsafe body(done &+ position, base &+ part[position]) }
        done &+= partCount
      }
    }
  }

  /// Calls `body` like ``visit(from:count:_:)``, and returns the sum of the integers; `nil` if it overflows.
  @inline(__always)
  func total(from first: Int, count: Int, _ body: (Int, UInt64) -> Void = { _, _ in }) -> UInt64? {
    var (sum, overflowed) = (0 as UInt64, false)
    visit(from: first, count: count) { position, bits in
      let (next, overflow) = sum.addingReportingOverflow(bits)
      (sum, overflowed) = (next, overflowed || overflow)
      body(position, bits)
    }
    return overflowed ? nil : sum
  }

  /// Unpacks at most ``partCount`` distances, for which the target has room.
  private func unpack(from first: Int, count: Int, to target: UnsafeMutablePointer<UInt64>) {
    switch distances {
    case .none: unsafe target.update(repeating: 0, count: count)
    case .packed(let numbers): unsafe numbers.unpack(from: first, count: count, to: target)
    case .blocks(let blocks): unsafe blocks.unpack(from: first, count: count, to: target)
    case .bytes(let bytes):
      // SAFETY: the caller has room for them.
      for position in 0..<count {
        unsafe target[position] = UInt64(bytes.load(first + position, as: UInt8.self))
      }
    case .array(let numbers):
      for position in 0..<count { unsafe target[position] = UInt64(numbers[first + position]) }
    }
  }

  /// Stores booleans as bytes of 0 and 1.
  func storeBits(from first: Int, count: Int, at place: Place) {
    if place.stride == 1, bits == 1, case .packed(let numbers) = distances {
      // SAFETY: the caller has room for this many bytes.
      unsafe numbers.unpackBytes(from: first, count: count, to: place.base)
    } else {
      visit(from: first, count: count) { place.initialize($0, to: UInt8(truncatingIfNeeded: $1)) }
    }
  }

  /// Returns booleans as bytes of 0 and 1.
  func bits(from first: Int, count: Int) -> [UInt8] {
    Place.values(count) { storeBits(from: first, count: count, at: $0) }
  }

  /// Returns the sum of booleans.
  func sum(from first: Int = 0, count: Int) -> Int {
    if let constant { return constant == 0 ? 0 : count }
    return stride(from: first, to: first + count, by: 4_096).reduce(0) { sum, start in
      bits(from: start, count: min(4_096, first + count - start)).reduce(sum) { $0 + Int($1) }
    }
  }

  /// Stores integers side by side, if they are stored as words of the same width. They must fit it.
  ///
  /// - Returns: Whether they were stored.
  @inline(__always)
  func copy<Number: FixedWidthInteger>(
    from first: Int, count: Int, as type: Number.Type, to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard case .packed(let packed) = distances, bits == Number.bitWidth, UInt16(1).littleEndian == 1 else {
      return false
    }
    // SAFETY: the caller has room for this many numbers.
    unsafe packed.copy(from: first, count: count, to: target)
    if base == 0 { return true }
    let numbers = unsafe target.assumingMemoryBound(to: Number.self)
    let base = Number(truncatingIfNeeded: self.base)
    for position in 0..<count { unsafe numbers[position] &+= base }
    return true
  }

  /// The bits of the maximum integer that the column's width can represent; `nil` if some would wrap around.
  var greatest: UInt64? {
    let range = bits == 64 ? UInt64.max : (1 as UInt64) << UInt64(bits) - 1
    if isSigned {
      let (high, overflow) = Int64(bitPattern: base).addingReportingOverflow(Int64(clamping: range))
      return overflow || range > UInt64(Int64.max) ? nil : UInt64(bitPattern: high)
    }
    let (high, overflow) = base.addingReportingOverflow(range)
    return overflow ? nil : high
  }
}

extension ByteCursor {
  /// Reads the base of the distances.
  mutating func readBase(isSigned: Bool) throws -> UInt64 {
    let number = try readVarint()
    return isSigned ? number >> 1 ^ (0 &- (number & 1)) : number
  }
}
