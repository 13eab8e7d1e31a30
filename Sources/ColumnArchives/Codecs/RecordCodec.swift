internal import ArchiveBytes
internal import ArchiveValues

/// Structs: one column for each field.
///
/// If the fields cover the value's memory, each column is read directly into it. Otherwise, or if the archive lacks a
/// field that is not optional, columns are read into separate memory, and `init(fields:)`, which knows the defaults,
/// makes the values.
@safe
final class RecordCodec: ColumnCodec, @unchecked Sendable {
  // Safe: `steps` has as many elements as there are fields, whose codecs `fields` retains; a call of `initialize` is
  // marked as unsafe.
  /// A field, with the codec of its type.
  @safe
  struct Field {
    // Safe: it only holds the closure. Each call is marked as unsafe.
    let name: String
    let formerNames: [String]
    let codec: ColumnCodec
    let offset: Int?
    let read: ((UnsafeRawPointer, UnsafeMutableRawPointer) -> Void)?
    /// The position at which `init(fields:)` requests it.
    let position: Int
    /// Whether a value that cannot be read gives a separate error, which `init(fields:)` may catch.
    let isolatesFailures: Bool
  }

  /// Set once, before the codec is published: a recursive type's codec is among those of its fields.
  private(set) var fields: [Field] = []
  /// Whether values are made by filling their memory.
  private var coversMemory = false
  /// The bytes between the fields, if there are any.
  private var padding: [Range<Int>] = []
  /// The codecs and offsets of the fields. Loops read them without counting references, since codecs live as long as
  /// the process.
  private var steps: UnsafeMutableBufferPointer<Step>

  private var stepCount: Int { unsafe steps.count }

  @safe
  private struct Step {
    // Safe: `fields` retains the codec.
    let codec: Unmanaged<ColumnCodec>
    /// The offset in the value, or -1.
    let offset: Int
  }
  private(set) var isRaw = false
  /// Whether a part of a raw record is of a type with a decoding hook, so that its own codec must read it.
  private(set) var holdsAwaking = false
  /// Whether the record is an entry of a dictionary, of which only the key is hashed.
  var isEntry = false
  /// The version of the type, and how older records are read.
  let versions: RecordVersions
  /// Whether the type has a raw value, as which older archives may store it.
  private let hasRawValue: Bool
  /// Makes a value at an address with `init(fields:)`; `nil` for tuples and similar types.
  private let initialize: ((UnsafeMutableRawPointer, RowDecoder) throws -> Void)?

  /// Creates the codec of a type with a schema.
  init<Record: ArchiveRecord>(_ type: Record.Type) {
    hasRawValue = type is any (ArchiveRecord & RawRepresentable).Type
    versions = RecordVersions(type)
    unsafe initialize = { address, decoder in
      var decoder = decoder
      let record = try Record(fields: &decoder)
      unsafe address.initializeMemory(as: Record.self, to: record)
    }
    unsafe steps = UnsafeMutableBufferPointer(start: nil, count: 0)
    super.init(ValueMemory(type))
  }

  /// Creates the codec of the parts of a value without a schema.
  init(partsOf memory: ValueMemory) {
    hasRawValue = false
    versions = RecordVersions()
    unsafe initialize = nil
    unsafe steps = UnsafeMutableBufferPointer(start: nil, count: 0)
    super.init(memory)
  }

  deinit { unsafe steps.deallocate() }

  /// - Parameter fillsMemory: Whether values may be made by filling their memory, if the fields cover it.
  func complete(fields: [Field], fillsMemory: Bool) {
    self.fields = fields
    unsafe steps.deallocate()
    unsafe steps = .allocate(capacity: fields.count)
    for (position, field) in fields.enumerated() {
      let step = unsafe Step(codec: Unmanaged.passUnretained(field.codec), offset: field.offset ?? -1)
      unsafe steps.initializeElement(at: position, to: step)
    }
    if fillsMemory, !fields.contains(where: \.isolatesFailures), let padding = paddingBetweenFields() {
      coversMemory = true
      self.padding = padding
    }
    // If there are no gaps, the sizes of the parts add up to the stride.
    let sizes = fields.map { $0.codec.rawByteCount ?? 0 }
    isRaw =
      coversMemory && !sizes.contains(0) && !fields.isEmpty && sizes.reduce(0, +) == memory.stride
      && zip(fields, fields.dropFirst()).allSatisfy { $0.offset! + $0.codec.memory.size == $1.offset! }
      && fields[0].offset == 0 && UInt16(1).littleEndian == 1 && versions.current == 1
    holdsAwaking = fields.contains { field in
      field.codec.awakes || (field.codec as? RecordCodec)?.holdsAwaking == true
    }
  }

  /// Returns the bytes of a value that no field has; `nil` if they may hold a property that the program keeps, or if two
  /// fields overlap.
  ///
  /// There may be one in what looks like padding, if a type says wrongly that it has none. It is smaller than a pointer,
  /// and ``clearPadding(at:count:)`` gives it the value of zero bytes, which all such types have: never memory that was
  /// not initialised. Parts of a tuple are all that it has.
  private func paddingBetweenFields() -> [Range<Int>]? {
    var padding: [Range<Int>] = []
    var end = 0
    let parts = fields.compactMap { field in field.offset.map { ($0, field.codec.memory) } }
    guard parts.count == fields.count else { return nil }
    for (offset, part) in parts.sorted(by: { $0.0 < $1.0 }) where part.size > 0 {
      guard offset >= end, offset - end < part.alignment else { return nil }
      if unsafe initialize != nil, offset - end >= MemoryLayout<Int>.size { return nil }
      if offset > end { padding.append(end..<offset) }
      end = offset + part.size
    }
    return end == memory.size ? padding : nil
  }

  private func clearPadding(at place: Place, count: Int) {
    for bytes in padding {
      for row in 0..<count {
        // SAFETY: the bytes are those of a value at the row, and no field is initialised yet.
        unsafe (place.row(row).base + bytes.lowerBound).initializeMemory(
          as: UInt8.self, repeating: 0, count: bytes.count)
      }
    }
  }

  override var rawByteCount: Int? { isRaw ? memory.size : nil }

  /// A struct may have been a class, or one with a raw value and nothing else.
  override func readsNodes(of kind: ColumnKind) -> Bool {
    kind == .instance && (unsafe initialize != nil) || hasRawValue && !kind.isRecord && kind != .optional
  }

  override func describe(in schema: inout SchemaBuilder) -> Int {
    let isRaw = isRaw && !schema.dividesRawRecords
    let node = SchemaNode(
      kind: isRaw ? .rawRecord : .record, names: fields.map(\.name) + versions.names,
      byteCount: isRaw ? memory.size : 0)
    return schema.define(self, node) { schema in
      fields.map { $0.codec.describe(in: &schema) } + versions.describe(in: &schema)
    }
  }

  // MARK: Writing

  override func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    if isRaw, !writer.settings.dividesRawRecords { return encodeRaw(rows, to: writer.output) }
    for position in 0..<stepCount {
      let step = unsafe steps[position]
      do {
        if step.offset >= 0 {
          // SAFETY: `fields` retains the codec.
          try unsafe step.codec._withUnsafeGuaranteedRef {
            try $0.write(rows.part(at: step.offset), to: writer)
          }
        } else if let read = unsafe fields[position].read {
          try unsafe encode(rows, of: fields[position].codec, read, to: writer)
        }
      } catch {
        var failure = RowError(row: nil, wrapping: error)
        failure.error = failure.error.prefixed(.field(fields[position].name))
        throw failure
      }
    }
    versions.encode(to: writer)
  }

  private func encodeRaw(_ rows: Rows, to output: OutputBuffer) {
    let size = memory.size
    if rows.stride == size, rows.count * size >= rows.runCount * PartialChecksums.threshold {
      for index in 0..<rows.runCount {
        let run = unsafe rows.runs[index]
        // SAFETY: the records of a run lie side by side, and have no gaps.
        unsafe output.append(
          summing: UnsafeRawBufferPointer(start: run.base + rows.offset, count: run.count * size))
      }
      return
    }
    switch size {
    case 4: return encodeRaw(rows, as: UInt32.self, to: output)
    case 8: return encodeRaw(rows, as: UInt64.self, to: output)
    case 12: return encodeRaw(rows, as: (UInt64, UInt32).self, to: output)
    case 16: return encodeRaw(rows, as: SIMD2<UInt64>.self, to: output)
    case 24: return encodeRaw(rows, as: (UInt64, UInt64, UInt64).self, to: output)
    default: break
    }
    var place = unsafe output.reserve(rows.count * size)
    for index in 0..<rows.runCount {
      let run = unsafe rows.runs[index]
      let address = unsafe run.base + rows.offset
      if rows.stride == size {
        unsafe place.copyMemory(from: address, byteCount: run.count * size)
        unsafe place += run.count * size
      } else {
        for row in 0..<run.count {
          unsafe place.copyMemory(from: address + row * rows.stride, byteCount: size)
          unsafe place += size
        }
      }
    }
    output.advance(rows.count * size)
  }

  /// Writes records of the size of `Words` without a call for each.
  @inline(__always)
  private func encodeRaw<Words>(_ rows: Rows, as type: Words.Type, to output: OutputBuffer) {
    let size = memory.size
    let place = unsafe output.reserve(rows.count * size)
    // SAFETY: `reserve` made room for all records and 16 more bytes; the memory of a tuple may be larger than its
    // parts.
    rows.visit { position, address in
      unsafe (place + position * size).copyMemory(from: address, byteCount: MemoryLayout<Words>.size)
    }
    output.advance(rows.count * size)
  }

  /// Writes a field without an address, from copies.
  private func encode(
    _ rows: Rows, of codec: ColumnCodec, _ read: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void,
    to writer: ColumnWriter
  ) throws {
    try codec.memory.withTemporary(count: rows.count, from: writer.temporaries) { copies in
      rows.visit { row, address in unsafe read(address, copies.row(row).base) }
      defer { codec.memory.destroy(copies, rows.count) }
      try unsafe Rows.with(copies.base, stride: copies.stride, count: rows.count) {
        try codec.write($0, to: writer)
      }
    }
  }

  // MARK: Reading

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard column.kind == .record || column.kind == .rawRecord else {
      throw context.mismatch(column, expected: "a record")
    }
    if isRaw, column.kind == .rawRecord, context.isExact, !holdsAwaking {
      (column as! RawColumn).read(count, into: place, in: context)
      return
    }
    if let runs = try versionRuns(of: column, count: count, in: context) {
      try decode(runs, of: column, into: place, in: context)
    } else {
      try decodeRows(of: column, into: place, count: count, in: context)
    }
  }

  /// Reads rows that need no upgrade.
  func decodeRows(of column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    if context.isExact, coversMemory, !isEntry, column.kind == .record {
      try decodeExactly(column as! RecordColumn, into: place, count: count, in: context)
      column.position += count
      return
    }
    let columns = try self.columns(of: column, count: count, in: context)
    if coversMemory, context.isExact || columns.indices.allSatisfy({ canFill(columns[$0], at: $0, count) }) {
      try decodeInPlace(columns, into: place, count: count, in: context)
    } else {
      try decodeByInitializer(columns, into: place, count: count, in: context)
    }
    column.position += count
  }

  /// Reads rows from columns that are those of the fields, in their order.
  private func decodeExactly(
    _ column: RecordColumn, into place: Place, count: Int, in context: ReadContext
  ) throws {
    clearPadding(at: place, count: count)
    for position in 0..<stepCount {
      let step = unsafe steps[position]
      do {
        // SAFETY: `fields` retains the codec.
        try unsafe step.codec._withUnsafeGuaranteedRef {
          try $0.read(column.fields[position], into: place.part(at: step.offset), count: count, in: context)
        }
      } catch {
        destroy(fieldsBefore: position, at: place, count: count)
        var failure = RowError(row: nil, wrapping: error)
        failure.error = failure.error.prefixed(.field(fields[position].name))
        throw failure
      }
    }
  }

  private func destroy(fieldsBefore position: Int, at place: Place, count: Int) {
    for done in fields[..<position] where !done.codec.memory.isTrivial {
      done.codec.memory.destroy(place.part(at: done.offset ?? 0), count)
    }
  }

  override var parts: [ColumnCodec] { fields.map(\.codec) }

  override var isReadingNoticed: Bool { awakes || !coversMemory }

  override func canReadOne(inside outer: [ColumnCodec]) -> Bool {
    if outer.contains(where: { $0 === self }) { return true }
    return canReadDirectly
      && (isRaw || fields.allSatisfy { !$0.codec.awakes && $0.codec.canReadOne(inside: outer + [self]) })
  }

  /// Whether nothing but the fields decides how values are read.
  private var canReadDirectly: Bool { !awakes && (isRaw ? !holdsAwaking : coversMemory) }

  /// Whether reading the record only copies values: no type of the program decides anything, and at least one field is
  /// an array of raw records, which are copied in one piece.
  var copiesLists: Bool {
    guard canReadDirectly, !isRaw, versions.current == 1 else { return false }
    let lists = fields.compactMap { $0.codec as? ListCodec }
    return !lists.isEmpty && lists.allSatisfy(\.copiesElements)
      && fields.allSatisfy { $0.codec is ListCodec || $0.codec.isScalar && !$0.codec.awakes }
  }

  /// Whether reading raw records only copies them.
  var isCopied: Bool { isRaw && canReadDirectly }

  override func readOne(_ reader: inout DirectReader, into address: UnsafeMutableRawPointer) -> Bool {
    // The value inside an optional or a list may be of a type that cannot be read.
    guard canReadDirectly else { return false }
    if isRaw {
      guard let bytes = unsafe reader.cursor.readBytesIfPresent(memory.size) else { return false }
      unsafe address.copyMemory(from: bytes, byteCount: memory.size)
      return true
    }
    clearPadding(at: unsafe Place(base: address, stride: 0), count: 1)
    for position in 0..<stepCount {
      let step = unsafe steps[position]
      // SAFETY: `fields` retains the codec, and `coversMemory` says that every field has an offset.
      let isRead = unsafe step.codec._withUnsafeGuaranteedRef {
        unsafe $0.readDirectly(&reader, into: address + step.offset)
      }
      guard isRead else {
        for done in fields[..<position] {
          done.codec.memory.destroy(unsafe Place(base: address + (done.offset ?? 0), stride: 0), 1)
        }
        return false
      }
    }
    guard versions.readOne(&reader.cursor) else {
      for field in fields {
        field.codec.memory.destroy(unsafe Place(base: address + (field.offset ?? 0), stride: 0), 1)
      }
      return false
    }
    return true
  }

  override func readFew(_ reader: inout DirectReader, into place: Place, count: Int) -> Bool {
    guard canReadDirectly, versions.current == 1 else { return false }
    if isRaw {
      // The product cannot overflow: the reader has room for as many values.
      guard let bytes = unsafe reader.cursor.readBytesIfPresent(count * memory.size) else { return false }
      unsafe place.base.copyMemory(from: bytes, byteCount: count * memory.size)
      return true
    }
    clearPadding(at: place, count: count)
    for position in 0..<stepCount {
      let step = unsafe steps[position]
      // SAFETY: as above.
      let isRead = unsafe step.codec._withUnsafeGuaranteedRef {
        $0.readDirectly(&reader, into: place.part(at: step.offset), count: count)
      }
      guard isRead else {
        destroy(fieldsBefore: position, at: place, count: count)
        return false
      }
    }
    return true
  }

  /// Returns whether a column, or otherwise the codec, has a value for each of the next rows.
  private func canFill(_ column: Column?, at position: Int, _ count: Int) -> Bool {
    if let part = column as? PartColumn { return part.hasAll(count) }
    return column != nil || fields[position].codec.hasValueWhenAbsent || (unsafe initialize == nil)
  }

  private func decodeInPlace(_ columns: [Column?], into place: Place, count: Int, in context: ReadContext)
    throws
  {
    clearPadding(at: place, count: count)
    for position in fields.indices {
      let field = fields[position]
      let target = place.part(at: field.offset ?? 0)
      do {
        if let part = columns[position] as? PartColumn {
          guard let column = try part.next(count, in: context).column else {
            throw context.malformed("\(count) values", "fewer")
          }
          try field.codec.read(column, into: target, count: count, in: context)
        } else if isEntry, position == 1, let column = columns[position] {
          try context.hashing(false) { try field.codec.read(column, into: target, count: count, in: context) }
        } else if let column = columns[position] {
          try field.codec.read(column, into: target, count: count, in: context)
        } else if field.codec.hasValueWhenAbsent {
          field.codec.fillAbsent(target, count: count)
        } else {
          throw RowError(row: nil, .missingField(field.name))
        }
      } catch {
        destroy(fieldsBefore: position, at: place, count: count)
        var failure = RowError(row: nil, wrapping: error)
        failure.error = failure.error.prefixed(.field(field.name))
        throw failure
      }
    }
  }

  /// The number of rows read into separate memory at a time.
  private static let partCount = 512

  private func decodeByInitializer(
    _ columns: [Column?], into place: Place, count: Int, in context: ReadContext
  ) throws {
    guard let initialize = unsafe initialize else {
      throw context.malformed("all parts of a tuple", "not all")
    }
    let decoder = RowDecoder()
    decoder.slots = Array(repeating: nil, count: (fields.map(\.position).max() ?? -1) + 1)
    var done = 0
    do {
      while done < count {
        let part = min(count - done, Self.partCount)
        for (field, column) in zip(fields, columns) {
          let slot = try RowError.mapping {
            try column.map {
              try RowSlot(
                field.codec, $0, count: part, name: field.name, isolatesFailures: field.isolatesFailures,
                in: context)
            } ?? RowSlot(absent: field.name, field.codec)
          } _: { failure in
            failure.row = failure.row.map { $0 + done }
            failure.error = failure.error.prefixed(.field(field.name))
          }
          decoder.slots[field.position] = slot
        }
        for row in 0..<part {
          decoder.row = row
          do {
            try unsafe initialize(place.row(done).base, decoder)
          } catch {
            throw RowError(row: done, wrapping: error)
          }
          done += 1
        }
      }
    } catch {
      memory.destroy(place, done)
      throw error
    }
  }
}
