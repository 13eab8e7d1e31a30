internal import ArchiveBytes

/// A field of a table: it shows its property, and the type that it is stored as, to a visitor.
protocol TableField<Record> {
  associatedtype Record
  /// The position in the schema.
  var position: Int { get }
  func describe(to visitor: inout some FieldVisitor<Record>)
}

/// A property that is stored like other values of its type.
struct ValueField<Record, Value: ArchiveValue>: TableField {
  let keyPath: KeyPath<Record, Value>
  let position: Int

  func describe(to visitor: inout some FieldVisitor<Record>) {
    visitor.visit(keyPath, at: position, isInPlace: true) { $0 }
  }
}

/// A property with a storage method.
struct StoredField<Record, Value>: TableField {
  let keyPath: KeyPath<Record, Value>
  let position: Int
  let storage: FieldStorage<Value>

  func describe(to visitor: inout some FieldVisitor<Record>) {
    storage.describe(keyPath, at: position, to: &visitor)
  }
}

/// A property of a tuple type, by its parts.
struct TupleField<Record, each Part: ArchiveValue>: TableField {
  let parts: (repeat KeyPath<Record, each Part>)
  let position: Int

  func describe(to visitor: inout some FieldVisitor<Record>) {
    visitor.visit(tuple: repeat each parts, at: position)
  }
}

/// A struct whose fields are stored flat, from a position on.
struct CompositionField<Record, Part: ArchiveRecord>: TableField {
  let keyPath: KeyPath<Record, Part>
  let position: Int

  func describe(to visitor: inout some FieldVisitor<Record>) {
    visitor.visit(composition: keyPath, at: position)
  }
}

/// An optional struct whose fields are stored flat, from a position on, or not at all.
struct OptionalCompositionField<Record, Part: ArchiveRecord>: TableField {
  let keyPath: KeyPath<Record, Part?>
  let position: Int

  func describe(to visitor: inout some FieldVisitor<Record>) {
    visitor.visit(optionalComposition: keyPath, at: position)
  }
}

/// A property of a type that cannot be archived.
struct UnsupportedField<Record>: TableField {
  let type: Any.Type
  let position: Int

  func describe(to visitor: inout some FieldVisitor<Record>) {
    visitor.fail(ArchiveError(.unsupported, found: "a field of type \(type)"), at: position)
  }
}
