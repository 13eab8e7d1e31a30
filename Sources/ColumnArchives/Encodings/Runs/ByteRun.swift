internal import ArchiveBytes
internal import Foundation

/// Lengths, their sum, and as many bytes as the sum.
@safe
struct ByteRun {
  private let lengths: PackedIntegers
  private let start: UnsafeRawPointer
  /// The offset of the first byte, for errors.
  private let origin: Int
  private let byteCount: Int
  let count: Int

  init(_ cursor: inout ByteCursor, count: Int) throws {
    lengths = try PackedIntegers(&cursor, count: count, isSigned: false)
    byteCount = try cursor.readCount()
    origin = cursor.origin + cursor.offset
    unsafe start = try cursor.readBytes(byteCount)
    self.count = count
  }

  /// Returns the total length of the next values, which begin `offset` bytes into the run.
  func length(from first: Int, count: Int, at offset: Int, in context: ReadContext) throws -> Int {
    let left = UInt64(byteCount - offset)
    guard let sum = lengths.total(from: first, count: count), sum <= left,
      first + count < self.count || sum == left
    else {
      throw context.malformed("lengths that add up to \(byteCount) bytes", "other lengths", at: origin)
    }
    return Int(sum)
  }

  /// Reads strings.
  ///
  /// - Returns: The number of bytes read.
  func readStrings(from first: Int, count: Int, at offset: Int, into place: Place, in context: ReadContext)
    throws -> Int
  {
    let total = try length(from: first, count: count, at: offset, in: context)
    var failure: Int?
    unsafe visit(from: first, count: count, at: offset, total) { row, bytes in
      let string = unsafe String(validUTF8: bytes)
      if string == nil, failure == nil { failure = row }
      place.initialize(row, to: string ?? "")
    }
    if let failure {
      place.destroyStrings(count)
      let places = try places(from: first, count: failure + 1, at: offset, in: context)
      throw RowError(row: failure, invalid(at: offset + places[failure].lowerBound, in: context))
    }
    return total
  }

  /// Returns a string, given a place that ``places(from:count:at:in:)`` found in the whole run; `nil` if its bytes are
  /// not valid UTF-8.
  func string(at place: Range<Int>) -> String? {
    // SAFETY: that method has checked that the place is inside the run.
    unsafe String(validUTF8: UnsafeRawBufferPointer(start: start + place.lowerBound, count: place.count))
  }

  func invalid(at offset: Int, in context: ReadContext) -> ArchiveError {
    context.malformed("a string in UTF-8", "invalid UTF-8", at: origin + offset)
  }

  /// Calls `body` with the position, from 0, and the bytes of each of the next values.
  ///
  /// - Parameter total: The result of ``length(from:count:at:in:)``.
  @inline(__always)
  private func visit(
    from first: Int, count: Int, at offset: Int, _ total: Int, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) {
    var (source, left) = unsafe (start + offset, total)
    lengths.visit(from: first, count: count) { row, bits in
      // SAFETY: `left` bytes of the run are left. `length(from:count:at:in:)` has checked that the lengths add up to
      // them. Only a mapped file that has changed since contains other lengths.
      let length = min(Int(clamping: bits), left)
      left -= length
      unsafe body(row, UnsafeRawBufferPointer(start: source, count: length))
      unsafe source += length
    }
  }

  /// Reads data.
  ///
  /// - Returns: The number of bytes read.
  func readData(from first: Int, count: Int, at offset: Int, into place: Place, in context: ReadContext)
    throws -> Int
  {
    let total = try length(from: first, count: count, at: offset, in: context)
    unsafe visit(from: first, count: count, at: offset, total) { row, bytes in
      let data = unsafe bytes.baseAddress.map { unsafe Data(bytes: $0, count: bytes.count) } ?? Data()
      place.initialize(row, to: data)
    }
    return total
  }

  /// Returns the places of the next values among the bytes that begin `offset` bytes into the run.
  func places(from first: Int, count: Int, at offset: Int, in context: ReadContext) throws -> [Range<Int>] {
    let total = try length(from: first, count: count, at: offset, in: context)
    var end = 0
    return lengths.array(from: first, count: count) { length in
      let start = end
      end += min(Int(clamping: length), total - end)
      return start..<end
    }
  }

  /// Returns the bytes of the next values, which begin `offset` bytes into the run.
  func texts(from first: Int, count: Int, at offset: Int, in context: ReadContext) throws -> ExportTexts {
    let places = try places(from: first, count: count, at: offset, in: context)
    // SAFETY: `places(from:count:at:in:)` has just checked that the values are inside the run.
    let bytes = unsafe UnsafeRawBufferPointer(start: start + offset, count: places.last?.upperBound ?? 0)
    return ExportTexts(bytes: unsafe Array(bytes), places: places)
  }
}

extension Place {
  /// Destroys the strings of the first rows.
  func destroyStrings(_ count: Int) {
    for row in 0..<count {
      unsafe self.row(row).base.assumingMemoryBound(to: String.self).deinitialize(count: 1)
    }
  }
}
