internal import Foundation

/// The encodings of strings and data, by their first bytes. `ColumnArchiveFormat.md` describes them. Data uses only
/// the first.
enum RunEncoding: UInt8, CaseIterable {
  /// ``ByteRun``.
  case plain = 0
  /// The distinct strings, and a column of their numbers.
  case dictionary = 1
}

/// A column of strings or data.
final class RunColumn: Column {
  enum Values {
    case plain(ByteRun)
    case dictionary(RunDictionary)
  }

  let values: Values
  /// The offset of the next value in the run of plain values.
  private var offset = 0

  /// Opens the column at the cursor.
  init(_ cursor: inout ByteCursor, _ head: ColumnHead) throws {
    let byte = try cursor.readByte()
    switch RunEncoding(rawValue: byte) {
    case .plain: values = .plain(try ByteRun(&cursor, count: head.count))
    case .dictionary where head.kind == .string:
      values = .dictionary(try RunDictionary(&cursor, count: head.count))
    default: throw cursor.malformed("an encoding of strings or data", "the byte \(byte)")
    }
    super.init(head.kind, node: head.node, count: head.count)
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
    if case .plain(let run) = values {
      offset += try run.length(from: position, count: count, at: offset, in: context)
    }
    position += count
  }

  /// Reads the next strings.
  func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    switch values {
    case .plain(let run):
      offset += try run.readStrings(from: position, count: count, at: offset, into: place, in: context)
    case .dictionary(let dictionary):
      try dictionary.readStrings(from: position, count: count, into: place, in: context)
    }
    position += count
  }

  /// Reads the next data.
  func readData(_ count: Int, into place: Place, in context: ReadContext) throws {
    guard case .plain(let run) = values else { throw context.mismatch(self, expected: "data") }
    offset += try run.readData(from: position, count: count, at: offset, into: place, in: context)
    position += count
  }

  /// Returns the next values. Strings are valid UTF-8.
  func readTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    let first = position
    var texts = try readDistinctTexts(count, in: context)
    if case .dictionary(let dictionary) = values {
      texts.places = dictionary.places(of: texts, from: first, count: count)
    }
    return texts
  }

  /// Reads the next values. Returns all of them, or if the column has a dictionary, its entries.
  func readDistinctTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    defer { position += count }
    switch values {
    case .plain(let run):
      let texts = try run.texts(from: position, count: count, at: offset, in: context)
      if kind == .string { try texts.checkText(in: context) }
      offset += texts.bytes.count
      return texts
    case .dictionary(let dictionary):
      try dictionary.check(from: position, count: count, in: context)
      return try dictionary.texts(in: context)
    }
  }
}

/// Writes columns of strings and data.
enum RunValues {
  /// Writes strings. If they repeat, writes a dictionary of the distinct strings.
  static func writeStrings(_ rows: Rows, to writer: ColumnWriter) {
    let output = writer.output
    if let dictionary = StringDictionary.of(rows) {
      output.append(RunEncoding.dictionary.rawValue)
      output.append(varint: UInt64(dictionary.strings.count))
      unsafe dictionary.strings.withUnsafeBufferPointer {
        append(
          unsafe Rows(runs: $0, offset: 0, stride: MemoryLayout<String>.stride, count: $0.count), to: writer)
      }
      unsafe dictionary.numbers.withUnsafeBufferPointer { _ = unsafe output.append($0) }
      return
    }
    output.append(RunEncoding.plain.rawValue)
    append(rows, to: writer)
  }

  /// Writes strings as lengths, their sum, and bytes.
  private static func append(_ rows: Rows, to writer: ColumnWriter) {
    unsafe append(rows, to: writer, writer.wantsStatistics) { address in
      unsafe address.assumingMemoryBound(to: String.self).pointee.utf8.count
    } bytes: { address, body in
      unsafe withBytes(ofStringAt: address) { unsafe body(UnsafeRawBufferPointer($0)) }
    }
  }

  /// Writes data, in the form of plain strings.
  static func writeData(_ rows: Rows, to writer: ColumnWriter) {
    writer.output.append(RunEncoding.plain.rawValue)
    unsafe append(rows, to: writer, false) { address in
      unsafe address.assumingMemoryBound(to: Data.self).pointee.count
    } bytes: { address, body in
      // `copyBytes` of Data is not specialised: it takes several times as long as copying the bytes.
      unsafe address.assumingMemoryBound(to: Data.self).pointee.withUnsafeBytes { unsafe body($0) }
    }
  }

  /// Writes the lengths of values, their sum, and their bytes.
  ///
  /// - Parameters:
  ///   - wantsStatistics: Whether to record bounds of the values.
  ///   - count: Returns the number of bytes of the value at an address.
  ///   - bytes: Calls a function with these bytes.
  @inline(__always)
  private static func append(
    _ rows: Rows, to writer: ColumnWriter, _ wantsStatistics: Bool, count: (UnsafeRawPointer) -> Int,
    bytes: (UnsafeRawPointer, (UnsafeRawBufferPointer) -> Void) -> Void
  ) {
    let (output, lengths) = unsafe (writer.output, writer.scratch(rows.count, of: UInt.self))
    var total = 0
    rows.visit { position, address in
      let count = unsafe count(address)
      unsafe lengths[position] = UInt(count)
      total += count
    }
    unsafe output.append(UnsafeBufferPointer(start: lengths, count: rows.count))
    output.append(varint: UInt64(total))
    var finder = TextBoundsFinder(count: rows.count)
    var (place, left) = unsafe (output.reserve(total), total)
    rows.visit { _, address in
      unsafe bytes(address) { bytes in
        precondition(bytes.count <= left, "a value that changes while it is written")
        left -= bytes.count
        // SAFETY: `reserve` made room for `total` bytes, and the line above checks that these bytes fit the rest of
        // the room. `reserve` also made room for 16 more bytes, so 16 bytes can be loaded from any place inside.
        if let start = bytes.baseAddress { unsafe SmallCopy.copy(start, to: place, bytes.count) }
        if wantsStatistics { unsafe finder.add(place, bytes.count) }
        unsafe place += bytes.count
      }
    }
    output.advance(total)
    if wantsStatistics, let bounds = finder.bounds { writer.note(.text(bounds)) }
  }
}
