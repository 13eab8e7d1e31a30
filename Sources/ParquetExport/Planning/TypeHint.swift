internal import ArchiveValues
internal import ColumnArchives
internal import Foundation

/// The Swift type of a field, if values of a type are exported. It gives details that an archive lacks, such as the
/// width of an integer.
struct TypeHint {
  /// The type with the stored columns: the type of a raw value, or of another form.
  private let type: any ArchiveValue.Type
  private let kind: ArchiveColumn

  init(_ type: any ArchiveValue.Type) {
    var (type, kind) = (type, ArchiveColumn(of: type))
    var depth = 0
    // A type that is stored as itself has trees.
    while case .stored(let form) = kind, depth < 64 {
      (type, kind) = (form.type, ArchiveColumn(of: form.type))
      depth += 1
    }
    (self.type, self.kind) = (type, kind)
  }

  /// The size of an integer in bits, and whether it has a sign.
  var integer: (bits: Int, isSigned: Bool)? {
    guard case .integer(let byteCount, let isSigned) = kind else { return nil }
    return (byteCount * 8, isSigned)
  }

  /// The type of values that are nodes in the archive.
  var form: NodeForm? {
    guard let record = type as? any ArchiveRecord.Type else { return nil }
    let schema = record.archiveSchema
    return NodeForm(schema.className, schema.cases.first?.fields ?? [])
  }

  /// The hint for the value of an optional.
  var wrapped: TypeHint? {
    guard case .optional(let type) = kind else { return nil }
    return TypeHint(type)
  }

  /// The hint for the elements of a list; entries are records of `key` and `value`.
  var element: TypeHint? {
    guard case .array(let type) = kind else { return nil }
    return TypeHint(type)
  }

  /// Returns the hints for the fields of a record, by their names.
  var fields: [String: TypeHint] {
    switch kind {
    case .parts(let parts):
      return Dictionary(parts.map { ($0.name, TypeHint($0.type)) }) { first, _ in first }
    case .record(let record): return Self.fields(of: record)
    default: return [:]
    }
  }

  private static func fields<Record: ArchiveRecord>(of type: Record.Type) -> [String: TypeHint] {
    let description = ColumnDescription(of: type)
    guard !Record.archiveSchema.isEnumeration, let schema = Record.archiveSchema.cases.first else {
      return [:]
    }
    let fields = description.fields.compactMap { field in
      field.names(in: schema).first.map { ($0, TypeHint(field.type)) }
    }
    return Dictionary(fields) { first, _ in first }
  }

  /// Returns the hints for the associated values of a case, by their names.
  func payloads(ofCase name: String) -> [String: TypeHint] {
    guard case .record(let record) = kind else { return [:] }
    return Self.payloads(of: record, name)
  }

  private static func payloads<Record: ArchiveRecord>(
    of type: Record.Type, _ name: String
  ) -> [String: TypeHint] {
    let schema = Record.archiveSchema
    guard let index = schema.caseIndex(named: name),
      let found = Record.describedCases.first(where: { $0.position == index })
    else { return [:] }
    return Dictionary(zip(schema.cases[index].fields, found.payloads.map { TypeHint($0) })) { first, _ in
      first
    }
  }
}
