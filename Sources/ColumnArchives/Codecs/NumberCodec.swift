internal import ArchiveBytes
internal import ArchiveValues
internal import PropertyLists

// Booleans, integers, floating-point numbers and dates. Each type copies columns of its own kind, and converts
// columns of other numbers if it can represent them exactly.

extension LeafCodec {
  /// Numbers whose columns are of a kind. Their size in memory determines the type.
  static func numbers(_ memory: ValueMemory, _ kind: ColumnKind) -> LeafCodec {
    switch (kind, memory.size) {
    case (.bool, _): LeafCodec(memory, kind, Bool.self)
    case (.float, _): LeafCodec(memory, kind, Float.self)
    case (.signed, 1): LeafCodec(memory, kind, Int8.self)
    case (.signed, 2): LeafCodec(memory, kind, Int16.self)
    case (.signed, 4): LeafCodec(memory, kind, Int32.self)
    case (.signed, _): LeafCodec(memory, kind, Int64.self)
    case (.unsigned, 1): LeafCodec(memory, kind, UInt8.self)
    case (.unsigned, 2): LeafCodec(memory, kind, UInt16.self)
    case (.unsigned, 4): LeafCodec(memory, kind, UInt32.self)
    case (.unsigned, _): LeafCodec(memory, kind, UInt64.self)
    default: LeafCodec(memory, kind, Double.self)
    }
  }

  /// Each closure is specialised for the type, and called once per column.
  @inline(__always)
  private convenience init<Number: ColumnNumber>(
    _ memory: ValueMemory, _ kind: ColumnKind, _ type: Number.Type
  ) {
    self.init(memory, SchemaNode(kind: kind)) {
      Number.encode($0, to: $1)
    } _: { stored, _ in
      // Dates and numbers do not convert into each other.
      (stored.kind == .date) == (kind == .date)
        ? Number.copying(stored.kind, as: kind) ?? Number.converting(stored.kind) : nil
    }
  }
}

/// A number, with its own memory layout.
private protocol ColumnNumber {
  /// The description of such a number in errors.
  static var expected: String { get }
  /// Converts a number of another type from an archive; returns `nil` if the type cannot represent it exactly.
  init?(stored: StoredNumber)
  static func encode(_ rows: Rows, to writer: ColumnWriter)
  /// Returns the step that copies columns of a kind; `nil` if their numbers must be converted.
  ///
  /// - Parameter own: The kind of the type.
  static func copying(_ kind: ColumnKind, as own: ColumnKind) -> ReadStep?
}

extension ColumnNumber {
  /// Returns the step that converts each number of columns of a kind; `nil` if the columns contain no numbers.
  fileprivate static func converting(_ kind: ColumnKind) -> ReadStep? {
    @inline(__always)
    func store(_ stored: StoredNumber, _ row: Int, at place: Place, _ context: ReadContext) throws {
      guard let number = Self(stored: stored) else {
        throw RowError(row: row, context.invalid("\(stored)", expected: expected))
      }
      place.initialize(row, to: number)
    }
    switch kind {
    case .float, .double:
      return ReadStep { column, place, count, context in
        try column.cast(to: FloatColumn.self, in: context).read(count) {
          try store(.double($1), $0, at: place, context)
        }
      }
    case .bool, .signed, .unsigned:
      return ReadStep { column, place, count, context in
        let integers = try column.cast(to: IntegerColumn.self, in: context).integers
        try integers.visit(from: column.position, count: count) { row, bits in
          let stored: StoredNumber =
            switch kind {
            case .bool: .bool(bits == 1)
            case .signed: .signed(Int64(bitPattern: bits))
            default: .unsigned(bits)
            }
          try store(stored, row, at: place, context)
        }
        column.position += count
      }
    default: return nil
    }
  }
}

extension Bool: ColumnNumber {
  fileprivate static var expected: String { _NumberType.bool.range }

  fileprivate init?(stored: StoredNumber) {
    guard let value = stored.bool else { return nil }
    self = value
  }

  fileprivate static func encode(_ rows: Rows, to writer: ColumnWriter) {
    let bits = unsafe UnsafeRawBufferPointer(rows.collected(as: UInt8.self, by: writer))
    let sum = unsafe writer.output.append(bits: bits)
    let hasTrue: UInt64 = sum > 0 ? 1 : 0
    writer.note(.unsigned(sum == rows.count ? hasTrue : 0, hasTrue))
  }

  fileprivate static func copying(_ kind: ColumnKind, as own: ColumnKind) -> ReadStep? {
    guard kind == .bool else { return nil }
    return ReadStep { column, place, count, context in
      let integers = try column.cast(to: IntegerColumn.self, in: context).integers
      integers.storeBits(from: column.position, count: count, at: place)
      column.position += count
    }
  }
}

extension Rows {
  /// Returns numbers side by side: where they are, or in the writer's scratch memory.
  @inline(__always)
  fileprivate func collected<Number: FixedWidthInteger>(as type: Number.Type, by writer: ColumnWriter)
    -> UnsafeBufferPointer<Number>
  {
    if runCount == 1, stride == MemoryLayout<Number>.size {
      let start = unsafe (runs[0].base + offset).assumingMemoryBound(to: Number.self)
      return unsafe UnsafeBufferPointer(start: start, count: count)
    }
    let copies = unsafe writer.scratch(count, of: Number.self)
    visit { unsafe copies[$0] = unsafe $1.loadUnaligned(as: Number.self) }
    return unsafe UnsafeBufferPointer(start: copies, count: count)
  }
}

extension ColumnNumber where Self: FixedWidthInteger {
  fileprivate static var expected: String { "a number that fits \(Self.self)" }

  fileprivate init?(stored: StoredNumber) {
    guard let value = stored.integer(Self.self) else { return nil }
    self = value
  }

  fileprivate static func encode(_ rows: Rows, to writer: ColumnWriter) {
    let bounds = unsafe writer.output.append(rows.collected(as: Self.self, by: writer))
    if let bounds { writer.note(ColumnStatistics(bounds.low, bounds.high)) }
  }

  /// Signed and unsigned columns both match the type's kind, if their numbers fit the type: by the column's bounds, or
  /// one by one if the bounds do not decide.
  fileprivate static func copying(_ kind: ColumnKind, as own: ColumnKind) -> ReadStep? {
    guard kind == .signed || kind == .unsigned, let converting = converting(kind) else { return nil }
    return ReadStep { column, place, count, context in
      let integers = try column.cast(to: IntegerColumn.self, in: context).integers
      func fits(_ bits: UInt64) -> Bool {
        integers.isSigned ? Self(exactly: Int64(bitPattern: bits)) != nil : Self(exactly: bits) != nil
      }
      // The base is the minimum.
      guard let greatest = integers.greatest, fits(integers.base), fits(greatest) else {
        return try converting.read(column, into: place, count: count, in: context)
      }
      defer { column.position += count }
      if place.stride == MemoryLayout<Self>.size,
        unsafe integers.copy(from: column.position, count: count, as: Self.self, to: place.base)
      {
        return
      }
      integers.visit(from: column.position, count: count) { position, bits in
        place.initialize(position, to: Self(truncatingIfNeeded: bits))
      }
    }
  }
}

extension Int8: ColumnNumber {}
extension Int16: ColumnNumber {}
extension Int32: ColumnNumber {}
extension Int64: ColumnNumber {}
extension UInt8: ColumnNumber {}
extension UInt16: ColumnNumber {}
extension UInt32: ColumnNumber {}
extension UInt64: ColumnNumber {}

/// `Float` and `Double`, which are stored as their bits.
private protocol FloatNumber: ColumnNumber, StoredFloat {}

extension FloatNumber {
  fileprivate static func encode(_ rows: Rows, to writer: ColumnWriter) {
    FloatValues.write(rows, as: Self.self, to: writer)
  }

  fileprivate static func copying(_ kind: ColumnKind, as own: ColumnKind) -> ReadStep? {
    guard kind == own else { return nil }
    return ReadStep { column, place, count, context in
      try column.cast(to: FloatColumn.self, in: context).read(count, into: place)
    }
  }
}

extension Float: FloatNumber {
  fileprivate static var expected: String { _NumberType.float.range }

  fileprivate init?(stored: StoredNumber) {
    guard let value = stored.float else { return nil }
    self = value
  }
}

extension Double: FloatNumber {
  fileprivate static var expected: String { _NumberType.double.range }

  fileprivate init?(stored: StoredNumber) {
    guard let value = stored.double else { return nil }
    self = value
  }
}
