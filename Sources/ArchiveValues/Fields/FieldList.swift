/// The fields of a table, in the order in which archives store them. The position of a field is its place in the list.
public struct FieldList<Record> {
  private(set) var names: [String] = []
  private(set) var formerNames: [String: [String]] = [:]
  private(set) var fields: [TableField<Record>] = []
  /// The properties by their names in archives.
  private(set) var properties: [(name: String, keyPath: PartialKeyPath<Record>)] = []
  /// For each property that is stored flat, the position of its first field.
  private(set) var compositionPositions: [Int] = []

  init() {}

  // MARK: Fields

  /// Adds the property at `keyPath`, under a name. A missing optional is `nil`; any other missing field is an error.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - formerly: Older names, which decoders try in order if an archive lacks the field.
  public mutating func field<Value: ArchiveValue>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>
  ) {
    add(name, formerly, ValueField(keyPath, at: names.count, nil))
  }

  /// Adds the property at `keyPath`, under a name.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - formerly: Older names, which decoders try in order if an archive lacks the field.
  ///   - value: The value of the property if an archive lacks the field.
  ///   - policy: What happens if the field cannot be read. With `.fallbackToDefaultValue` and `.debugAssertNil`, the
  ///     property gets `value`. To drop elements, store the field by `.droppingElements()`.
  public mutating func field<Value: ArchiveValue>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>,
    else value: @autoclosure @escaping () -> Value, onDecodeFailure policy: DecodeFailurePolicy = .throwError
  ) {
    add(
      name, formerly, ValueField(keyPath, at: names.count, MissingValue(value: value, policy: policy)))
  }

  /// Adds the property at `keyPath`, which is stored with a method of its own.
  public mutating func field<Value>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>,
    as storage: FieldStorage<Value>
  ) {
    add(name, formerly, StoredField(keyPath, at: names.count, as: storage, nil))
  }

  /// Adds the property at `keyPath`, which is stored with a method of its own, and has a value if the archive lacks it.
  public mutating func field<Value>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>,
    as storage: FieldStorage<Value>, else value: @autoclosure @escaping () -> Value,
    onDecodeFailure policy: DecodeFailurePolicy = .throwError
  ) {
    let missing = MissingValue(value: value, policy: policy)
    add(name, formerly, StoredField(keyPath, at: names.count, as: storage, missing))
  }

  /// Adds a property of a tuple type, given by its parts.
  public mutating func tuple<each Part: ArchiveValue>(
    _ name: String, formerly: [String] = [], _ part: repeat KeyPath<Record, each Part>
  ) {
    add(name, formerly, TupleField(repeat each part, at: names.count))
  }

  /// Keeps the other values of a column readable if the last field of one cannot be read: `init(fields:)`, written by
  /// hand, receives the error, and has a replacement. A field with a policy does so by itself.
  public mutating func _isolateFailures() { fields.last?.isolateFailures() }

  // MARK: Properties that are stored flat

  /// Adds the fields of the struct at `keyPath`, under names such as `location.latitude`.
  ///
  /// - Parameters:
  ///   - name: The name of the property in archives: the prefix before the dot.
  ///   - formerly: Older names of the property.
  public mutating func composition<Part: ArchiveRecord & ArchiveComposable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Part>
  ) {
    add(name, formerly, keyPath, nil)
  }

  /// Adds the fields of the struct at `keyPath`, which has a value if the archive has none of them.
  public mutating func composition<Part: ArchiveRecord & ArchiveComposable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Part>,
    else value: @autoclosure @escaping () -> Part
  ) {
    add(name, formerly, keyPath, MissingValue(value: value, policy: .throwError))
  }

  private mutating func add<Part: ArchiveRecord & ArchiveComposable>(
    _ name: String, _ formerly: [String], _ keyPath: KeyPath<Record, Part>, _ missing: MissingValue<Part>?
  ) {
    let composition = ArchiveSchema.Composition(name, formerly: formerly, of: Part.self)
    fields.append(CompositionField(keyPath, at: names.count, missing: missing))
    properties.append((name.nodeName, keyPath))
    compositionPositions.append(names.count)
    names += composition.fields
    formerNames.merge(composition.formerFields) { first, _ in first }
  }

  // MARK: Memory

  /// Whether each property has an address, no two overlap, and nothing but padding is left of the record.
  var coversMemory: Bool {
    var end = 0
    var memory: [FieldMemory] = []
    for field in fields {
      guard let part = field.memory else { return false }
      if part.size > 0 { memory.append(part) }
    }
    for part in memory.sorted(by: { $0.offset < $1.offset }) {
      guard part.offset >= end, part.offset - end < part.alignment else { return false }
      end = part.offset + part.size
    }
    return end == MemoryLayout<Record>.size
  }

  private mutating func add(_ name: String, _ formerly: [String], _ field: TableField<Record>) {
    if let keyPath = field.property { properties.append((name.nodeName, keyPath)) }
    names.append(name)
    if !formerly.isEmpty { formerNames[name] = formerly }
    fields.append(field)
    if let keyPath = field.property { properties.append((name, keyPath)) }
  }
}

// MARK: Types that are not archived by themselves

extension FieldList {
  /// Adds a property of a raw-representable type, stored as its raw value.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func field<Value: RawRepresentable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>
  ) where Value.RawValue: ArchiveValue {
    field(name, formerly: formerly, keyPath, as: .raw())
  }

  /// Adds a property of a raw-representable type, which has a value if the archive lacks it.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func field<Value: RawRepresentable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>,
    else value: @autoclosure @escaping () -> Value, onDecodeFailure policy: DecodeFailurePolicy = .throwError
  ) where Value.RawValue: ArchiveValue {
    field(name, formerly: formerly, keyPath, as: .raw(), else: value(), onDecodeFailure: policy)
  }

  /// Adds an optional of a raw-representable type, stored as its raw value or `nil`.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func field<Value: RawRepresentable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value?>
  ) where Value.RawValue: ArchiveValue {
    field(name, formerly: formerly, keyPath, as: .raw())
  }

  /// Adds an optional of a raw-representable type, which has a value if the archive lacks it.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func field<Value: RawRepresentable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value?>,
    else value: @autoclosure @escaping () -> Value?, onDecodeFailure policy: DecodeFailurePolicy = .throwError
  ) where Value.RawValue: ArchiveValue {
    field(name, formerly: formerly, keyPath, as: .raw(), else: value(), onDecodeFailure: policy)
  }

  /// Adds an array of a raw-representable type, stored as the raw values.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func field<Value: RawRepresentable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, [Value]>
  ) where Value.RawValue: ArchiveValue {
    add(name, formerly, RawArrayField(keyPath, at: names.count, nil))
  }

  /// Adds an array of a raw-representable type, which has a value if the archive lacks it.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func field<Value: RawRepresentable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, [Value]>,
    else value: @autoclosure @escaping () -> [Value],
    onDecodeFailure policy: DecodeFailurePolicy = .throwError
  ) where Value.RawValue: ArchiveValue {
    let missing = MissingValue(value: value, policy: policy)
    add(name, formerly, RawArrayField(keyPath, at: names.count, missing))
  }

  /// Adds a property of a type that cannot be archived; coders throw an error. It is not marked unavailable, so that the
  /// compiler reports such a property once, where the generated code encodes it.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func field<Value>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>
  ) {
    add(name, formerly, UnsupportedField(keyPath, at: names.count, nil))
  }

  @available(
    *, unavailable,
    message:
      "'.composition' stores the fields of a struct that can be archived and has no version: mark its type @Archivable, or store the property by '.default', '.codable' or '.transformed(…)'"
  )
  public mutating func composition<Value>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>
  ) { fatalError("unavailable") }

  @available(
    *, unavailable,
    message:
      "'.composition' stores the fields of a struct that can be archived and has no version: mark its type @Archivable, or store the property by '.default', '.codable' or '.transformed(…)'"
  )
  public mutating func composition<Value>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>,
    else value: @autoclosure @escaping () -> Value
  ) { fatalError("unavailable") }
}

/// Callers lend it for the duration of a call.
@available(*, unavailable)
extension FieldList: Sendable {}
