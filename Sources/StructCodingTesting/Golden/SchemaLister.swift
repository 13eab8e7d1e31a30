internal import ArchiveValues
internal import ColumnArchives

/// Lists the types that a type's description reaches, for a `SchemaListing`.
struct SchemaLister {
  private var waiting: [any ArchiveValue.Type] = []
  private var known: Set<ObjectIdentifier> = []

  /// Returns the next class that a kind has reached.
  mutating func nextClass() -> SchemaListing.Class? {
    if waiting.isEmpty { return nil }
    let type = waiting.removeFirst()
    if let record = type as? any ArchiveRecord.Type { return listing(of: record) }
    guard let object = type as? any ArchivableObject.Type else { return nextClass() }
    for subclass in object.archiveSubclasses { wait(for: subclass) }
    let schema = object.archiveSchema
    return SchemaListing.Class(
      title: title(of: schema), parts: schema.cases.flatMap(\.fields).map { .init(name: $0, kind: "") })
  }

  /// Returns how values of a type are stored.
  mutating func kind<Value: ArchiveValue>(of type: Value.Type) -> String {
    switch ArchiveColumn(of: type) {
    case .bool: return "Bool"
    case .integer(let byteCount, let isSigned): return "\(isSigned ? "Int" : "UInt")\(8 * byteCount)"
    case .float: return "Float"
    case .double: return "Double"
    case .date: return "Date"
    case .string: return "String"
    case .data: return "Data"
    case .bytes(let count): return isFoundations(type) ? type.archiveName : "\(count) bytes"
    case .optional(let wrapped): return "\(kind(of: wrapped))?"
    case .array(let element): return "[\(kind(of: element))]"
    case .parts(let parts):
      return "(\(parts.map { "\($0.name): \(kind(of: $0.type))" }.joined(separator: ", ")))"
    case .record(let record):
      wait(for: record)
      return record.archiveSchema.className
    case .instance(let object):
      wait(for: object)
      return object.archiveSchema.className
    case .stored(let form):
      let stored = kind(of: form.type)
      return switch form.role {
      case .array: stored
      case .set: "Set\(stored)"
      case .dictionary: "Dictionary\(stored)"
      }
    case .tree: return type.archiveName
    }
  }

  private mutating func wait(for type: any ArchiveValue.Type) {
    if isFoundations(type) || !known.insert(ObjectIdentifier(type)).inserted { return }
    waiting.append(type)
  }

  /// Whether the fields of a type belong to Foundation, and so never change.
  private func isFoundations(_ type: any ArchiveValue.Type) -> Bool {
    FoundationRecords.types.contains { $0 == type }
  }

  private func title(of schema: ArchiveSchema) -> String {
    schema.version > 1 ? "\(schema.className), version \(schema.version)" : schema.className
  }

  private mutating func listing<Record: ArchiveRecord>(of type: Record.Type) -> SchemaListing.Class {
    let schema = type.archiveSchema
    let columns = ColumnDescription(of: type)
    var found = SchemaListing.Class(title: title(of: schema))
    found.formerNames = Set(schema.cases.flatMap { $0.formerNames + $0.formerFields.values.joined() })
    for (position, one) in schema.cases.enumerated() {
      if schema.isEnumeration {
        let payloads = columns.cases.first { $0.position == position }?.payloads ?? []
        let fields = one.fields.enumerated().map { index, name in
          payloads.indices.contains(index) ? "\(name): \(kind(of: payloads[index]))" : name
        }
        let text = fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))"
        found.parts.append(.init(name: one.name, kind: text, isCase: true))
      } else {
        for (position, name) in one.fields.enumerated() where !columns.omitted.contains(position) {
          let field = columns.fields.first { $0.position == position }
          let ownName = field?.names(in: one).first
          found.parts.append(.init(name: ownName ?? name, kind: field.map { kind(of: $0.type) } ?? ""))
        }
      }
    }
    return found
  }
}
