internal import ArchiveBytes

/// The encodings of strings and data, by their first bytes. The page *ColumnArchiveFormat* describes them. Data has only the
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

  /// Creates a column of a run.
  private init(_ head: ColumnHead, _ run: ByteRun) {
    values = .plain(run)
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

  /// The distinct values as a column, and the number of each row's value; `nil` without a dictionary.
  var dictionary: (values: RunColumn, numbers: PackedIntegers)? {
    guard case .dictionary(let dictionary) = values else { return nil }
    let head = ColumnHead(kind: kind, node: node, count: dictionary.run.count)
    return (RunColumn(head, dictionary.run), dictionary.numbers)
  }

  /// Calls `body` with the position, from 0, and the bytes of each of the next strings, if all of the column is ASCII.
  ///
  /// - Returns: Whether it is. If not, nothing was read, and what `body` was called with is not all.
  func visitASCII(
    _ count: Int, in context: ReadContext, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws -> Bool {
    guard case .plain(let run) = values, run.isASCII else { return false }
    unsafe offset += try run.visit(from: position, count: count, at: offset, in: context, body)
    position += count
    return true
  }

  /// Checks that the next values can be read.
  func checkBytes(_ count: Int, in context: ReadContext) throws {
    switch values {
    case .plain(let run):
      let length = try run.length(from: position, count: count, at: offset, in: context)
      if kind == .string { try run.checkText(from: position, count: count, at: offset, length, in: context) }
      offset += length
    case .dictionary(let dictionary):
      try dictionary.checkBytes(from: position, count: count, in: context)
    }
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
