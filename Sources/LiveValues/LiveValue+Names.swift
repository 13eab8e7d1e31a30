// Properties by name, for key-value coding and observing.

extension LiveValue {
  /// The properties of the struct by name.
  var properties: PropertyTable<Value> { PropertyTables.table(of: Value.self) }

  /// Returns the key-value coding accessors of the property with this name, or `nil` if it does not exist.
  func accessor(named name: String) -> NameAccessor? {
    guard let property = properties[name] else { return nil }
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

/// The error for a value that does not fit the property with its name.
private struct OtherType: Error {}
