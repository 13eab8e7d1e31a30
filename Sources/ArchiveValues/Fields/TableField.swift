internal import ArchiveBytes

// The kinds of fields of a table. Each stores and reads the property of a record in memory; the addresses are those of
// a record, or of the property itself where it has an address.

/// A field of a table. It is the class of fields that another build has, which have no property.
class TableField<Record> {
  let slot: FieldSlot
  /// Whether the other values stay readable if a value of this field cannot be read. The list sets it.
  fileprivate(set) final var isolatesFailures = false

  init(_ slot: FieldSlot) { self.slot = slot }

  final func isolateFailures() { isolatesFailures = true }

  /// The bytes that the property takes; `nil` if it has no address.
  var memory: FieldMemory? { FieldMemory(offset: 0, size: 0, alignment: 1) }

  /// The property; `nil` if the field consists of several properties, or of none.
  var property: PartialKeyPath<Record>? { nil }

  func describe(to visitor: inout some FieldVisitor<Record>) { visitor.omit(at: slot.position) }

  /// Stores the property of a record.
  func encode(
    _ record: UnsafePointer<Record>, at slot: FieldSlot, to encoder: inout some FieldEncoder
  ) throws {
    try encoder.omit(at: slot.position)
  }

  /// Reads the property, and initialises the memory at its address.
  func decode(
    to property: UnsafeMutableRawPointer, at slot: FieldSlot, from decoder: inout some FieldDecoder
  ) throws {}

  /// Releases the property at an address.
  func deinitialize(_ property: UnsafeMutableRawPointer) {}
}

/// Where a property is in the memory of a record.
struct FieldMemory {
  let offset: Int
  let size: Int
  let alignment: Int
}

/// What a field gets if an archive lacks it, or if it cannot be read.
struct MissingValue<Value> {
  let value: () -> Value
  let policy: DecodeFailurePolicy
}

/// A field of one property.
class PropertyField<Record, Value>: TableField<Record> {
  let keyPath: KeyPath<Record, Value>
  private let missing: MissingValue<Value>?
  private let offset: Int?

  init(
    _ keyPath: KeyPath<Record, Value>, at position: Int, _ missing: MissingValue<Value>?,
    kind: FieldSlot.Kind = .other
  ) {
    self.keyPath = keyPath
    self.missing = missing
    offset = MemoryLayout<Record>.offset(of: keyPath)
    // Only the field knows its value if it is missing, and how to read a property without an address.
    super.init(
      FieldSlot(
        kind: offset == nil || missing != nil ? .other : kind, position: position, offset: offset ?? 0))
    if let missing, missing.policy != .throwError { isolateFailures() }
  }

  // MARK: How the type is stored

  func encode(_ value: Value, at position: Int, to encoder: inout some FieldEncoder) throws {
    preconditionFailure("overridden")
  }

  func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Value {
    preconditionFailure("overridden")
  }

  // MARK: The property

  final override var memory: FieldMemory? {
    offset.map {
      FieldMemory(offset: $0, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
    }
  }

  final override var property: PartialKeyPath<Record>? { keyPath }

  final override func encode(
    _ record: UnsafePointer<Record>, at slot: FieldSlot, to encoder: inout some FieldEncoder
  ) throws {
    guard offset != nil else {
      return try unsafe encode(record.pointee[keyPath: keyPath], at: slot.position, to: &encoder)
    }
    // SAFETY: the property is at the offset of its key path.
    let property = unsafe UnsafeRawPointer(record) + slot.offset
    try unsafe encode(property.assumingMemoryBound(to: Value.self).pointee, at: slot.position, to: &encoder)
  }

  final override func decode(
    to property: UnsafeMutableRawPointer, at slot: FieldSlot, from decoder: inout some FieldDecoder
  ) throws {
    guard let missing else {
      unsafe property.initializeMemory(as: Value.self, to: try decode(at: slot.position, from: &decoder))
      return
    }
    let value = try decoder.decode(at: slot.position, orElse: missing.value, missing.policy) {
      try self.decode(at: slot.position, from: &$0)
    }
    unsafe property.initializeMemory(as: Value.self, to: value)
  }

  final override func deinitialize(_ property: UnsafeMutableRawPointer) {
    unsafe property.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }
}

/// A field that is stored like other values of its type.
final class ValueField<Record, Value: ArchiveValue>: PropertyField<Record, Value> {
  init(_ keyPath: KeyPath<Record, Value>, at position: Int, _ missing: MissingValue<Value>?) {
    super.init(keyPath, at: position, missing, kind: FieldSlot.Kind(Value.self))
  }

  override func describe(to visitor: inout some FieldVisitor<Record>) {
    visitor.visit(keyPath, at: slot.position, isInPlace: true) { $0 }
  }

  override func encode(_ value: Value, at position: Int, to encoder: inout some FieldEncoder) throws {
    try encoder.encode(value, at: position)
  }

  override func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Value {
    try decoder.decode(at: position)
  }
}

/// A field with a storage method.
final class StoredField<Record, Value>: PropertyField<Record, Value> {
  private let storage: FieldStorage<Value>

  init(
    _ keyPath: KeyPath<Record, Value>, at position: Int, as storage: FieldStorage<Value>,
    _ missing: MissingValue<Value>?
  ) {
    self.storage = storage
    super.init(keyPath, at: position, missing)
  }

  override func describe(to visitor: inout some FieldVisitor<Record>) {
    storage.describe(keyPath, at: slot.position, to: &visitor)
  }

  override func encode(_ value: Value, at position: Int, to encoder: inout some FieldEncoder) throws {
    try encoder.encode(value, at: position, as: storage)
  }

  override func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Value {
    try decoder.decode(at: position, as: storage)
  }
}

/// An array of values that are stored as their raw values.
final class RawArrayField<Record, Raw: RawRepresentable>: PropertyField<Record, [Raw]>
where Raw.RawValue: ArchiveValue {
  override func describe(to visitor: inout some FieldVisitor<Record>) {
    // An array of values is not an array of their parts.
    visitor.visit(keyPath, at: slot.position, isInPlace: false) { $0.map { RawPart($0) } }
  }

  override func encode(_ value: [Raw], at position: Int, to encoder: inout some FieldEncoder) throws {
    try encoder.encode(value, at: position)
  }

  override func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> [Raw] {
    try decoder.decode(at: position)
  }
}

/// A property of a type that cannot be archived.
final class UnsupportedField<Record, Value>: PropertyField<Record, Value> {
  override func describe(to visitor: inout some FieldVisitor<Record>) {
    visitor.fail(ArchiveError(.unsupported, found: "a field of type \(Value.self)"), at: slot.position)
  }

  override func encode(_ value: Value, at position: Int, to encoder: inout some FieldEncoder) throws {
    throw ArchiveError(.unsupported, found: "a field of type \(Value.self)")
  }

  override func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Value {
    throw decoder.failure(.unsupported, found: "a field of type \(Value.self)")
  }
}

/// A struct whose fields are stored flat, from a position on.
final class CompositionField<Record, Part: ArchiveRecord>: PropertyField<Record, Part> {
  private let missing: MissingValue<Part>?

  init(_ keyPath: KeyPath<Record, Part>, at position: Int, missing: MissingValue<Part>?) {
    self.missing = missing
    super.init(keyPath, at: position, nil)
  }

  override func describe(to visitor: inout some FieldVisitor<Record>) {
    visitor.visit(composition: keyPath, at: slot.position)
  }

  override func encode(_ value: Part, at position: Int, to encoder: inout some FieldEncoder) throws {
    try encoder.encodeComposition(value, at: position)
  }

  override func decode(at position: Int, from decoder: inout some FieldDecoder) throws -> Part {
    guard let missing else { return try decoder.decodeComposition(at: position) }
    return try decoder.decodeComposition(at: position, orDefault: missing.value())
  }
}

/// A property of a tuple type.
final class TupleField<Record, each Part: ArchiveValue>: TableField<Record> {
  private let keyPaths: (repeat KeyPath<Record, each Part>)
  private let offsets: [Int]?

  init(_ keyPath: repeat KeyPath<Record, each Part>, at position: Int) {
    keyPaths = (repeat each keyPath)
    var offsets: [Int]? = []
    for keyPath in repeat each keyPath {
      if let offset = MemoryLayout<Record>.offset(of: keyPath) {
        offsets?.append(offset)
      } else {
        offsets = nil
      }
    }
    self.offsets = offsets
    super.init(FieldSlot(kind: .other, position: position, offset: offsets?.first ?? 0))
  }

  override var memory: FieldMemory? {
    guard let offset = offsets?.first else { return nil }
    return FieldMemory(
      offset: offset, size: MemoryLayout<(repeat each Part)>.size,
      alignment: MemoryLayout<(repeat each Part)>.alignment)
  }

  override func describe(to visitor: inout some FieldVisitor<Record>) {
    visitor.visit(tuple: repeat each keyPaths, at: slot.position)
  }

  override func encode(
    _ record: UnsafePointer<Record>, at slot: FieldSlot, to encoder: inout some FieldEncoder
  ) throws {
    try encoder._encodeTuple(repeat unsafe record.pointee[keyPath: each keyPaths], at: slot.position)
  }

  override func decode(
    to property: UnsafeMutableRawPointer, at slot: FieldSlot, from decoder: inout some FieldDecoder
  ) throws {
    let parts: (repeat each Part) = try decoder._decodeTuple(at: slot.position)
    var number = 0
    for part in repeat each parts {
      unsafe address(of: number, in: property).initializeMemory(as: type(of: part), to: part)
      number += 1
    }
  }

  override func deinitialize(_ property: UnsafeMutableRawPointer) {
    var number = 0
    for type in repeat (each Part).self {
      unsafe address(of: number, in: property).assumingMemoryBound(to: type).deinitialize(count: 1)
      number += 1
    }
  }

  /// The address of a part in a tuple at an address. It has offsets if the tuple has an address.
  private func address(of part: Int, in property: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    unsafe property + (offsets![part] - slot.offset)
  }
}
