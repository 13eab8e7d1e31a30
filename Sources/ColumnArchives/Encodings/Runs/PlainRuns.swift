internal import ArchiveBytes
internal import Foundation

/// Strings, uncompressed: lengths, their sum, and all bytes, one value after another.
enum PlainRuns: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 0...0 }

  /// At least one byte for each length. The exact size would take a pass over the values, and only matters to a
  /// dictionary, which has already declined.
  @inline(__always)
  static func cost(of values: RunValues) -> Int? { values.rows.count }

  @inline(__always)
  static func write(_ values: RunValues, to writer: ColumnWriter) -> Bool {
    writer.output.append(0)
    append(values.rows, to: writer)
    return true
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> RunColumn {
    PlainRunColumn(head, try ByteRun(&cursor, count: head.count))
  }

  /// Writes the lengths of strings, their sum, and their bytes.
  ///
  /// - Returns: The number of bytes of all strings, which are at the end of the output. If a string is too long for the
  ///   format, the writer gets a problem, and nothing is written.
  @discardableResult
  static func append(_ rows: Rows, to writer: ColumnWriter) -> Int {
    let lengths = unsafe writer.scratch(rows.count, of: UInt32.self)
    var (low, high, total) = (UInt32.max, UInt32.min, 0)
    var longest = 0
    rows.visit { position, address in
      let length = unsafe address.assumingMemoryBound(to: String.self).pointee.utf8.count
      let number = UInt32(truncatingIfNeeded: length)
      longest = max(longest, length)
      low = min(low, number)
      high = max(high, number)
      total += length
      unsafe lengths[position] = number
    }
    guard longest <= writer.maximumTextByteCount else {
      writer.problem = ArchiveError(
        .limitExceeded, expected: "strings of at most \(writer.maximumTextByteCount) bytes",
        found: "one of \(longest)")
      return 0
    }
    let output = writer.output
    unsafe output.append(UnsafeBufferPointer(start: lengths, count: rows.count), low: low, high: high)
    output.append(varint: UInt64(total))
    var place = unsafe output.reserve(total)
    var finder = TextBoundsFinder(count: rows.count)
    let wantsStatistics = writer.wantsStatistics
    rows.visit { _, address in
      unsafe withBytes(ofStringAt: address) { bytes in
        // SAFETY: `reserve` made room for all strings and 16 more bytes, so 16 bytes can be loaded from any place inside.
        if let start = unsafe UnsafeRawPointer(bytes.baseAddress) {
          unsafe place.copyMemory(from: start, byteCount: bytes.count)
        }
        if wantsStatistics { unsafe finder.add(place, bytes.count) }
        unsafe place += bytes.count
      }
    }
    output.advance(total)
    if wantsStatistics { writer.textBounds = finder.bounds }
    return total
  }
}

/// Data, in the form of uncompressed strings.
enum PlainData: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 0...0 }

  static func cost(of values: RunValues) -> Int? { values.rows.count }

  static func write(_ values: RunValues, to writer: ColumnWriter) -> Bool {
    let (rows, output) = (values.rows, writer.output)
    output.append(0)
    let lengths = unsafe writer.scratch(rows.count, of: UInt.self)
    var total = 0
    rows.visit { position, address in
      let count = unsafe address.assumingMemoryBound(to: Data.self).pointee.count
      unsafe lengths[position] = UInt(count)
      total += count
    }
    unsafe output.append(UnsafeBufferPointer(start: lengths, count: rows.count))
    output.append(varint: UInt64(total))
    var (place, left) = unsafe (output.reserve(total), total)
    rows.visit { _, address in
      // `copyBytes` of Data is not specialised: it takes several times as long as the copy.
      unsafe address.assumingMemoryBound(to: Data.self).pointee.withUnsafeBytes { bytes in
        precondition(bytes.count <= left, "data that changes while it is written")
        left -= bytes.count
        guard let start = bytes.baseAddress else { return }
        // SAFETY: `reserve` made room for `total` bytes, and the line above checks that these are within what is left.
        unsafe place.copyMemory(from: start, byteCount: bytes.count)
        unsafe place += bytes.count
      }
    }
    output.advance(total)
    return true
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> PlainRunColumn {
    PlainRunColumn(head, try ByteRun(&cursor, count: head.count))
  }
}

final class PlainRunColumn: OrderedRunColumn {
  private let run: ByteRun

  init(_ head: ColumnHead, _ run: ByteRun) {
    self.run = run
    super.init(head)
  }

  override func length(_ count: Int, in context: ReadContext) throws -> Int {
    try run.length(from: position, count: count, at: offset, in: context)
  }

  override func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    offset += try run.readStrings(from: position, count: count, at: offset, into: place, in: context)
    position += count
  }

  /// Reads the next data.
  func readData(_ count: Int, into place: Place, in context: ReadContext) throws {
    offset += try run.readData(from: position, count: count, at: offset, into: place, in: context)
    position += count
  }

  override func visitASCII(
    _ count: Int, in context: ReadContext, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws -> Bool {
    guard run.isASCII else { return false }
    unsafe offset += try run.visit(from: position, count: count, at: offset, in: context, body)
    position += count
    return true
  }

  override func checkBytes(_ count: Int, in context: ReadContext) throws {
    let length = try run.length(from: position, count: count, at: offset, in: context)
    if kind == .string { try run.checkText(from: position, count: count, at: offset, length, in: context) }
    offset += length
    position += count
  }

  override func readTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    let texts = try run.texts(from: position, count: count, at: offset, in: context)
    if kind == .string { try texts.checkText(in: context) }
    offset += texts.bytes.count
    position += count
    return .plain(texts)
  }
}
