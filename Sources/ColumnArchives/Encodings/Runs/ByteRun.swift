internal import ArchiveBytes
internal import Foundation

/// Lengths, their sum, and that many bytes.
@safe
struct ByteRun {
  private let lengths: PackedIntegers
  fileprivate let bytes: UnsafeRawPointer
  fileprivate let byteCount: Int
  let count: Int

  init(_ cursor: inout ByteCursor, count: Int) throws {
    lengths = try PackedIntegers(&cursor, count: count, isSigned: false)
    byteCount = try cursor.readCount()
    unsafe bytes = try cursor.readBytes(byteCount)
    self.count = count
  }

  /// Returns the total length of the next values, which begin `offset` bytes into the run.
  func length(from first: Int, count: Int, at offset: Int, in context: ReadContext) throws -> Int {
    let left = byteCount - offset
    var (sum, isTooMany) = (0, false)
    lengths.visit(from: first, count: count) { _, bits in
      // The length is compared before it is added, so the sum cannot overflow an `Int`.
      if bits > UInt64(left - sum) { isTooMany = true } else { sum += Int(bits) }
    }
    guard !isTooMany, first + count < self.count || sum == left else {
      throw RowError(
        row: nil,
        context.malformed("lengths that add up to \(byteCount) bytes", "other lengths", at: unsafe bytes))
    }
    return sum
  }

  /// Returns the offset of each value in the run, and then the end of the last.
  func bounds(in context: ReadContext) throws -> [Int] {
    try context.charge(count, of: MemoryLayout<Int>.stride)
    _ = try length(from: 0, count: count, at: 0, in: context)
    var bounds = [0]
    bounds.reserveCapacity(count + 1)
    // `length(from:count:at:in:)` has just checked that the lengths add up to the run.
    lengths.visit(from: 0, count: count) { row, bits in bounds.append(bounds[row] + Int(bits)) }
    return bounds
  }

  /// Returns how many bytes the values with the next numbers have together; a value counts each time it occurs.
  ///
  /// - Parameter bounds: The result of ``bounds(in:)``.
  func byteCount(of numbers: PackedIntegers, from first: Int, count: Int, _ bounds: [Int]) -> Int {
    var sum = 0
    numbers.visit(from: first, count: count) { _, number in
      guard number < UInt64(bounds.count - 1) else { return }
      let (next, overflow) = sum.addingReportingOverflow(bounds[Int(number) + 1] - bounds[Int(number)])
      sum = overflow ? .max : next
    }
    return sum
  }

  /// Reads values.
  ///
  /// - Returns: The number of bytes read.
  @inline(__always)
  func read<Reader: RunReader>(
    from first: Int, count: Int, at offset: Int, into place: Place, in context: ReadContext,
    _ reader: Reader.Type
  ) throws -> Int {
    let total = try length(from: first, count: count, at: offset, in: context)
    let reader = unsafe Reader(
      UnsafeRawBufferPointer(start: bytes + offset, count: total), end: bytes + byteCount, in: context)
    var source = unsafe bytes + offset
    var left = total
    var failure: (row: Int, address: UnsafeRawPointer)?
    lengths.visit(from: first, count: count) { row, bits in
      // SAFETY: `left` bytes of the run are left. `length(from:count:at:in:)` has found the lengths to add up to them;
      // only a mapped file that has changed since has others.
      let length = min(Int(clamping: bits), left)
      left -= length
      let target = unsafe place.row(row).base
      if unsafe !reader.make(source, length, at: target) {
        unsafe target.initializeMemory(as: Reader.Value.self, to: Reader.substitute)
        if unsafe failure == nil { unsafe failure = (row, source) }
      }
      unsafe source += length
    }
    if let (row, address) = unsafe failure {
      for row in 0..<count {
        unsafe place.row(row).base.assumingMemoryBound(to: Reader.Value.self).deinitialize(count: 1)
      }
      throw RowError(row: row, context.malformed("a string in UTF-8", "invalid UTF-8", at: address))
    }
    return total
  }

  /// Returns the bytes of the next values, which begin `offset` bytes into the run.
  func texts(from first: Int, count: Int, at offset: Int, in context: ReadContext) throws -> ExportRun {
    let total = try length(from: first, count: count, at: offset, in: context)
    try context.charge(total)
    var end = 0
    // SAFETY: `length(from:count:at:in:)` has just checked that the values are inside the run.
    return ExportRun(
      bytes: unsafe Array(UnsafeRawBufferPointer(start: bytes + offset, count: total)),
      ends: lengths.array(from: first, count: count) { length in
        end += min(Int(clamping: length), total - end)
        return end
      })
  }

  /// Reads all values.
  func all<Reader: RunReader>(in context: ReadContext, _ reader: Reader.Type) throws -> [Reader.Value] {
    try context.charge(count, of: MemoryLayout<Reader.Value>.stride)
    return try unsafe Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      let place = unsafe Place(base: UnsafeMutableRawPointer(base), stride: MemoryLayout<Reader.Value>.stride)
      _ = try read(from: 0, count: count, at: 0, into: place, in: context, reader)
      initializedCount = count
    }
  }
}

/// Makes single strings from a run of distinct ones.
struct StringFinder {
  private let run: ByteRun
  private let bounds: [Int]
  private let reader: StringReader

  init(_ run: ByteRun, in context: ReadContext) throws {
    self.run = run
    bounds = try run.bounds(in: context)
    reader = unsafe StringReader(
      UnsafeRawBufferPointer(start: run.bytes, count: run.byteCount), end: run.bytes + run.byteCount,
      in: context)
  }

  /// Makes the strings that the next numbers refer to.
  func read(
    _ numbers: PackedIntegers, from first: Int, count: Int, into place: Place, in context: ReadContext
  ) throws {
    // Each one is a new string, however often its number occurs, so its bytes are charged each time.
    try context.charge(run.byteCount(of: numbers, from: first, count: count, bounds))
    var failure: RowError?
    numbers.visit(from: first, count: count) { row, number in
      let target = unsafe place.row(row).base
      if number < UInt64(run.count) {
        let (start, end) = (bounds[Int(number)], bounds[Int(number) + 1])
        // SAFETY: `number` was compared with the count, and `bounds(in:)` checked that the bounds are inside the run.
        if unsafe reader.make(run.bytes + start, end - start, at: target) { return }
        if failure == nil {
          failure = RowError(
            row: row, unsafe context.malformed("a string in UTF-8", "invalid UTF-8", at: run.bytes + start))
        }
      } else if failure == nil {
        failure = RowError(
          row: nil, context.malformed("numbers of \(run.count) distinct values", "a greater number"))
      }
      unsafe target.initializeMemory(as: String.self, to: "")
    }
    guard let failure else { return }
    for row in 0..<count {
      unsafe place.row(row).base.assumingMemoryBound(to: String.self).deinitialize(count: 1)
    }
    throw failure
  }
}

/// A reader that makes the values of a run.
protocol RunReader {
  associatedtype Value
  /// A placeholder for invalid values until the error is thrown.
  static var substitute: Value { get }
  /// Creates a reader of these bytes. Loads must not pass `end`, which is at or after the end of the bytes.
  init(_ bytes: UnsafeRawBufferPointer, end: UnsafeRawPointer, in context: ReadContext)
  /// Makes the value of `count` bytes, at an address inside the run, at a target.
  ///
  /// - Returns: `false` if the bytes are invalid. Nothing is at the target then.
  func make(_ address: UnsafeRawPointer, _ count: Int, at target: UnsafeMutableRawPointer) -> Bool
}

@safe
struct StringReader: RunReader {
  static let substitute = ""
  private let isASCII: Bool
  /// From this address on, loading two words would pass the end of the run. Before it, small strings are made from two
  /// words.
  private let wordsEnd: UnsafeRawPointer
  /// How the storage of longer strings is made; only if all are ASCII.
  private let storage: StringStorage?

  init(_ bytes: UnsafeRawBufferPointer, end: UnsafeRawPointer, in context: ReadContext) {
    isASCII = unsafe bytes.isASCII
    let start = unsafe bytes.baseAddress ?? end
    unsafe wordsEnd = isASCII && context.knowsStrings && end - start >= 16 ? end - 16 : start
    storage = isASCII ? context.stringStorage : nil
  }

  @inline(__always)
  func make(_ address: UnsafeRawPointer, _ count: Int, at target: UnsafeMutableRawPointer) -> Bool {
    if count < 16, unsafe address < wordsEnd {
      // SAFETY: the address is before `wordsEnd`, so the 16 bytes there are inside the run. Those after the string are
      // cleared.
      var low = unsafe UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
      var high = unsafe UInt64(littleEndian: address.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      if count < 8 {
        low &= (1 as UInt64) << UInt64(8 * count) - 1
        high = 0
      } else {
        high &= (1 as UInt64) << UInt64(8 * (count - 8)) - 1
      }
      unsafe target.initializeMemory(
        as: String.self, to: StringLayout.small(low: low, high: high, count: count))
      return true
    }
    if let storage, StringStorage.counts.contains(count) {
      // SAFETY: the bytes are inside the run, and all of them are ASCII.
      unsafe storage.make(address, count, at: target)
      return true
    }
    let bytes = unsafe UnsafeRawBufferPointer(start: address, count: count)
    let string =
      unsafe isASCII ? String(decoding: bytes, as: UTF8.self) : String(validUTF8: bytes)
    guard let string else { return false }
    unsafe target.initializeMemory(as: String.self, to: string)
    return true
  }
}

struct DataReader: RunReader {
  static let substitute = Data()

  init(_ bytes: UnsafeRawBufferPointer, end: UnsafeRawPointer, in context: ReadContext) {}

  func make(_ address: UnsafeRawPointer, _ count: Int, at target: UnsafeMutableRawPointer) -> Bool {
    unsafe target.initializeMemory(as: Data.self, to: Data(bytes: address, count: count))
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    var position = 0
    while count - position >= 32 {
      let bits = unsafe loadUnaligned(fromByteOffset: position, as: SIMD4<UInt64>.self)
      if (bits & SIMD4(repeating: 0x8080_8080_8080_8080)) != .zero { return false }
      position += 32
    }
    while position < count {
      if unsafe self[position] >= 0x80 { return false }
      position += 1
    }
    return true
  }
}
