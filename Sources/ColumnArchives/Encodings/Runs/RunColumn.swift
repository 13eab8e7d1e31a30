internal import ArchiveBytes

/// The encodings of strings and data, by their first bytes. `ColumnArchiveFormat.md` describes them. Data has only the
/// first.
enum RunEncoding: UInt8, CaseIterable {
  /// ``ByteRun``.
  case plain = 0
  /// The distinct strings, and a column of their numbers.
  case dictionary = 1
}

/// A column of strings or data.
final class RunColumn: Column {
  private enum Values {
    case plain(ByteRun)
    case dictionary(RunDictionary)
  }

  private let values: Values
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

  /// Returns the bytes of the next values. Those of strings are valid.
  func readTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    defer { position += count }
    switch values {
    case .plain(let run):
      let texts = try run.texts(from: position, count: count, at: offset, in: context)
      if kind == .string { try texts.checkText(in: context) }
      offset += texts.bytes.count
      return .plain(texts)
    case .dictionary(let dictionary):
      return try dictionary.readTexts(from: position, count: count, in: context)
    }
  }
}
