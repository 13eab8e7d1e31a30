package import ArchiveBytes

/// Where the fields of a record, or the cases of an enumeration, are found: what a column archive needs to take whole
/// columns from memory.
///
/// `@Archivable` writes the calls. By hand, for a struct:
///
/// ```swift
/// static func describeColumns(_ columns: inout ColumnDescription<Event>) {
///   columns.field(\.timeStamp, at: 0)
///   columns.field(\.eventTag, at: 1)
/// }
/// ```
///
/// Every position of the ``ArchiveSchema`` that the type encodes is described once. A record that describes nothing is
/// stored as a tree a value.
///
/// `Record` is an ``ArchiveRecord``. That is no constraint, since a module that is isolated to the main actor by default
/// has isolated conformances, on which a method that is not isolated could not rely.
public struct ColumnDescription<Record> {
  package private(set) var fields: [ColumnField] = []
  /// The properties that are stored flat; their fields are among ``fields``.
  package private(set) var compositions: [ColumnComposition] = []
  package private(set) var cases: [ColumnCase] = []
  /// The positions of fields that this build does not have.
  package private(set) var omitted: [Int] = []
  /// Whether the fields are all that the value's memory holds.
  package var coversMemory: Bool { statesCoverage && compositions.allSatisfy(\.coversMemory) }
  /// Whether ``assumeComplete()`` was called, be it before or after the compositions were described.
  private var statesCoverage = false
  /// Why the type cannot be archived: a field names a transformer that does not exist, or the like.
  package private(set) var problem: (error: ArchiveError, position: Int)?
  /// Whether a part is only known to keyed coders, and so the whole is.
  private var isTree = false

  package init() {}

  /// Whether nothing is described, so that values are stored as trees.
  package var isEmpty: Bool { isTree || fields.isEmpty && cases.isEmpty && !coversMemory }

  // MARK: Structs

  /// The field at `position` is the property at `keyPath`.
  public mutating func field<Value: ArchiveValue>(_ keyPath: KeyPath<Record, Value>, at position: Int) {
    add(Value.self, keyPath, at: position) { $0 }
  }

  /// The field at `position` is a property of a raw-representable type, stored by its raw value.
  @_disfavoredOverload
  public mutating func field<Value: RawRepresentable>(_ keyPath: KeyPath<Record, Value>, at position: Int)
  where Value.RawValue: ArchiveValue {
    add(RawPart<Value>.self, keyPath, at: position) { RawPart($0) }
  }

  /// The field at `position` is an optional of a raw-representable type, stored by its raw value or as `nil`.
  @_disfavoredOverload
  public mutating func field<Value: RawRepresentable>(_ keyPath: KeyPath<Record, Value?>, at position: Int)
  where Value.RawValue: ArchiveValue {
    add(RawPart<Value>?.self, keyPath, at: position) { $0.map { RawPart($0) } }
  }

  /// The field at `position` is an array of a raw-representable type, stored by the raw values.
  @_disfavoredOverload
  public mutating func field<Value: RawRepresentable>(_ keyPath: KeyPath<Record, [Value]>, at position: Int)
  where Value.RawValue: ArchiveValue {
    // An array of values is not an array of their parts, so there is no address to take it from.
    fields.append(
      unsafe ColumnField(
        position: position, type: [RawPart<Value>].self, keyPath: keyPath, offset: nil,
        read: { record, part in
          let values = unsafe record.assumingMemoryBound(to: Record.self).pointee[keyPath: keyPath]
          unsafe part.initializeMemory(as: [RawPart<Value>].self, to: values.map { RawPart($0) })
        }))
  }

  /// A field of a type that cannot be archived. It is not unavailable, so that the compiler reports the field once, where
  /// it is encoded.
  @_disfavoredOverload
  public mutating func field<Value>(_ keyPath: KeyPath<Record, Value>, at position: Int) {
    fail(ArchiveError(.unsupported, found: "a field of type \(Value.self)"), at: position)
  }

  /// The field at `position` is a property of a tuple type, given by its parts.
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

  /// There is no field at `position` in this build: what stands in the other clause of an `#if`.
  public mutating func omit(at position: Int) { omitted.append(position) }

  /// States that the described fields are all the stored properties there are, so that values may be made by filling
  /// their memory. It does not matter when it is called, and it has no effect where a composition does not state the
  /// same of its type. Without it they are made by ``ArchiveRecord/init(fields:)``, one by one.
  ///
  /// It is unsafe, since a property that is not described would be left without a value.
  @unsafe
  public mutating func assumeComplete() { statesCoverage = true }

  /// A value of the field at `position` that cannot be read leaves the others readable: `init(fields:)` asks for it, is
  /// thrown the error, and has a value to put in its place.
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

  /// The field at `position` cannot be archived.
  mutating func fail(_ error: ArchiveError, at position: Int) {
    if problem == nil { problem = (error, position) }
    omit(at: position)
  }

  mutating func add<Value, Stored: ArchiveValue>(
    _ type: Stored.Type, _ keyPath: KeyPath<Record, Value>, at position: Int,
    _ stored: @escaping (Value) -> Stored
  ) {
    fields.append(
      unsafe ColumnField(
        position: position, type: type, keyPath: keyPath, offset: MemoryLayout<Record>.offset(of: keyPath),
        read: { record, part in
          let value = unsafe record.assumingMemoryBound(to: Record.self).pointee[keyPath: keyPath]
          unsafe part.initializeMemory(as: Stored.self, to: stored(value))
        }))
  }

  // MARK: Enumerations

  /// The case at `position` has no associated values; `value` is it.
  public mutating func `case`(_ value: Record, at position: Int) {
    var (size, byte) = (MemoryLayout<Record>.size, UInt8(0))
    // SAFETY: the one byte of a value of one byte is read.
    if size == 1 { unsafe withUnsafeBytes(of: value) { byte = unsafe $0[0] } } else { size = 0 }
    cases.append(ColumnCase(position: position, byte: size == 1 ? byte : nil))
  }

  /// The case at `position` has associated values: those that its constructor `make` takes.
  public mutating func `case`<each Payload: ArchiveValue>(
    _ make: (repeat each Payload) -> Record, at position: Int
  ) {
    var payloads: [any ArchiveValue.Type] = []
    for type in repeat (each Payload).self { payloads.append(type) }
    cases.append(ColumnCase(position: position, byte: nil, payloads: payloads))
  }

  /// The case at `position` has associated values, some of them of raw-representable types that are stored by their
  /// raw values.
  @_disfavoredOverload
  public mutating func `case`<each Payload>(_ make: (repeat each Payload) -> Record, at position: Int) {
    var payloads: [any ArchiveValue.Type] = []
    for type in repeat (each Payload).self {
      guard let stored = storedType(of: type) else { preconditionFailure("\(type) cannot be archived") }
      payloads.append(stored)
    }
    cases.append(ColumnCase(position: position, byte: nil, payloads: payloads))
  }
}

/// A property of a record: where it is in memory, or how it is read when it has no address.
package struct ColumnField {
  /// The index in the ``ArchiveSchema``.
  package let position: Int
  /// The type it is stored as, whose values have the memory of the property.
  package let type: any ArchiveValue.Type
  /// The property, where it is one.
  package let keyPath: AnyKeyPath?
  /// The distance in bytes from the start of the value; `nil` for properties with observers or wrappers.
  package let offset: Int?
  /// Copies the property of the record at the first address to the second.
  package let read: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  /// Whether a value that cannot be read leaves the others readable.
  package var isolatesFailures = false
}

/// A property of a record that is stored flat.
package struct ColumnComposition {
  package let keyPath: AnyKeyPath
  /// The index of its first field.
  package let position: Int
  /// Whether its fields are all that its memory holds.
  package let coversMemory: Bool
  /// Its names in archives.
  package let names: (ArchiveSchema.Case) -> [String]
}

/// A case of an enumeration.
package struct ColumnCase {
  package let position: Int
  /// The value's one byte of memory, where it has one and no associated values.
  package let byte: UInt8?
  /// The types that the associated values are stored as.
  package var payloads: [any ArchiveValue.Type] = []
}

/// Only lent, for the time of a call.
@available(*, unavailable)
extension ColumnDescription: Sendable {}
