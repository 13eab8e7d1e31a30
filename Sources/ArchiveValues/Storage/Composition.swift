internal import ArchiveBytes

// A composition is a property whose own fields are stored flat, as fields of the enclosing record, under names such as
// `location.latitude`. Every keyed coder adds the position of the first field to the positions of the inner record's
// fields.

extension ArchiveSchema.Case {
  /// Returns the names of a property that is stored flat, the current one first: the prefixes of its field names. Its
  /// first field is at `position`.
  package func compositionNames<Record: ArchiveRecord>(of type: Record.Type, at position: Int) -> [String] {
    guard let first = Record.archiveSchema.cases.first?.fields.first, fields.indices.contains(position) else {
      return []
    }
    var names: [String] = []
    for name in [fields[position]] + (formerFields[fields[position]] ?? []) where name.hasSuffix(".\(first)")
    {
      names.append(String(name.dropLast(first.count + 1)))
    }
    return names
  }

  /// Returns the fields of a composition, `count` from `position` on, as a separate case.
  package func composition(at position: Int, count: Int) -> ArchiveSchema.Case {
    let part = Array(fields[position..<(position + count)])
    return ArchiveSchema.Case(
      name, fields: part, formerFields: formerFields.filter { part.contains($0.key) })
  }
}

extension ArchiveRecord {
  /// The number of fields of a value, which is also the number of its positions as a composition. Zero for an
  /// enumeration.
  package static var archiveFieldCount: Int {
    archiveSchema.isEnumeration ? 0 : archiveSchema.cases[0].fields.count
  }

  /// Checks that the type can be stored flat.
  ///
  /// - Parameter isOptional: Whether the property may be `nil`. Then none of its fields is stored.
  package static func checkComposition(isOptional: Bool = false) throws {
    let schema = archiveSchema
    if isOptional, !(archiveTable?.hasRequiredField ?? false) {
      throw ArchiveError(
        .unsupported,
        expected: "a struct with a field that is never nil, to store an optional by '.composition'",
        found: "\(Self.self), whose fields may all be nil, like the property",
        advice: "Store the property by '.default'.")
    }
    guard schema.isEnumeration || schema.version > 1 else { return }
    throw ArchiveError(
      .unsupported, expected: "a struct without versions, to store its fields flat by '.composition'",
      found: schema.isEnumeration
        ? "the enumeration \(Self.self)" : "\(Self.self) of version \(schema.version)",
      advice: schema.isEnumeration
        ? "Store the property by '.default'."
        : "Store the property by '.default', or move the version to the type around it, which stores these fields."
    )
  }

  /// Awakes a value that was stored flat, if its type has the hook. Errors contain `firstField`, the stored name of
  /// its first field.
  package static func awake(
    _ record: inout Self, _ hooks: DecodingHooks, firstField: @autoclosure () -> String?
  ) throws {
    guard hooks.awakes else { return }
    do {
      try hooks.awake(&record)
    } catch {
      let error = ArchiveError.wrapping(error)
      guard let own = archiveSchema.cases[0].fields.first, let firstField = firstField() else { throw error }
      throw error.prefixed(.field(String(firstField.dropLast(own.count + 1))))
    }
  }
}

extension FieldEncoder {
  /// Stores the fields of `record` flat, or none of them for `nil`.
  public mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record?, at position: Int) throws {
    try Record.checkComposition(isOptional: true)
    if let record { return try encodeComposition(record, at: position) }
    for offset in 0..<Record.archiveFieldCount { try omit(at: position + offset) }
  }
}

extension FieldDecoder {
  /// Reads an optional property that was stored flat: `nil` if the archive has none of its fields.
  ///
  /// - Throws: ``ArchiveError/Code/missingField`` if the archive has some of the fields, but lacks a field without a
  ///   default.
  public mutating func decodeComposition<Record: ArchiveRecord>(at position: Int) throws -> Record? {
    try Record.checkComposition(isOptional: true)
    return try _decodeComposition(of: Record.self, at: position, isRequired: false)
  }

  /// Returns whether the archive has any field of a record that was stored flat, with its first field at `position`.
  package func hasFields(of type: (some ArchiveRecord).Type, at position: Int) -> Bool {
    (position..<(position + type.archiveFieldCount)).contains { hasField(at: $0) }
  }

  /// Reads a property that was stored flat, with its first field at `position`.
  ///
  /// - Throws: ``ArchiveError/Code/missingField`` if the archive lacks a field without a default.
  public mutating func decodeComposition<Record: ArchiveRecord>(at position: Int) throws -> Record {
    guard let record = try _decodeComposition(of: Record.self, at: position, isRequired: true) else {
      throw failure(.missingField, expected: "the fields of a \(Record.self)", found: nil)
    }
    return record
  }

  /// Reads a property that was stored flat. Returns `defaultValue` if the archive has none of its fields.
  public mutating func decodeComposition<Record: ArchiveRecord>(
    at position: Int, orDefault defaultValue: @autoclosure () throws -> Record
  ) throws -> Record {
    try _decodeComposition(of: Record.self, at: position, isRequired: false) ?? defaultValue()
  }

  /// Reads a property that was stored flat. Returns `value`, its current value, if the archive has none of its
  /// fields.
  public mutating func _decodeComposition<Record: ArchiveRecord>(at position: Int, orKeep value: Record)
    throws
    -> Record
  {
    try _decodeComposition(of: Record.self, at: position, isRequired: false) ?? value
  }
}
