package import ArchiveBytes

/// Describes where the fields of a record are in memory, or which cases an enumeration has. A column archive uses it to
/// copy whole columns from memory.
///
/// `@Archivable` writes the calls. Written by hand for a struct:
///
/// ```swift
/// static func _describeColumns(_ columns: inout _ColumnDescription<Event>) {
///   columns.field(\.timeStamp, at: 0)
///   columns.field(\.eventTag, at: 1)
/// }
/// ```
///
/// Describe every position of the ``ArchiveSchema`` that the type encodes, once. If a record describes nothing, each
/// value is stored as a tree.
///
/// `Record` is an ``ArchiveRecord``. It is not constrained to it, because a module that is isolated to the main actor
/// by default has isolated conformances, and a nonisolated method could not use these.
public struct _ColumnDescription<Record> {
  package private(set) var fields: [ColumnField] = []
  /// The properties that are stored flat. Their fields are among ``fields``.
  package private(set) var compositions: [ColumnComposition] = []
  package private(set) var cases: [ColumnCase] = []
  /// The positions of fields that this build does not have.
  package private(set) var omitted: [Int] = []
  /// Whether values may be made by filling their memory with the fields, where these cover it.
  package var fillsMemory: Bool { isMemberwise && compositions.allSatisfy(\.fillsMemory) }
  /// Whether ``assumeMemberwise()`` was called, before or after the compositions were described.
  private var isMemberwise = false
  /// Why the type cannot be archived; for example, a field names a transformer that does not exist.
  package private(set) var problem: (error: ArchiveError, position: Int)?
  /// Whether only keyed coders can store a part. Then each value is stored as a tree.
  private var isTree = false

  package init() {}

  /// Whether nothing is described, so that values are stored as trees.
  package var isEmpty: Bool { isTree || fields.isEmpty && cases.isEmpty && !fillsMemory }

  // MARK: Structs

  /// Describes the field at `position`: the property at `keyPath`.
  public mutating func field<Value: ArchiveValue>(_ keyPath: KeyPath<Record, Value>, at position: Int) {
    add(Value.self, keyPath, at: position) { $0 }
  }

  /// Records that the type of the field cannot be archived. It is not marked unavailable, so that the compiler reports
  /// the field once, where it is encoded.
  @_disfavoredOverload
  public mutating func field<Value>(_ keyPath: KeyPath<Record, Value>, at position: Int) {
    fail(ArchiveError(.unsupported, found: "a field of type \(Value.self)"), at: position)
  }

  /// Describes the field at `position`: a property of a tuple type, given by its parts.
  public mutating func tuple<each Part: ArchiveValue>(
    _ part: repeat KeyPath<Record, each Part>, at position: Int
  ) {
    var first: Int?
    var isFirst = true
    for keyPath in repeat each part {
      if isFirst { first = MemoryLayout<Record>.offset(of: keyPath) }
      isFirst = false
    }
    fields.append(
      unsafe ColumnField(
        position: position, type: ArchiveTuple<repeat each Part>.self, keyPath: nil, offset: first,
        read: { record, target in
          let record = unsafe record.assumingMemoryBound(to: Record.self)
          let tuple = ArchiveTuple(repeat unsafe record.pointee[keyPath: each part])
          unsafe target.initializeMemory(as: ArchiveTuple<repeat each Part>.self, to: tuple)
        }))
  }

  /// Records that this build has no field at `position`, because the property is in another clause of an `#if`.
  public mutating func omit(at position: Int) { omitted.append(position) }

  /// States that ``ArchiveRecord/init(fields:)`` reads every stored property from its field, and does nothing else. Column
  /// archives then read values without calling it, if the fields cover the memory of a value. Call it at any point. It has
  /// no effect unless each composition states the same about its own type.
  public mutating func assumeMemberwise() { isMemberwise = true }

  /// Keeps the other values readable if a value of the field at `position` cannot be read: `init(fields:)` asks for the
  /// value, receives the error, and has a replacement.
  public mutating func isolateFailures(at position: Int) {
    for index in fields.indices where fields[index].position == position {
      fields[index].isolatesFailures = true
    }
  }

  mutating func add(_ field: ColumnField) { fields.append(field) }

  mutating func add(_ composition: ColumnComposition, isTree: Bool) {
    compositions.append(composition)
    if isTree { self.isTree = true }
  }

  /// Records why the field at `position` cannot be archived.
  mutating func fail(_ error: ArchiveError, at position: Int) {
    if problem == nil { problem = (error, position) }
    omit(at: position)
  }

  mutating func add<Value, Stored: ArchiveValue>(
    _ type: Stored.Type, _ keyPath: KeyPath<Record, Value>, at position: Int,
    _ stored: @escaping (Value) -> Stored
  ) {
    add(type, keyPath, at: position, offset: MemoryLayout<Record>.offset(of: keyPath), stored)
  }

  /// Adds a field whose stored form has another memory than the property, so that it has no address to copy from.
  mutating func add<Value, Stored: ArchiveValue>(
    _ type: Stored.Type, converting keyPath: KeyPath<Record, Value>, at position: Int,
    _ stored: @escaping (Value) -> Stored
  ) {
    add(type, keyPath, at: position, offset: nil, stored)
  }

  private mutating func add<Value, Stored: ArchiveValue>(
    _ type: Stored.Type, _ keyPath: KeyPath<Record, Value>, at position: Int, offset: Int?,
    _ stored: @escaping (Value) -> Stored
  ) {
    fields.append(
      unsafe ColumnField(
        position: position, type: type, keyPath: keyPath, offset: offset,
        read: { record, part in
          let value = unsafe record.assumingMemoryBound(to: Record.self).pointee[keyPath: keyPath]
          unsafe part.initializeMemory(as: Stored.self, to: stored(value))
        }))
  }

  // MARK: Enumerations

  /// Describes the case at `position`, `value`, which has no associated values.
  public mutating func `case`(_ value: Record, at position: Int) {
    var (size, byte) = (MemoryLayout<Record>.size, UInt8(0))
    // SAFETY: `size == 1` is checked, and the one byte of such a value is read.
    if size == 1 { unsafe withUnsafeBytes(of: value) { byte = unsafe $0[0] } } else { size = 0 }
    cases.append(ColumnCase(position: position, byte: size == 1 ? byte : nil))
  }

  /// Describes the case at `position`, whose associated values are the parameters of its constructor `make`.
  public mutating func `case`<each Payload: ArchiveValue>(
    _ make: (repeat each Payload) -> Record, at position: Int
  ) {
    var payloads: [any ArchiveValue.Type] = []
    for type in repeat (each Payload).self { payloads.append(type) }
    cases.append(ColumnCase(position: position, byte: nil, payloads: payloads))
  }

  /// Records that an associated value of the case cannot be archived. It is not marked unavailable, for the same reason.
  @_disfavoredOverload
  public mutating func `case`<each Payload>(_ make: (repeat each Payload) -> Record, at position: Int) {
    fail(ArchiveError(.unsupported, found: "a case of \(Record.self) with such a value"), at: position)
  }
}

/// A property of a record: its place in memory, or how to read it if it has no address.
@safe
package struct ColumnField {
  // Safe: it only holds the closures. Each call of one is marked as unsafe; codecs pass addresses of values of the
  // record's type.
  /// The index in the ``ArchiveSchema``.
  package let position: Int
  /// The type that the property is stored as. Its values have the same memory as the property.
  package let type: any ArchiveValue.Type
  /// The property; `nil` for a field of several properties.
  package let keyPath: AnyKeyPath?
  /// The offset in bytes from the start of the value; `nil` for properties with observers or wrappers.
  package let offset: Int?
  /// Copies the property of the record at the first address to the second address.
  package let read: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  /// Whether the other values stay readable if a value of this field cannot be read.
  package var isolatesFailures = false
}

/// A property of a record that is stored flat.
package struct ColumnComposition {
  package let keyPath: AnyKeyPath
  /// The index of its first field.
  package let position: Int
  /// Whether its values may be made by filling their memory.
  package let fillsMemory: Bool
  /// Its names in archives.
  package let names: (ArchiveSchema.Case) -> [String]
}

/// A case of an enumeration.
package struct ColumnCase {
  package let position: Int
  /// The value's single byte of memory; `nil` if the value is larger, or the case has associated values.
  package let byte: UInt8?
  /// The types that the associated values are stored as.
  package var payloads: [any ArchiveValue.Type] = []
}

/// Callers lend it for the duration of a call.
@available(*, unavailable)
extension _ColumnDescription: Sendable {}
