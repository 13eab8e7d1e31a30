internal import ArchiveBytes
internal import ArchiveValues

/// Enumerations: a column of case numbers, and one column per associated value of each case, with the rows of that
/// case. The type's own methods encode and decode the values, unless each value is one byte of memory.
@safe
final class CaseCodec: ColumnCodec {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  let memory: ValueMemory
  let schema: ArchiveSchema
  /// The associated values of each case. Set once, before the codec is published.
  private(set) var payloads: [[RecordCodec.Field]] = []
  /// The bytes of the cases; `nil` if some cases have associated values, or values are larger.
  private let plain: PlainCases?
  private let encodeFields: (UnsafeRawPointer, RowEncoder) throws -> Void
  fileprivate let initialize: (Place, RowDecoder) throws -> Void

  init<Record: ArchiveRecord>(_ type: Record.Type, _ cases: [ColumnCase]) {
    plain = PlainCases(cases)
    unsafe encodeFields = { address, encoder in
      var encoder = encoder
      try unsafe address.assumingMemoryBound(to: Record.self).pointee.encodeFields(to: &encoder)
    }
    initialize = { place, decoder in
      var decoder = decoder
      place.initialize(0, to: try Record(fields: &decoder))
    }
    (memory, schema) = (ValueMemory(type), Record.archiveSchema)
  }

  func complete(_ payloads: [[RecordCodec.Field]]) { self.payloads = payloads }

  var isScalar: Bool { plain != nil }

  func describe(in schema: inout SchemaBuilder) -> Int {
    let node = SchemaNode(kind: .cases, names: self.schema.cases.map(\.name))
    return schema.define(self, node) { schema in
      zip(self.schema.cases, payloads).map { element, payloads in
        let number = schema.add(SchemaNode(kind: .record, names: element.fields))
        let children = payloads.map { $0.codec.describe(in: &schema) }
        schema.setChildren(children, of: number)
        return number
      }
    }
  }

  func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    if let plain { return plain.encode(rows, to: writer) }
    let encoder = RowEncoder(payloads.map { $0.map(\.codec) })
    try rows.visit { row, address in
      try RowError.at(row) {
        try unsafe encodeFields(address, encoder)
        guard encoder.numbers.count == row + 1 else { throw encoder.disagreement("one case a value") }
      }
    }
    _ = unsafe encoder.numbers.withUnsafeBufferPointer { unsafe writer.output.append($0) }
    for (number, columns) in encoder.columns.enumerated() where !columns.isEmpty {
      let count = encoder.counts[number]
      writer.output.append(varint: UInt64(count))
      guard count > 0 else { continue }
      for (position, column) in columns.enumerated() {
        guard column.count == count else {
          throw encoder.disagreement("every associated value of \(schema.cases[number].name)")
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

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep {
    guard plan.schema[node].kind == .cases else { return plan.mismatch(node, expected: "an enumeration") }
    let stored = StoredCases(names: plan.schema[node].names, type: memory.type)
    // The type's case number for each case of the archive.
    let known = stored.names.map { schema.caseIndex(named: $0) }
    if let plain { return plain.step(known, stored) }
    return plan.define(self, at: node) { [self] in
      ReadStep(PayloadCaseStep(self, stored, known, at: node, in: plan).run)
    }
  }
}

/// The cases of an archive, for errors.
private struct StoredCases {
  let names: [String]
  let type: any Any.Type

  @inline(never)
  func unknown(_ number: UInt64, row: Int, in context: ReadContext) -> RowError {
    guard number < UInt64(names.count) else {
      return RowError(row: row, context.malformed("one of \(names.count) cases", "number \(number)"))
    }
    return RowError(
      row: row,
      ArchiveError(
        .invalidValue, expected: "a case of \(type)", found: "the case \(names[Int(number)])",
        advice: "The archive may come from a newer version of the type."))
  }
}

/// The bytes of the cases of an enumeration whose values take one byte in memory.
private struct PlainCases {
  /// The case number for each byte (`numbers`), and the byte of each case (`bytes`).
  private let numbers: [UInt8]
  private let bytes: [UInt8]

  /// Returns `nil` unless every case has its own byte.
  init?(_ cases: [ColumnCase]) {
    if cases.isEmpty { return nil }
    var (numbers, bytes) = ([UInt8](repeating: 0, count: 256), [UInt8]())
    for (number, element) in cases.enumerated() {
      guard let byte = element.byte, !bytes.contains(byte) else { return nil }
      numbers[Int(byte)] = UInt8(number)
      bytes.append(byte)
    }
    (self.numbers, self.bytes) = (numbers, bytes)
  }

  func encode(_ rows: Rows, to writer: ColumnWriter) {
    let found = unsafe writer.scratch(rows.count, of: UInt8.self)
    unsafe numbers.withUnsafeBufferPointer { numbers in
      rows.visit { position, address in
        let byte = unsafe address.load(as: UInt8.self)
        unsafe found[position] = numbers[Int(byte)]
      }
    }
    unsafe writer.output.append(UnsafeBufferPointer(start: found, count: rows.count))
  }

  func step(_ known: [Int?], _ stored: StoredCases) -> ReadStep {
    let bytes = known.map { number -> UInt8? in number.map { self.bytes[$0] } }
    return ReadStep { column, place, count, context in
      let column = try column.cast(to: CaseColumn.self, in: context)
      var failure: (row: Int, number: UInt64)?
      unsafe bytes.withUnsafeBufferPointer { bytes in
        let limit = UInt64(bytes.count)
        column.numbers.visit(from: column.position, count: count) { row, number in
          let byte: UInt8? = number < limit ? unsafe bytes[Int(number)] : nil
          if byte == nil, failure == nil { failure = (row, number) }
          place.initialize(row, to: byte ?? 0)
        }
      }
      if let failure { throw stored.unknown(failure.number, row: failure.row, in: context) }
      // Associated values that do not exist in the type are skipped.
      if column.hasPayloads { return try column.skip(count, in: context) }
      column.position += count
    }
  }
}

/// Reads enumerations with associated values.
private struct PayloadCaseStep {
  private let codec: CaseCodec
  private let stored: StoredCases
  /// For each case of the archive, the number of the type's case, or `nil` if the type lacks it.
  private let known: [Int?]

  /// For each case of the archive, the associated values of the type's case.
  private let payloads: [FieldSources]

  init(
    _ codec: CaseCodec, _ stored: StoredCases, _ known: [Int?], at node: Int, in plan: PlanBuilder
  ) {
    (self.codec, self.stored, self.known) = (codec, stored, known)
    payloads = zip(known, plan.schema[node].children).map { own, record in
      FieldSources(own.map { codec.payloads[$0] } ?? [], at: record, in: plan)
    }
  }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    let column = try column.cast(to: CaseColumn.self, in: context)
    try codec.memory.make(count, at: place) { place, left in
      let part = min(left, 512)
      try read(column, into: place, count: part, in: context)
      return part
    }
  }

  private func read(_ column: CaseColumn, into place: Place, count: Int, in context: ReadContext) throws {
    try context.charge(known.count, of: WorkCost.case)
    var numbers: [Int] = []
    var counts = [Int](repeating: 0, count: known.count)
    try column.numbers.visit(from: column.position, count: count) { row, number in
      guard number < UInt64(known.count), known[Int(number)] != nil else {
        throw stored.unknown(number, row: row, in: context)
      }
      numbers.append(Int(number))
      counts[Int(number)] += 1
    }

    let values = try counts.indices.map { number -> [FieldValues?] in
      guard counts[number] > 0 else { return [] }
      return try RowError.mapping {
        try readPayloads(
          ofCase: number, column.payloads[number], count: counts[number], in: context)
      } _: { failure in
        guard let wanted = failure.row else { return }
        let rows = numbers.indices.filter { numbers[$0] == number }
        failure.row = rows.indices.contains(wanted) ? rows[wanted] : 0
      }
    }
    let decoder = RowDecoder(in: context)
    var next = [Int](repeating: 0, count: known.count)
    try codec.memory.makeEach(numbers.count, at: place) { place, row in
      let number = numbers[row]
      decoder.fields = values[number]
      decoder.row = next[number]
      decoder.caseNumber = known[number]
      next[number] += 1
      try codec.initialize(place, decoder)
    }
    column.position += count
  }

  /// Reads the associated values of the next rows of a case.
  private func readPayloads(
    ofCase number: Int, _ record: RecordColumn?, count: Int, in context: ReadContext
  ) throws -> [FieldValues?] {
    guard let record else {
      guard payloads[number].sources.allSatisfy({ $0.step == nil }) else {
        throw context.malformed("the associated values of a case", "none")
      }
      return try payloads[number].values(among: [], at: 0, count: count, in: context)
    }
    return try context.nested {
      defer { record.position += count }
      return try payloads[number].values(
        among: record.fields(in: context), at: record.position, count: count, in: context)
    }
  }
}
