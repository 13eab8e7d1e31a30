internal import ArchiveBytes
internal import ArchiveValues

/// Enumerations: a column of case numbers, and for each case one column per associated value, with the rows of that
/// case.
class CaseCodec: ColumnCodec, @unchecked Sendable {
  fileprivate let schema: ArchiveSchema

  fileprivate init(_ memory: ValueMemory, _ schema: ArchiveSchema) {
    self.schema = schema
    super.init(memory)
  }

  /// The codecs of the associated values of each case; set once, before the codec is published.
  fileprivate(set) var payloads: [[ColumnCodec]] = []

  override final func describe(in schema: inout SchemaBuilder) -> Int {
    let node = SchemaNode(kind: .cases, names: self.schema.cases.map(\.name))
    return schema.define(self, node) { schema in
      zip(self.schema.cases, payloads).map { element, payloads in
        let number = schema.add(SchemaNode(kind: .record, names: element.fields))
        let children = payloads.map { $0.describe(in: &schema) }
        schema.setChildren(children, of: number)
        return number
      }
    }
  }

  /// The memory of each case; empty unless the enumeration takes one byte.
  fileprivate var caseBytes: [UInt8] { [] }

  /// Returns how the cases of a column correspond to those of the type.
  fileprivate func match(of column: CaseColumn, in context: ReadContext) -> CaseMatch {
    context.plan.caseMatch(of: self, to: column.node) { node in
      let known = context.isExact ? Array(node.names.indices) : node.names.map { schema.caseIndex(named: $0) }
      let bytes = caseBytes
      let positions = zip(known, node.children).map { own, record -> [Int?] in
        guard let own else { return [] }
        let fields = schema.cases[own]
        let stored = Dictionary(
          zip(context.schema[record].names, 0...), uniquingKeysWith: { first, _ in first })
        return fields.fields.map { name in
          ([name] + (fields.formerFields[name] ?? [])).lazy.compactMap { stored[$0] }.first
        }
      }
      return CaseMatch(
        known: known, bytes: bytes.isEmpty ? [] : known.map { $0.map { bytes[$0] } ?? 0 },
        positions: positions)
    }
  }

  @inline(never)
  fileprivate func unknownCase(_ number: UInt64, row: Int, of column: CaseColumn, in context: ReadContext)
    -> RowError
  {
    let names = context.schema[column.node].names
    guard number < UInt64(names.count) else {
      return RowError(row: row, context.malformed("one of \(names.count) cases", "number \(number)"))
    }
    return RowError(
      row: row,
      ArchiveError(
        .invalidValue, expected: "a case of \(memory.type)", found: "the case \(names[Int(number)])",
        advice: "The archive may come from a newer version of the type."))
  }
}

/// Enumerations without associated values that take one byte in memory.
final class PlainCaseCodec: CaseCodec, @unchecked Sendable {
  /// The case number for each byte (`numbers`), and the byte of each case (`bytes`).
  private let numbers: [UInt8]
  private let bytes: [UInt8]
  private let isIdentity: Bool

  /// Returns `nil` unless every case has its own byte.
  init?(_ memory: ValueMemory, _ schema: ArchiveSchema, _ cases: [ColumnCase]) {
    guard memory.size == 1, cases.count == schema.cases.count, cases.count <= 256 else { return nil }
    var (numbers, bytes) = ([UInt8](repeating: 0, count: 256), [UInt8]())
    for (number, element) in cases.enumerated() {
      guard element.position == number, let byte = element.byte, !bytes.contains(byte) else { return nil }
      numbers[Int(byte)] = UInt8(number)
      bytes.append(byte)
    }
    self.numbers = numbers
    self.bytes = bytes
    isIdentity = bytes.enumerated().allSatisfy { $0 == Int($1) }
    super.init(memory, schema)
    payloads = cases.map { _ in [] }
  }

  override var isScalar: Bool { true }
  override fileprivate var caseBytes: [UInt8] { bytes }

  override func canReadOne(inside outer: [ColumnCodec]) -> Bool { true }

  override func readOne(_ reader: inout DirectReader, into address: UnsafeMutableRawPointer) -> Bool {
    // The column of one number; cases without associated values have no other columns.
    guard let number = reader.readOnlyCount(), bytes.indices.contains(number) else { return false }
    unsafe address.storeBytes(of: bytes[number], as: UInt8.self)
    return true
  }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    let found = unsafe writer.scratch(rows.count, of: UInt8.self)
    var (low, high) = (UInt8.max, UInt8.min)
    unsafe numbers.withUnsafeBufferPointer { numbers in
      rows.visit { position, address in
        let byte = unsafe address.load(as: UInt8.self)
        let number = isIdentity ? byte : unsafe numbers[Int(byte)]
        low = min(low, number)
        high = max(high, number)
        unsafe found[position] = number
      }
    }
    unsafe writer.output.append(UnsafeBufferPointer(start: found, count: rows.count), low: low, high: high)
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard let column = column as? CaseColumn else {
      throw context.mismatch(column, expected: "an enumeration")
    }
    let match = match(of: column, in: context)
    let (known, bytes, isComplete) = (match.known, match.bytes, match.isComplete)
    let limit = UInt64(bytes.count)
    var failure: (row: Int, number: UInt64)?
    unsafe bytes.withUnsafeBufferPointer { bytes in
      column.numbers.visit(from: column.position, count: count) { row, number in
        let isKnown = number < limit && (isComplete || known[Int(number)] != nil)
        if !isKnown, failure == nil { failure = (row, number) }
        unsafe place.row(row).base.storeBytes(of: isKnown ? bytes[Int(number)] : 0, as: UInt8.self)
      }
    }
    if let failure { throw unknownCase(failure.number, row: failure.row, of: column, in: context) }
    // Associated values that the type lacks are skipped.
    if column.hasPayloads { return try column.skip(count, in: context) }
    column.position += count
  }
}

/// Enumerations with associated values, which the type's own methods encode and decode.
@safe
final class PayloadCaseCodec: CaseCodec, @unchecked Sendable {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  private let encodeFields: (UnsafeRawPointer, RowEncoder) throws -> Void
  private let initialize: (UnsafeMutableRawPointer, RowDecoder) throws -> Void

  init<Record: ArchiveRecord>(_ type: Record.Type) {
    unsafe encodeFields = { address, encoder in
      var encoder = encoder
      try unsafe address.assumingMemoryBound(to: Record.self).pointee.encodeFields(to: &encoder)
    }
    unsafe initialize = { address, decoder in
      var decoder = decoder
      let value = try Record(fields: &decoder)
      unsafe address.initializeMemory(as: Record.self, to: value)
    }
    super.init(ValueMemory(type), Record.archiveSchema)
  }

  func complete(_ payloads: [[ColumnCodec]]) { self.payloads = payloads }

  override var parts: [ColumnCodec] { payloads.flatMap { $0 } }

  override func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    let encoder = RowEncoder(payloads)
    try rows.visit { row, address in
      do {
        try unsafe encodeFields(address, encoder)
        guard encoder.numbers.count == row + 1 else { throw encoder.disagreement("one case a value") }
      } catch {
        throw RowError(row: row, wrapping: error)
      }
    }
    unsafe encoder.numbers.withUnsafeBufferPointer { unsafe writer.output.append($0) }
    for (number, columns) in encoder.columns.enumerated() where !columns.isEmpty {
      let count = encoder.counts[number]
      writer.output.append(varint: UInt64(count))
      guard count > 0 else { continue }
      for (position, column) in columns.enumerated() {
        guard column.count == count else {
          throw RowError(
            row: nil, encoder.disagreement("every associated value of \(schema.cases[number].name)"))
        }
        try RowError.mapping {
          try writer.nested { try column.withRows { try column.codec.write($0, to: writer) } }
        } _: { failure in
          failure.error = failure.error.prefixed(.field(schema.cases[number].fields[position]))
          failure.row = failure.row.map { encoder.row(of: $0, inCase: number) }
        }
      }
    }
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard let column = column as? CaseColumn else {
      throw context.mismatch(column, expected: "an enumeration")
    }
    let match = match(of: column, in: context)
    var done = 0
    do {
      while done < count {
        let part = min(count - done, 512)
        try decodePart(column, match, into: place.row(done), count: part, in: context)
        done += part
      }
    } catch {
      memory.destroy(place, done)
      var failure = RowError(row: nil, wrapping: error)
      failure.row = failure.row.map { $0 + done }
      throw failure
    }
  }

  private func decodePart(
    _ column: CaseColumn, _ match: CaseMatch, into place: Place, count: Int, in context: ReadContext
  ) throws {
    let known = match.known
    try context.charge(known.count, of: WorkCost.case)
    var numbers: [Int] = []
    var counts = [Int](repeating: 0, count: known.count)
    var failure: (row: Int, number: UInt64)?
    column.numbers.visit(from: column.position, count: count) { row, number in
      guard number < UInt64(known.count), known[Int(number)] != nil else {
        if failure == nil { failure = (row, number) }
        return
      }
      numbers.append(Int(number))
      counts[Int(number)] += 1
    }
    if let failure { throw unknownCase(failure.number, row: failure.row, of: column, in: context) }

    let slots = try counts.indices.map { number -> [RowSlot] in
      guard counts[number] > 0, let own = known[number] else { return [] }
      return try RowError.mapping {
        try readSlots(
          ofCase: own, column.payloads[number], at: match.positions[number], count: counts[number],
          in: context)
      } _: { failure in
        guard let wanted = failure.row else { return }
        let rows = numbers.indices.filter { numbers[$0] == number }
        failure.row = rows.indices.contains(wanted) ? rows[wanted] : 0
      }
    }
    let decoder = RowDecoder()
    var next = [Int](repeating: 0, count: known.count)
    for (row, number) in numbers.enumerated() {
      decoder.slots = slots[number]
      decoder.row = next[number]
      decoder.caseNumber = known[number]
      next[number] += 1
      do {
        try unsafe initialize(place.row(row).base, decoder)
      } catch {
        memory.destroy(place, row)
        throw RowError(row: row, wrapping: error)
      }
    }
    column.position += count
  }

  /// Reads the associated values of the next rows of a case.
  private func readSlots(
    ofCase own: Int, _ record: RecordColumn?, at positions: [Int?], count: Int, in context: ReadContext
  ) throws -> [RowSlot] {
    let slots = try payloads[own].enumerated().map { index, codec -> RowSlot in
      let name = schema.cases[own].fields[index]
      guard let position = positions[index] else { return RowSlot(absent: name, codec) }
      guard let record, position < record.fields.count else {
        throw RowError(row: nil, context.malformed("the associated values of a case", "none"))
      }
      return try RowError.mapping {
        try context.nested {
          try RowSlot(codec, record.fields[position], count: count, name: name, in: context)
        }
      } _: { failure in
        failure.error = failure.error.prefixed(.field(name))
      }
    }
    record?.position += count
    return slots
  }
}
