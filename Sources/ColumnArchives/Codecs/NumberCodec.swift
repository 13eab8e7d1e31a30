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
    case .bool:
      return ReadStep { column, place, count, context in
        try column.cast(to: BoolColumn.self, in: context).read(count) {
          try store(.bool($1), $0, at: place, context)
        }
      }
    case .float, .double:
      return ReadStep { column, place, count, context in
        try column.cast(to: FloatColumn.self, in: context).read(count) {
          try store(.double($1), $0, at: place, context)
        }
      }
    case .signed, .unsigned:
      return ReadStep { column, place, count, context in
        let integers = try column.cast(to: IntegerColumn.self, in: context).integers
        try integers.visit(from: column.position, count: count) { row, bits in
          try store(
            kind == .signed ? .signed(Int64(bitPattern: bits)) : .unsigned(bits), row, at: place, context)
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
    let bytes: UnsafePointer<UInt8>
    if rows.runCount == 1, rows.stride == 1 {
      unsafe bytes = (rows.runs[0].base + rows.offset).assumingMemoryBound(to: UInt8.self)
    } else {
      let collected = unsafe writer.scratch(rows.count, of: UInt8.self)
      rows.visit { position, address in unsafe collected[position] = unsafe address.load(as: UInt8.self) }
      unsafe bytes = UnsafePointer(collected)
    }
    let sum = unsafe writer.output.append(bits: UnsafeBufferPointer(start: bytes, count: rows.count))
    let hasTrue: UInt64 = sum > 0 ? 1 : 0
    writer.note(.unsigned(sum == rows.count ? hasTrue : 0, hasTrue))
  }

  fileprivate static func copying(_ kind: ColumnKind, as own: ColumnKind) -> ReadStep? {
    guard kind == .bool else { return nil }
    return ReadStep { column, place, count, context in
      let column = try column.cast(to: BoolColumn.self, in: context)
      if place.stride == 1 { return unsafe column.readBytes(count, into: place.base) }
      try column.read(count) { position, value in
        place.initialize(position, to: value)
      }
    }
  }
}

extension ColumnNumber where Self: FixedWidthInteger {
  fileprivate static var expected: String { "a number that fits \(Self.self)" }

  fileprivate init?(stored: StoredNumber) {
    guard let value = stored.integer(Self.self) else { return nil }
    self = value
  }

  /// Collects the numbers side by side, unless they already are, and packs them. The minimum and the maximum are
  /// found where the processor compares several numbers at once.
  fileprivate static func encode(_ rows: Rows, to writer: ColumnWriter) {
    let numbers: UnsafePointer<Self>
    if rows.runCount == 1, rows.stride == MemoryLayout<Self>.size {
      unsafe numbers = (rows.runs[0].base + rows.offset).assumingMemoryBound(to: Self.self)
    } else {
      let collected = unsafe writer.scratch(rows.count, of: Self.self)
      rows.visit { unsafe collected[$0] = unsafe $1.loadUnaligned(as: Self.self) }
      unsafe numbers = UnsafePointer(collected)
    }
    let bounds = unsafe writer.output.append(UnsafeBufferPointer(start: numbers, count: rows.count))
    if let bounds { writer.note(ColumnStatistics(bounds.low, bounds.high)) }
  }

  /// Signed and unsigned columns both match the type's kind, if their numbers fit the type.
  fileprivate static func copying(_ kind: ColumnKind, as own: ColumnKind) -> ReadStep? {
    guard kind == .signed || kind == .unsigned else { return nil }
    return ReadStep { column, place, count, context in
      let integers = try column.cast(to: IntegerColumn.self, in: context).integers
      try integers.check(as: Self.self, from: column.position, count: count, in: context)
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
    if let bounds = FloatValues.write(rows, as: Self.self, to: writer) {
      writer.note(.floating(bounds))
    }
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

extension PackedIntegers {
  /// Checks that integers fit a type: by the column's bounds, or one by one if the bounds do not decide.
  fileprivate func check<Number: FixedWidthInteger & ColumnNumber>(
    as type: Number.Type, from first: Int, count: Int, in context: ReadContext
  ) throws {
    func isExact(_ bits: UInt64) -> Bool {
      isSigned ? Number(exactly: Int64(bitPattern: bits)) != nil : Number(exactly: bits) != nil
    }
    // The base is the minimum.
    if let greatest, isExact(base), isExact(greatest) { return }
    try visit(from: first, count: count) { row, bits in
      guard !isExact(bits) else { return }
      let text = isSigned ? "\(Int64(bitPattern: bits))" : "\(bits)"
      throw RowError(row: row, context.invalid(text, expected: Number.expected))
    }
  }
}
