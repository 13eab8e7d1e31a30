package import ArchiveBytes
package import ArchiveValues

/// The description of a record for columns: the places of its fields in memory, or the cases of an enumeration.
///
/// It follows from a struct's table of fields, or from the cases that an enumeration describes. A column archive uses
/// it to copy whole columns from memory. A record without either is stored as trees.
package struct ColumnDescription<Record: ArchiveRecord> {
  package private(set) var fields: [ColumnField] = []
  /// The properties that are stored flat. Their fields are among ``fields``.
  package private(set) var compositions: [ColumnComposition] = []
  package let cases: [ColumnCase]
  /// The positions without a field of their own: fields that cannot be archived, and fields inside an optional
  /// struct.
  package private(set) var omitted: [Int] = []
  /// Whether values may be created by filling their memory with the fields, if these cover it. Otherwise they are
  /// created one by one with ``ArchiveRecord/init(fields:)``.
  package private(set) var fillsMemory: Bool
  /// The reason why the type cannot be archived; for example, a field names a transformer that does not exist.
  package private(set) var problem: (error: ArchiveError, position: Int)?
  /// Whether only keyed coders can store a part. Then each value is stored as a tree.
  private var isTree = false

  package init(of type: Record.Type) {
    let table = Record.archiveTable
    // False unless the table states that `init(fields:)` only reads every stored property from its field.
    fillsMemory = table?.isMemberwise ?? false
    cases = table == nil ? Record.describedCases.map(ColumnCase.init) : []
    table?.describe(to: &self)
  }

  /// Whether the description is empty, so that values are stored as trees.
  package var isEmpty: Bool { isTree || fields.isEmpty && cases.isEmpty && !fillsMemory }

  /// Returns the fields of a struct, or of a case of an enumeration: their names in archives, and the types in which
  /// they are stored.
  package func types(ofCase position: Int) -> [(name: String, type: any ArchiveValue.Type)] {
    let described = Record.archiveSchema.cases[position]
    guard Record.archiveSchema.isEnumeration else {
      return fields.compactMap { field in field.names(in: described).first.map { ($0, field.type) } }
    }
    return zip(described.fields, cases.first { $0.position == position }?.payloads ?? []).map { ($0, $1) }
  }
}

extension ColumnDescription: FieldVisitor {
  package mutating func visit<Value, Stored: ArchiveValue>(
    _ keyPath: KeyPath<Record, Value>, at position: Int, isInPlace: Bool,
    stored: @escaping (Value) -> Stored
  ) {
    fields.append(
      unsafe ColumnField(
        position: position, type: Stored.self, keyPath: keyPath,
        offset: isInPlace ? MemoryLayout<Record>.offset(of: keyPath) : nil,
        read: { record, part in
          let value = unsafe record.assumingMemoryBound(to: Record.self).pointee[keyPath: keyPath]
          unsafe part.initializeMemory(as: Stored.self, to: stored(value))
        }))
  }

  package mutating func visit<each Part: ArchiveValue>(
    tuple part: repeat KeyPath<Record, each Part>, at position: Int
  ) {
    var first: Int?
    var isFirst = true
    for keyPath in repeat each part {
      if isFirst { first = MemoryLayout<Record>.offset(of: keyPath) }
      isFirst = false
    }
    fields.append(
      unsafe ColumnField(
        position: position, type: ArchiveTuple<repeat each Part>.self, keyPath: nil, offset: first,
        read: { record, target in
          let record = unsafe record.assumingMemoryBound(to: Record.self)
          let tuple = ArchiveTuple(repeat unsafe record.pointee[keyPath: each part])
          unsafe target.initializeMemory(as: ArchiveTuple<repeat each Part>.self, to: tuple)
        }))
  }

  package mutating func visit<Part: ArchiveRecord>(
    composition keyPath: KeyPath<Record, Part>, at position: Int
  ) {
    do { try Part.checkComposition() } catch {
      omitRest(of: Part.self, at: position)
      return fail(.wrapping(error), at: position)
    }
    let inner = ColumnDescription<Part>(of: Part.self)
    let offset = MemoryLayout<Record>.offset(of: keyPath)
    if inner.isEmpty && Part.archiveFieldCount > 0 { isTree = true }
    if !inner.fillsMemory || Part.self is any AwakesAfterDecoding.Type { fillsMemory = false }
    compositions.append(
      ColumnComposition(keyPath: keyPath) { $0.compositionNames(of: Part.self, at: position) })
    for field in inner.fields {
      fields.append(
        unsafe ColumnField(
          position: position + field.position, type: field.type, keyPath: nil,
          offset: offset.flatMap { start in field.offset.map { start + $0 } },
          read: { record, target in
            // SAFETY: the codec passes the address of a record, and `field.read` receives the address of a part.
            let part = unsafe record.assumingMemoryBound(to: Record.self).pointee[keyPath: keyPath]
            unsafe withUnsafePointer(to: part) { unsafe field.read(UnsafeRawPointer($0), target) }
          }, isolatesFailures: field.isolatesFailures))
    }
    omitted += inner.omitted.map { position + $0 }
    if let problem = inner.problem { fail(problem.error, at: position + problem.position) }
  }

  /// Columns support optional structs: the property is a field with the name of the composition.
  package mutating func visit<Part: ArchiveRecord>(
    optionalComposition keyPath: KeyPath<Record, Part?>, at position: Int
  ) {
    omitRest(of: Part.self, at: position)
    do { try Part.checkComposition(isOptional: true) } catch { return fail(.wrapping(error), at: position) }
    visit(keyPath, at: position, isInPlace: true) { $0 }
    fields[fields.count - 1].names = { $0.compositionNames(of: Part.self, at: position) }
    fillsMemory = false
  }

  /// Omits the fields of a composition after its first one, which represents all of them.
  private mutating func omitRest<Part: ArchiveRecord>(of _: Part.Type, at position: Int) {
    omitted += (0..<Part.archiveFieldCount).dropFirst().map { position + $0 }
  }

  package mutating func fail(_ error: ArchiveError, at position: Int) {
    if problem == nil { problem = (error, position) }
    omitted.append(position)
  }

  package mutating func isolateFailures(at position: Int) {
    for index in fields.indices where fields[index].position == position {
      fields[index].isolatesFailures = true
    }
  }
}

/// A property of a record: its place in memory, or how to read it if it has no address.
@safe
package struct ColumnField {
  // Safe: it only holds the closures. Each call of one is marked as unsafe; codecs pass addresses of values of the
  // record's type.
  /// The index in the ``ArchiveSchema``.
  package let position: Int
  /// The type in which the property is stored. Its values have the same memory layout as the property.
  package let type: any ArchiveValue.Type
  /// The property; `nil` for a field of several properties.
  package let keyPath: AnyKeyPath?
  /// The offset in bytes from the start of the value; `nil` for properties with observers or wrappers.
  package let offset: Int?
  /// Copies the property of the record at the first address to the second address.
  package let read: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  /// Whether the other values remain readable if a value of this field cannot be read.
  package var isolatesFailures = false
  /// The field's names in archives, the current one first, if they differ from the names at its position in the
  /// schema.
  fileprivate var names: ((ArchiveSchema.Case) -> [String])?

  /// Returns the names of the field in archives, the current one first; none if the schema does not have it.
  package func names(in schema: ArchiveSchema.Case) -> [String] {
    if let names { return names(schema) }
    guard schema.fields.indices.contains(position) else { return [] }
    let name = schema.fields[position]
    return [name] + (schema.formerFields[name] ?? [])
  }
}

/// A property of a record that is stored flat.
package struct ColumnComposition {
  package let keyPath: AnyKeyPath
  /// The property's names in archives.
  package let names: (ArchiveSchema.Case) -> [String]
}

/// A case of an enumeration.
package struct ColumnCase {
  package let position: Int
  /// The value's single byte of memory; `nil` if the value is larger, or the case has associated values.
  package let byte: UInt8?
  /// The types in which the associated values are stored.
  package let payloads: [any ArchiveValue.Type]

  init<Record>(_ described: _CaseDescription<Record>.Case) {
    (position, payloads) = (described.position, described.payloads)
    // SAFETY: only values of a single byte are read, and only that byte.
    byte = described.value.flatMap { value in
      MemoryLayout<Record>.size == 1 ? unsafe withUnsafeBytes(of: value) { unsafe $0[0] } : nil
    }
  }
}
