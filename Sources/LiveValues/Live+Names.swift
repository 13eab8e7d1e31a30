internal import ArchiveBytes
internal import ArchiveValues

// Properties by name, as key-value coding and observing need them.

extension Live {
  /// The properties of the struct by name; `nil` unless it is a record.
  var properties: PropertyTable<Value>? { PropertyTables.table(of: Value.self) }

  /// The names of the properties that differ, each once, those of dependents among them.
  func names(changedFrom old: Value, to new: Value) -> [String] {
    properties?.names(changedFrom: old, to: new) ?? []
  }

  /// What key-value coding does with the property of this name; `nil` when there is none.
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

/// A value that the property of its name cannot hold.
private struct OtherType: Error {}

/// The tables of all types asked for so far, each made once in a process.
private enum PropertyTables {
  private static let tables = Locked<[ObjectIdentifier: Any]>([:])

  static func table<Value>(of type: Value.Type) -> PropertyTable<Value>? {
    func make<Record: ArchiveRecord>(_ type: Record.Type) -> Any { PropertyTable(of: Record.self) }
    guard let record = type as? any ArchiveRecord.Type else { return nil }
    let key = ObjectIdentifier(type)
    if let table = tables.withLock({ $0[key] as? PropertyTable<Value> }) { return table }
    // Without the lock, since what a type says of itself is the caller's code.
    let table = make(record) as? PropertyTable<Value>
    tables.withLock { $0[key] = table }
    return table
  }
}
