internal import ArchiveBytes

/// The properties of a record by name: its fields, by their stored names, and its derived properties.
///
/// The table contains what the record describes: the fields of its ``ArchiveStruct/archiveFields``, and the derived
/// properties in ``ArchiveRecord/_describeDerived(_:)``. A property that is stored flat is one property; its fields have no entries. A
/// field that consists of several properties, a tuple, has no name here. If two properties have the same name, the
/// first counts, and fields come before derived properties.
package struct PropertyTable<Record> {
  private var properties: [String: NamedProperty<Record>] = [:]
  /// The names in the order in which they are described, fields first.
  package private(set) var names: [String] = []

  /// Creates the table of a record's type.
  package init(of type: Record.Type) where Record: ArchiveRecord {
    for (name, keyPath) in Record.archiveTable?.properties ?? [] {
      add(NamedProperty(name, keyPath, dependencies: nil))
    }
    var derived = _DerivedProperties<Record>()
    Record._describeDerived(&derived)
    for property in derived.properties {
      add(NamedProperty(property.name, property.keyPath, dependencies: property.dependencies))
    }
  }

  private mutating func add(_ property: NamedProperty<Record>) {
    guard properties[property.name] == nil else { return }
    properties[property.name] = property
    names.append(property.name)
  }

  package subscript(name: String) -> NamedProperty<Record>? { properties[name] }

  /// Returns the names of the properties whose values differ between two records, fields first.
  ///
  /// A derived property is evaluated if something that it depends on may differ, and counts if its own value differs. A
  /// field that is not `Equatable` may differ after every write. A derived property that is not `Equatable` counts
  /// whenever it is evaluated.
  package func names(changedFrom old: Record, to new: Record) -> [String] {
    var changed: [String] = []
    /// Fields that changed, and properties that depend on them or on something unknown, directly or indirectly.
    var touched: Set<String> = []
    for name in names {
      guard let property = properties[name], property.dependencies == nil, property.differs(old, new) else {
        continue
      }
      changed.append(name)
      touched.insert(name)
    }
    var derived = names.filter { properties[$0]?.dependencies != nil }
    while let index = derived.firstIndex(where: { name in
      properties[name]?.dependencies?.contains { touched.contains($0) || properties[$0] == nil } ?? false
    }) {
      touched.insert(derived.remove(at: index))
    }
    changed += names.filter { name in
      guard let property = properties[name], property.dependencies != nil, touched.contains(name) else {
        return false
      }
      return property.differs(old, new)
    }
    return changed
  }
}

/// A property of a record that can be read, and perhaps set, without knowing its type.
package struct NamedProperty<Record> {
  package let name: String
  /// The names of the properties that this one depends on; `nil` for a field.
  package let dependencies: [String]?
  private let keyPath: PartialKeyPath<Record>
  private let isEqual: ((Record, Record) -> Bool)?
  /// Sets the property and returns `true`, or returns `false` for a value of another type; `nil` if the property cannot
  /// be set.
  package let set: ((inout Record, Any?) -> Bool)?

  init(_ name: String, _ keyPath: PartialKeyPath<Record>, dependencies: [String]?) {
    self.name = name
    self.keyPath = keyPath
    self.dependencies = dependencies
    let typed = keyPath as? any TypedKeyPath<Record>
    isEqual = typed?.comparison
    set = typed?.setter
  }

  /// Returns the value of the property; `nil` if it is an optional without a value.
  package func value(in record: Record) -> Any? {
    let value = record[keyPath: keyPath]
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrapped
  }

  func differs(_ old: Record, _ new: Record) -> Bool { isEqual.map { !$0(old, new) } ?? true }
}

/// A key path that knows the type of its value.
private protocol TypedKeyPath<Root> {
  associatedtype Root
  var comparison: ((Root, Root) -> Bool)? { get }
  var setter: ((inout Root, Any?) -> Bool)? { get }
}

extension KeyPath: TypedKeyPath {
  fileprivate var comparison: ((Root, Root) -> Bool)? {
    equality(of: Value.self).map { isEqual in { isEqual($0[keyPath: self], $1[keyPath: self]) } }
  }

  fileprivate var setter: ((inout Root, Any?) -> Bool)? {
    guard let keyPath = self as? WritableKeyPath<Root, Value> else { return nil }
    return { record, value in
      guard let value = value as? Value else { return false }
      record[keyPath: keyPath] = value
      return true
    }
  }
}

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
