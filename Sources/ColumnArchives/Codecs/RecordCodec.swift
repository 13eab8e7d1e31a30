internal import ArchiveValues

/// Structs: one column for each field.
final class RecordCodec: ColumnCodec {
  /// A field, with the codec of its type.
  @safe
  struct Field {
    // Safe: it only holds the closure. Each call of one is marked as unsafe.
    let name: String
    var formerNames: [String] = []
    let codec: any ColumnCodec
    /// The offset in memory, or how to read it if it has no address; neither for an associated value.
    var offset: Int?
    var read: ((UnsafeRawPointer, UnsafeMutableRawPointer) -> Void)?
    /// The position at which `init(fields:)` requests the field.
    var position = 0
    /// Whether a value that cannot be read gives a separate error, which `init(fields:)` may catch.
    var isolatesFailures = false
  }

  let memory: ValueMemory
  /// The fields. Set once, before the codec is published: a recursive type's codec is among the codecs of its fields.
  private(set) var fields: [Field] = []
  /// Whether values may be created by filling their memory with the fields.
  private(set) var fillsMemory = false
  /// The offsets of words of four bytes that cover the gaps between the fields.
  private var gaps: [Int] = []
  /// The schema of raw records; `nil` if fields have columns of their own.
  private(set) var rawSchema: Schema?
  /// Whether the record is an entry of a dictionary. Only the key of an entry is hashed.
  var isEntry = false
  /// `nil` for the parts of a value without a schema.
  let schema: ArchiveSchema?
  /// Whether the type has a raw value. Older archives may store values as their raw values.
  private let hasRawValue: Bool
  /// Makes a value at a place with `init(fields:)`; `nil` for tuples and similar types.
  let initialize: ((Place, RowDecoder) throws -> Void)?
  var hasInitializer: Bool { initialize != nil }

  /// Creates the codec of a type with a schema.
  init<Record: ArchiveRecord>(_ type: Record.Type) {
    memory = ValueMemory(type)
    hasRawValue = type is any (ArchiveRecord & RawRepresentable).Type
    schema = Record.archiveSchema
    initialize = { place, decoder in
      var decoder = decoder
      place.initialize(0, to: try Record(fields: &decoder))
    }
  }

  /// Creates the codec of the parts of a value without a schema.
  init(partsOf memory: ValueMemory) {
    self.memory = memory
    hasRawValue = false
    schema = nil
    initialize = nil
  }

  /// - Parameter fillsMemory: Whether values may be created by filling their memory, if the fields cover it.
  func complete(fields: [Field], fillsMemory: Bool) {
    self.fields = fields
    if fillsMemory, !fields.contains(where: \.isolatesFailures), let gaps = findGaps() {
      (self.fillsMemory, self.gaps) = (true, gaps)
    }
    let sizes = fields.map { $0.codec.rawByteCount ?? 0 }
    let isRaw =
      self.fillsMemory && gaps.isEmpty && !fields.isEmpty && !sizes.contains(0)
      && sizes.reduce(0, +) == memory.stride
      && zip(fields, fields.dropFirst()).allSatisfy { $0.offset! + $0.codec.memory.size == $1.offset! }
      && UInt16(1).littleEndian == 1 && storedVersion == nil
    if isRaw { rawSchema = SchemaBuilder.schema { describe(in: &$0, isRaw: true) } }
  }

  /// Returns the offsets of words that cover the gaps between the fields; `nil` if a gap may contain a property that the
  /// program keeps, or if two fields overlap.
  ///
  /// A gap that looks like padding may contain a property if a type wrongly states that it has no other properties.
  /// Such a property is smaller than a pointer, and ``clearGaps(at:count:)`` gives it the value of zero bytes, which
  /// all such types have. So it is never uninitialised memory. A tuple consists only of its parts.
  private func findGaps() -> [Int]? {
    var (end, gaps) = (0, [Int]())
    let parts = fields.compactMap { field in field.offset.map { ($0, field.codec.memory) } }
    guard parts.count == fields.count else { return nil }
    for (offset, part) in parts.sorted(by: { $0.0 < $1.0 }) where part.size > 0 {
      guard offset >= end, offset - end < part.alignment else { return nil }
      if hasInitializer, offset - end >= MemoryLayout<Int>.size { return nil }
      // A field before a gap, the gap, and an aligned field after it take at least four bytes.
      if hasInitializer { gaps += stride(from: end, to: offset, by: 4).map { min($0, memory.size - 4) } }
      end = offset + part.size
    }
    return end == memory.size ? gaps : nil
  }

  /// Fills the gaps between the fields of values with zeros.
  func clearGaps(at place: Place, count: Int) {
    for offset in gaps {
      var word = unsafe place.base + offset
      for _ in 0..<count {
        // SAFETY: the word is inside the value at the row, and no field is initialised yet.
        unsafe word.storeBytes(of: 0, as: UInt32.self)
        unsafe word += place.stride
      }
    }
  }

  var rawByteCount: Int? { rawSchema == nil ? nil : memory.size }

  // The steps call the hooks: an older record is awoken by the keyed archive that upgrades it.
  var callsHook: Bool { false }

  /// A struct may have been a class, or may have been stored as its raw value alone.
  func readsNodes(of kind: ColumnKind) -> Bool {
    kind == .instance && hasInitializer || hasRawValue && !kind.isRecord && kind != .optional
  }

  /// The version that each record is stored with; `nil` for version 1, which is not stored.
  private var storedVersion: Int? { schema.flatMap { $0.version > 1 ? $0.version : nil } }

  func describe(in schema: inout SchemaBuilder) -> Int { describe(in: &schema, isRaw: rawSchema != nil) }

  private func describe(in schema: inout SchemaBuilder, isRaw: Bool) -> Int {
    var node = SchemaNode(
      kind: isRaw ? .rawRecord : .record, names: fields.map(\.name), byteCount: isRaw ? memory.size : 0)
    if storedVersion != nil { node.names.append(ArchiveSchema.versionKey) }
    return schema.define(self, node) { schema in
      var children = fields.map { $0.codec.describe(in: &schema) }
      if storedVersion != nil { children.append(schema.add(SchemaNode(kind: .signed))) }
      return children
    }
  }

  // MARK: Writing

  func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    if rawSchema != nil { return encodeRaw(rows, to: writer.output) }
    for number in fields.indices {
      try RowError.inField(fields[number].name) {
        let codec = fields[number].codec
        if let offset = fields[number].offset {
          try codec.write(rows.part(at: offset), to: writer)
        } else if let read = unsafe fields[number].read {
          try unsafe encode(rows, of: codec, read, to: writer)
        }
      }
    }
    if let storedVersion {
      writer.column {
        writer.output.append(equalIntegers: UInt64(storedVersion), isSigned: true)
        writer.note(.signed(Int64(storedVersion), Int64(storedVersion)))
      }
    }
  }

  private func encodeRaw(_ rows: Rows, to output: OutputBuffer) {
    let size = memory.size
    if output.isCompressed {
      output.append(RawEncoding.split.rawValue)
      return output.append(split: rows, size: size)
    }
    output.append(RawEncoding.plain.rawValue)
    if rows.stride == size, rows.count * size >= rows.runCount * PartialChecksums.threshold {
      for index in 0..<rows.runCount {
        let run = unsafe rows.runs[index]
        // SAFETY: the records of a run lie side by side, and have no gaps.
        unsafe output.append(
          summing: UnsafeRawBufferPointer(start: run.base + rows.offset, count: run.count * size))
      }
      return
    }
    output.append(rows, size: size)
  }

  /// Writes copies of a field without an address.
  private func encode(
    _ rows: Rows, of codec: any ColumnCodec, _ read: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void,
    to writer: ColumnWriter
  ) throws {
    try codec.memory.withTemporary(count: rows.count) { copies in
      rows.visit { row, address in unsafe read(address, copies.row(row).base) }
      defer { codec.memory.destroy(copies, rows.count) }
      try unsafe Rows.with(copies.base, stride: copies.stride, count: rows.count) {
        try codec.write($0, to: writer)
      }
    }
  }

  // MARK: Reading

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep {
    let stored = plan.schema[node]
    guard stored.kind.isRecord else { return plan.mismatch(node, expected: "a record") }
    if let rawSchema, isCopied, plan.schema.isSame(node, as: rawSchema, rawSchema.root) {
      return ReadStep { column, place, count, context in
        try column.cast(to: RawColumn.self, in: context).read(count, into: place, in: context)
      }.awaking(memory)
    }
    return plan.define(self, at: node) { [self] in
      let columns = ReadStep(RecordStep(self, at: node, in: plan).run).awaking(memory)
      return VersionStep(columns, of: self, stored, in: plan).map { ReadStep($0.run) } ?? columns
    }
  }

  /// Whether reading raw records only copies them: no code of the program sees a record or a part of it.
  var isCopied: Bool {
    rawSchema != nil
      && fields.allSatisfy { !$0.codec.hasHook && (($0.codec as? RecordCodec)?.isCopied ?? true) }
  }

  /// Whether reading the record only copies values: no code of the program decides anything, and at least one field
  /// is an array of raw records, which are copied in one piece.
  var copiesLists: Bool {
    guard !hasHook, fillsMemory, rawSchema == nil, storedVersion == nil else { return false }
    let lists = fields.compactMap { $0.codec as? ListCodec }
    return !lists.isEmpty && lists.allSatisfy(\.copiesElements)
      && fields.allSatisfy { $0.codec is ListCodec || $0.codec.isScalar && !$0.codec.hasHook }
  }
}
