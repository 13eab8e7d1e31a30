internal import ArchiveBytes

/// The encodings of floats, doubles and dates, by their first bytes. The page *ColumnArchiveFormat* describes them.
enum FloatEncoding: UInt8, CaseIterable {
  /// One number, whose bits are those of all.
  case equal = 0
  /// The numbers, lowest byte first.
  case plain = 1
  /// The highest byte of each number, then the next of each, and so on, as compressors like it: signs and exponents are
  /// alike in most columns, and the lowest bytes of a number are not. It is Parquet's `BYTE_STREAM_SPLIT`, but for the order
  /// of the bytes: zstd goes faster and faster over bytes in which nothing repeats, and would pass over the highest.
  case split = 2
  /// ``DecimalFloats``.
  case decimals = 3
}

/// A column of floats, doubles or dates.
@safe
final class FloatColumn: Column {
  // Safe: opening the column checked that all bytes are there, and the archive outlives the column.
  @safe
  private enum Numbers {
    /// The bits of all numbers.
    case equal(UInt64)
    /// Numbers at a fixed stride: a column, or a field of raw records.
    case plain(UnsafeRawPointer, stride: Int)
    case split(UnsafeRawPointer)
    case decimals(DecimalFloats)
  }

  private let numbers: Numbers

  /// Opens the column at the cursor.
  init(_ cursor: inout ByteCursor, _ head: ColumnHead) throws {
    let (byte, size) = (try cursor.readByte(), head.kind.floatSize)
    // The products cannot overflow: a count is less than 2⁵⁶.
    switch FloatEncoding(rawValue: byte) {
    case .equal:
      numbers = .equal(
        size == 4
          ? UInt64(try cursor.readNumber(as: UInt32.self)) : try cursor.readNumber(as: UInt64.self))
    case .plain: unsafe numbers = .plain(try cursor.readBytes(head.count * size), stride: size)
    case .split: unsafe numbers = .split(try cursor.readBytes(head.count * size))
    case .decimals: numbers = .decimals(try DecimalFloats(&cursor, head))
    case nil: throw cursor.malformed("an encoding of numbers", "the byte \(byte)")
    }
    super.init(head.kind, node: head.node, count: head.count)
  }

  /// Creates a column of a field of raw records, at an address and then every `stride` bytes.
  init(_ head: ColumnHead, bytes: UnsafeRawPointer, stride: Int) {
    unsafe numbers = .plain(bytes, stride: stride)
    super.init(head.kind, node: head.node, count: head.count)
  }

  /// The size of a number in bytes.
  var size: Int { kind.floatSize }

  /// Copies the bits of the next numbers.
  func read(_ count: Int, into place: Place) {
    copy(from: position, count: count, into: place)
    position += count
  }

  /// Passes the next numbers to `body` as doubles, whatever their width.
  func read(_ count: Int, _ body: (Int, Double) throws -> Void) throws {
    let partCount = 64
    try unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: partCount) { part in
      guard let numbers = part.baseAddress else { return }
      var done = 0
      while done < count {
        let part = min(count - done, partCount)
        // SAFETY: there is room for `partCount` numbers of eight bytes, and only those just copied are read.
        unsafe copy(from: position + done, count: part, into: Place(base: numbers, stride: 8))
        for number in 0..<part {
          let value =
            unsafe size == 4
            ? Double(UnsafeRawPointer(numbers + number).load(as: Float.self))
            : Double(bitPattern: numbers[number])
          try body(done + number, value)
        }
        done += part
      }
    }
    position += count
  }

  /// Copies the bits of `count` numbers from `first` on.
  func copy(from first: Int, count: Int, into place: Place) {
    if size == 4 {
      copy(Float.self, from: first, count: count, into: place)
    } else {
      copy(Double.self, from: first, count: count, into: place)
    }
  }

  @inline(__always)
  private func copy<Number: StoredFloat>(
    _ type: Number.Type, from first: Int, count: Int, into place: Place
  ) {
    typealias Bits = Number.Bits
    // SAFETY: the caller has room for `count` numbers, and keeps the range inside the column.
    func store(_ bits: Bits, _ row: Int) { unsafe place.row(row).base.storeBytes(of: bits, as: Bits.self) }
    switch numbers {
    case .equal(let bits): for row in 0..<count { store(Bits(truncatingIfNeeded: bits), row) }
    case .plain(let bytes, let stride):
      for row in 0..<count {
        unsafe store(bytes.loadLittleEndian(fromByteOffset: (first + row) * stride, as: Bits.self), row)
      }
    case .split(let bytes):
      for row in 0..<count {
        var bits: Bits = 0
        for byte in 0..<MemoryLayout<Bits>.size {
          let next = unsafe bytes.load(fromByteOffset: byte * self.count + first + row, as: UInt8.self)
          bits = bits << 8 | Bits(next)
        }
        store(bits, row)
      }
    case .decimals(let decimals):
      decimals.integers.visit(from: first, count: count) { row, bits in
        store(Number(Double(Int64(bitPattern: bits)) / decimals.power).bits, row)
      }
      decimals.visitExceptions(Bits.self, from: first, count: count) { store($1, $0) }
    }
  }
}
