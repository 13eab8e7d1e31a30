internal import ArchiveBytes
internal import ArchiveValues

/// The properties of a struct by name: the fields of its table, by their stored names, and the properties that it lists
/// as ``KeyValueObservable``. If two properties have the same name, the first counts, and fields come first.
///
/// A property that is stored flat is one property; its fields have no entries. A tuple has no name.
struct PropertyTable<Record> {
  private var properties: [String: NamedProperty<Record>] = [:]
  /// The names in the order in which they are listed, fields first.
  private(set) var names: [String] = []

  /// Creates the table of a type. It is empty if the type has no table of fields and lists no properties.
  init(of type: Record.Type) {
    let fields = (type as? any ArchiveStruct.Type)?.namedFields ?? []
    let listed = (type as? any KeyValueObservable.Type)?.listedProperties ?? []
    for (name, keyPath) in fields + listed where properties[name] == nil {
      guard let keyPath = keyPath as? PartialKeyPath<Record> else { continue }
      properties[name] = NamedProperty(keyPath)
      names.append(name)
    }
  }

  subscript(name: String) -> NamedProperty<Record>? { properties[name] }

  /// Returns the names of the properties whose values differ between two structs. A property that is not `Equatable` may
  /// differ after every write.
  func names(changedFrom old: Record, to new: Record) -> [String] {
    names.filter { properties[$0]?.differs(old, new) ?? false }
  }
}

extension ArchiveStruct {
  fileprivate static var namedFields: [(name: String, keyPath: AnyKeyPath)] {
    archiveFields.properties.map { ($0.name, $0.keyPath) }
  }
}

extension KeyValueObservable {
  fileprivate static var listedProperties: [(name: String, keyPath: AnyKeyPath)] {
    observableProperties.map { ($0.key, $0.value) }
  }
}

/// The tables of all types requested so far, each created once per process.
enum PropertyTables {
  private static let tables = Locked<[ObjectIdentifier: Any]>([:])

  static func table<Value>(of type: Value.Type) -> PropertyTable<Value> {
    let key = ObjectIdentifier(type)
    if let table = tables.withLock({ $0[key] as? PropertyTable<Value> }) { return table }
    // Outside the lock, since the type's table and list run the caller's code.
    let table = PropertyTable(of: type)
    tables.withLock { $0[key] = table }
    return table
  }
}

/// A property of a struct that can be read, and perhaps set, without knowing its type.
struct NamedProperty<Record> {
  private let keyPath: PartialKeyPath<Record>
  private let isEqual: ((Record, Record) -> Bool)?
  /// Sets the property and returns `true`, or returns `false` for a value of another type; `nil` if the property cannot
  /// be set.
  let set: ((inout Record, Any?) -> Bool)?

  init(_ keyPath: PartialKeyPath<Record>) {
    self.keyPath = keyPath
    let typed = keyPath as? any TypedKeyPath<Record>
    isEqual = typed?.comparison
    set = typed?.setter
  }

  /// Returns the value of the property; `nil` if it is an optional without a value.
  func value(in record: Record) -> Any? {
    let value = record[keyPath: keyPath]
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrapped
  }

  func differs(_ old: Record, _ new: Record) -> Bool { isEqual.map { !$0(old, new) } ?? true }
}

/// A key path that knows the type of its value. Only a method of `KeyPath` itself knows that type: a cast of a
/// `PartialKeyPath` would need it.
protocol TypedKeyPath<Root> {
  associatedtype Root
  /// The property, for observers.
  var observed: ObservedProperty<Root> { get }
  var comparison: ((Root, Root) -> Bool)? { get }
  var setter: ((inout Root, Any?) -> Bool)? { get }
}

extension KeyPath: TypedKeyPath {
  var comparison: ((Root, Root) -> Bool)? {
    equality(of: Value.self).map { isEqual in { isEqual($0[keyPath: self], $1[keyPath: self]) } }
  }

  var setter: ((inout Root, Any?) -> Bool)? {
    guard let keyPath = self as? WritableKeyPath<Root, Value> else { return nil }
    return { record, value in
      guard let value = value as? Value else { return false }
      record[keyPath: keyPath] = value
      return true
    }
  }
}

/// An optional in an `Any`. A cast to the wrapped type would need the type.
private protocol OptionalValue {
  /// The content of the optional, through any number of nested optionals.
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? {
    guard let value = self else { return nil }
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrapped
  }
}
