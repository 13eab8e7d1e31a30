package import ArchiveValues

/// A value that states its column. The columns of other types follow from their form: see ``ArchiveColumn``.
package protocol ColumnValue: ArchiveValue {
  /// The column that stores many values of the type.
  static var archiveColumn: ArchiveColumn { get }
}

extension ArchiveColumn {
  /// Returns the column of a type: the one that the type states, or the one that follows from its form.
  package init(of type: any ArchiveValue.Type) {
    if let type = type as? any ColumnValue.Type {
      self = type.archiveColumn
    } else if let type = type as? any ArchivableObject.Type {
      self = .instance(type)
    } else if let type = type as? any ArchiveRecord.Type {
      self = (type._isStoredAsRawValue ? Self.rawValues(of: type) : nil) ?? .record(type)
    } else if let type = type as? any ArchiveRepresentable.Type {
      self = Self.forms(of: type)
    } else {
      self = Self.rawValues(of: type) ?? .tree
    }
  }

  private static func forms<Value: ArchiveRepresentable>(of type: Value.Type) -> ArchiveColumn {
    .stored(as: Value.ArchiveForm.self) { (value: Value) in
      try value.archiveForm
    } decode: {
      try Value(archiveForm: $0)
    }
  }

  /// Returns the column of a type's raw values; `nil` if the type has no raw values that can be archived.
  private static func rawValues(of type: any ArchiveValue.Type) -> ArchiveColumn? {
    func column<Raw: ArchiveValue, Value: RawRepresentable<Raw>>(of type: Value.Type, _ raw: Raw.Type)
      -> ArchiveColumn
    {
      .stored(as: raw) { (value: Value) in
        value.rawValue
      } decode: {
        try Value.ofRawValue($0)
      }
    }
    // Establishes the constraints step by step: first the raw type, then the type with that raw type.
    func column<Raw: ArchiveValue>(_ raw: Raw.Type) -> ArchiveColumn? {
      (type as? any RawRepresentable<Raw>.Type).map { column(of: $0, raw) }
    }
    func rawType<Value: RawRepresentable>(of type: Value.Type) -> Any.Type { Value.RawValue.self }
    guard let type = type as? any RawRepresentable.Type,
      let raw = rawType(of: type) as? any ArchiveValue.Type
    else { return nil }
    return column(raw)
  }
}
