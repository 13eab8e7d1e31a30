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
    case .record(let record) where !record.archiveSchema.isEnumeration: return Self.fields(of: record, 0)
    default: return [:]
    }
  }

  private static func fields<Record: ArchiveRecord>(
    of type: Record.Type, _ position: Int
  ) -> [String: TypeHint] {
    let fields = ColumnDescription(of: type).types(ofCase: position)
    return Dictionary(fields.map { ($0.name, TypeHint($0.type)) }) { first, _ in first }
  }

  /// Returns the hints for the associated values of a case, by their names.
  func payloads(ofCase name: String) -> [String: TypeHint] {
    guard case .record(let record) = kind, let position = record.archiveSchema.caseIndex(named: name) else {
      return [:]
    }
    return Self.fields(of: record, position)
  }
}
