internal import ArchiveBytes
internal import ArchiveValues

// Properties by name, for key-value coding and observing.

extension LiveValue {
  /// The properties of the struct by name; `nil` if it is not a record.
  var properties: PropertyTable<Value>? { PropertyTables.table(of: Value.self) }

  /// Returns the names of the properties that differ, including dependent ones, each once.
  func names(changedFrom old: Value, to new: Value) -> [String] {
    properties?.names(changedFrom: old, to: new) ?? []
  }

  /// Returns the key-value coding accessors of the property with this name, or `nil` if there is none.
  func accessor(named name: String) -> NameAccessor? {
    guard let property = properties?[name] else { return nil }
    var accessor = NameAccessor { [self] in property.value(in: snapshot) }
    if let set = property.set {
      accessor.set = { [self] value in
        do {
          try update { record in
            guard set(&record, value) else { throw OtherType() }
          }
          return true
        } catch {
          return false
        }
      }
    }
    return accessor
  }
}

/// A value that does not fit the property with its name.
private struct OtherType: Error {}

/// The tables of all types requested so far, each created once per process.
private enum PropertyTables {
  private static let tables = Locked<[ObjectIdentifier: Any]>([:])

  static func table<Value>(of type: Value.Type) -> PropertyTable<Value>? {
    func make<Record: ArchiveRecord>(_ type: Record.Type) -> Any { PropertyTable(of: Record.self) }
    guard let record = type as? any ArchiveRecord.Type else { return nil }
    let key = ObjectIdentifier(type)
    if let table = tables.withLock({ $0[key] as? PropertyTable<Value> }) { return table }
    // Outside the lock, since the type's description runs the caller's code.
    let table = make(record) as? PropertyTable<Value>
    tables.withLock { $0[key] = table }
    return table
  }
}
