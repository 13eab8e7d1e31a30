/// A raw-representable value that is stored as its raw value.
package struct RawPart<Value: RawRepresentable>: ArchiveRepresentable where Value.RawValue: ArchiveValue {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package init(archiveForm: Value.RawValue) throws { value = try Value.ofRawValue(archiveForm) }

  package var archiveForm: Value.RawValue { value.rawValue }
}

extension RawPart: StoredPart {
  package init(ofField field: Value) { self.init(field) }
  package var field: Value { value }
}
