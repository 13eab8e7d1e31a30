internal import ArchiveBytes

/// The fields of a table, in the order in which archives store them. The position of a field is its place in the list.
public struct FieldList<Record> {
  private(set) var names: [String] = []
  private(set) var formerNames: [String: [String]] = [:]
  /// The closures that pass each field to a visitor, with its property and its stored type.
  private(set) var fields: [Field] = []
  typealias Field = (position: Int, describe: (inout any FieldVisitor<Record>) -> Void)
  /// The positions of the fields whose failures are isolated.
  private(set) var isolated: Set<Int> = []
  /// The properties by their names in archives.
  private(set) var properties: [(name: String, keyPath: PartialKeyPath<Record>)] = []
  /// For each property that is stored flat, the position of its first field.
  private(set) var compositionPositions: [Int] = []
  /// Whether at least one field is never `nil`.
  private(set) var hasRequiredField = false

  init() {}

  // MARK: Fields

  /// Adds the property at `keyPath`, under a name.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - formerly: Older names, which decoders try in order if an archive lacks the field.
  public mutating func field<Value: ArchiveValue>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>
  ) {
    add(name, formerly, keyPath) { $0.visit(keyPath, at: $1, isInPlace: true) { $0 } }
    require(Value.self)
  }

  /// Adds the property at `keyPath`, which is stored with a storage method.
  public mutating func field<Value>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>,
    as storage: FieldStorage<Value>
  ) {
    add(name, formerly, keyPath) { storage.describe(keyPath, at: $1, to: &$0) }
    require(Value.self)
  }

  /// Adds a property of a tuple type, given by its parts.
  public mutating func tuple<each Part: ArchiveValue>(
    _ name: String, formerly: [String] = [], _ part: repeat KeyPath<Record, each Part>
  ) {
    let parts = (repeat each part)
    add(name, formerly, nil) { $0.visit(tuple: repeat each parts, at: $1) }
    hasRequiredField = true
  }

  private mutating func require(_ type: Any.Type) {
    if !(type is any ExpressibleByNilLiteral.Type) { hasRequiredField = true }
  }

  /// Keeps the other values of a column readable if one value of the last added field cannot be read. Call it for a
  /// field whose error `init(fields:)` catches, as ``FieldDecoder/decode(at:orDefault:_:)`` does.
  public mutating func isolateFailures() {
    if let last = fields.last { isolated.insert(last.position) }
  }

  /// Adds the fields of the struct at `keyPath`, which are stored flat, under names such as `location.latitude`.
  ///
  /// - Parameters:
  ///   - name: The name of the property in archives: the prefix before the dot.
  ///   - formerly: Older names of the property.
  public mutating func composition<Part: ArchiveRecord & ArchiveComposable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Part>
  ) {
    add(composition: name, formerly, of: Part.self, keyPath) { $0.visit(composition: keyPath, at: $1) }
    if Part.archiveTable?.hasRequiredField ?? false { hasRequiredField = true }
  }

  /// Adds the fields of the struct at `keyPath`, which are stored flat. No field is stored for `nil`, so at least one
  /// of them must have a type that is never `nil`.
  @_documentation(visibility: internal)
  public mutating func composition<Part: ArchiveRecord & ArchiveComposable>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Part?>
  ) {
    add(composition: name, formerly, of: Part.self, keyPath) {
      $0.visit(optionalComposition: keyPath, at: $1)
    }
  }

  private mutating func add<Part: ArchiveRecord & ArchiveComposable>(
    composition name: String, _ formerly: [String], of type: Part.Type, _ keyPath: PartialKeyPath<Record>,
    _ describe: @escaping (inout any FieldVisitor<Record>, Int) -> Void
  ) {
    let position = names.count
    fields.append((position, { describe(&$0, position) }))
    properties.append((name.nodeName, keyPath))
    compositionPositions.append(position)
    let inner = Part.archiveSchema.cases.first ?? ArchiveSchema.Case("")
    for field in inner.fields {
      // The first of these names is the current one: the name of the property, a dot and the name of the field.
      let own = [field] + (inner.formerFields[field] ?? [])
      let all = ([name] + formerly).flatMap { prefix in own.map { "\(prefix).\($0)" } }
      names.append(all[0])
      if all.count > 1, formerNames[all[0]] == nil { formerNames[all[0]] = Array(all.dropFirst()) }
    }
  }

  private mutating func add(
    _ name: String, _ formerly: [String], _ keyPath: PartialKeyPath<Record>?,
    _ describe: @escaping (inout any FieldVisitor<Record>, Int) -> Void
  ) {
    let position = names.count
    if let keyPath { properties.append((name.nodeName, keyPath)) }
    names.append(name)
    if !formerly.isEmpty { formerNames[name] = formerly }
    fields.append((position, { describe(&$0, position) }))
  }

  // MARK: Types that cannot be archived

  /// Adds a property of a type that cannot be archived. The method is not marked unavailable, so that the compiler
  /// reports such a property once, where the generated code encodes it.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func field<Value>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>
  ) {
    add(unsupported: name, formerly, Value.self)
  }

  /// Adds a property of a tuple type with a part that cannot be archived. Not marked unavailable for the same reason.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func tuple<each Part>(
    _ name: String, formerly: [String] = [], _ part: repeat KeyPath<Record, each Part>
  ) {
    add(unsupported: name, formerly, (repeat each Part).self)
  }

  private mutating func add(unsupported name: String, _ formerly: [String], _ type: Any.Type) {
    add(name, formerly, nil) {
      $0.fail(ArchiveError(.unsupported, found: "a field of type \(type)"), at: $1)
    }
  }

  @available(
    *, unavailable,
    message:
      "'.composition' stores the fields of a struct that can be archived and has no version: mark its type @Archivable, or store the property by '.default', '.codable' or '.transformed(…)'"
  )
  public mutating func composition<Value>(
    _ name: String, formerly: [String] = [], _ keyPath: KeyPath<Record, Value>
  ) { fatalError("unavailable") }
}

/// Callers lend the list for the duration of a call.
@available(*, unavailable)
extension FieldList: Sendable {}
