internal import ArchiveBytes
internal import Foundation

/// Strings or data, uncompressed: lengths, their sum, and all bytes, one value after another.
enum PlainRuns: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 0...0 }
  static let version: UInt8 = 1

  /// At least one byte for each length. The exact size would take a pass over the values, and only matters to a
  /// dictionary, which has already declined.
  @inline(__always)
  static func cost(of values: RunValues) -> Int? { values.rows.count }

  @inline(__always)
  static func write(_ values: RunValues, to writer: ColumnWriter) -> Bool {
    writer.output.append(0)
    switch values.content {
    case .strings(let isKnown): appendStrings(values.rows, isKnown: isKnown, to: writer)
    case .data: appendData(values.rows, to: writer)
    }
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
  static func appendStrings(_ rows: Rows, isKnown: Bool, to writer: ColumnWriter) -> Int {
    let lengths = unsafe writer.scratch(rows.count, of: UInt32.self)
    var (low, high, total) = (UInt32.max, UInt32.min, 0)
    var longest = 0
    rows.visit { position, address in
      let length = unsafe withBytes(ofStringAt: address, isKnown: isKnown) { _, count in count }
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
    // The address of a longer string's object is its second word. That of a shorter one has characters, whose address is
    // none that could be prefetched.
    rows.visitReferences(at: MemoryLayout<Int>.size, after: 32) { _, address in
      unsafe withBytes(ofStringAt: address, isKnown: isKnown) { bytes, count in
        // SAFETY: `reserve` made room for all strings and 16 more bytes. A small string's own memory is 16 bytes.
        if isKnown, unsafe bytes == address {
          unsafe place.copyMemory(from: bytes, byteCount: 16)
        } else if count >= 16, count <= 48 {
          // Copies blocks of 16 bytes; the last one overlaps the one before.
          unsafe place.copyMemory(from: bytes, byteCount: 16)
          if count > 32 { unsafe (place + 16).copyMemory(from: bytes + 16, byteCount: 16) }
          unsafe (place + count - 16).copyMemory(from: bytes + count - 16, byteCount: 16)
        } else {
          unsafe place.copyMemory(from: bytes, byteCount: count)
        }
        // SAFETY: 16 bytes can be loaded from any place inside of the reserved room.
        if wantsStatistics { unsafe finder.add(place, count) }
        unsafe place += count
      }
    }
    output.advance(total)
    if wantsStatistics { writer.textBounds = finder.bounds }
    return total
  }

  private static func appendData(_ rows: Rows, to writer: ColumnWriter) {
    let lengths = unsafe writer.scratch(rows.count, of: Int.self)
    var total = 0
    rows.visit { position, address in
      let count = unsafe address.assumingMemoryBound(to: Data.self).pointee.count
      unsafe lengths[position] = count
      total += count
    }
    let output = writer.output
    unsafe lengths.withMemoryRebound(to: UInt.self, capacity: rows.count) { lengths in
      unsafe output.append(UnsafeBufferPointer(start: lengths, count: rows.count))
    }
    output.append(varint: UInt64(total))
    var place = unsafe output.reserve(total)
    rows.visit { _, address in
      let data = unsafe address.assumingMemoryBound(to: Data.self).pointee
      unsafe data.copyBytes(to: UnsafeMutableRawBufferPointer(start: place, count: data.count))
      unsafe place += data.count
    }
    output.advance(total)
  }
}

private final class PlainRunColumn: RunColumn {
  private let run: ByteRun
  /// The offset of the next value in the run.
  private var offset = 0

  init(_ head: ColumnHead, _ run: ByteRun) {
    self.run = run
    super.init(head)
  }

  override func save(to marks: inout [Int]) {
    super.save(to: &marks)
    marks.append(offset)
  }

  override func restore(from marks: inout ArraySlice<Int>) {
    super.restore(from: &marks)
    offset = marks.removeFirst()
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column + count)
    offset += try run.length(from: position, count: count, at: offset, in: context)
    position += count
  }

  override func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    offset += try run.read(
      from: position, count: count, at: offset, into: place, in: context, StringReader.self)
    position += count
  }

  override func readData(_ count: Int, into place: Place, in context: ReadContext) throws {
    offset += try run.read(
      from: position, count: count, at: offset, into: place, in: context, DataReader.self)
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
