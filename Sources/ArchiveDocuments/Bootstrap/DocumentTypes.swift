internal import ArchiveNodes
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation
internal import KeyedArchives

/// The types that a value contains: the names that a document may use for their classes, their fields, and the types
/// of the fields if they are known.
struct DocumentTypes {
  /// The content that a document may have at a place.
  indirect enum Shape {
    /// Anything.
    case any
    /// A value that may be a text, from which its node is made; and a description of the text.
    case text(String, (String) throws -> ArchiveNode?)
    case array(Shape)
    case set(Shape)
    case entries(key: Shape, value: Shape)
    /// A record of one of these types: one for a struct, several for a class with subclasses.
    case record([Int])
  }

  /// A struct, an enumeration or a class.
  struct Known {
    let schema: ArchiveSchema
    let swiftName: String
    /// The shapes of the fields of each case.
    fileprivate(set) var fields: [[String: Shape]] = []

    /// Returns whether a document may use this name for the type.
    func accepts(_ name: String) -> Bool { schema.accepts(className: name) || name == swiftName }

    /// The names that a document may use for the type.
    var names: [String] { [schema.className] + schema.formerClassNames + [swiftName] }
  }

  private(set) var types: [Known] = []
  private var numbers: [String: Int] = [:]

  /// Returns the type with a current or former name.
  func type(named name: String) -> Int? { numbers[name] }

  // MARK: Shapes

  /// Returns the shape of a type, and adds the type with the types it contains.
  mutating func shape(of type: any ArchiveValue.Type) -> Shape {
    if type == URL.self {
      return .text("a URL") { try URL(string: $0).map { try ArchiveNode(encoding: $0) } }
    }
    if type == UUID.self {
      return .text("a UUID") { try UUID(uuidString: $0).map { try ArchiveNode(encoding: $0) } }
    }
    // The fields of Foundation's types are private to Foundation.
    if FoundationRecords.types.contains(where: { $0 == type }) { return .any }
    if let type = type as? any ArchivableObject.Type { return .record(family(of: type)) }
    switch ArchiveColumn(of: type) {
    case .date: return .text("a date in ISO 8601") { .date(try ISO8601DateTransformer().decode($0)) }
    case .data: return .text("Base64") { Data(base64Encoded: $0).map { .data($0) } }
    case .optional(let wrapped): return shape(of: wrapped)
    case .array(let element): return .array(shape(of: element))
    case .stored(let form): return shape(of: form)
    case .record(let record): return .record([add(record)])
    default:
      guard let record = type as? any ArchiveRecord.Type else { return .any }
      return .record([add(record)])
    }
  }

  private mutating func shape(of form: ArchiveColumn.StoredForm) -> Shape {
    guard case .array(let element) = ArchiveColumn(of: form.type) else { return .any }
    switch form.role {
    case .array: return .any
    case .set: return .set(shape(of: element))
    case .dictionary:
      guard case .parts(let parts) = ArchiveColumn(of: element), parts.count == 2 else { return .any }
      return .entries(key: shape(of: parts[0].type), value: shape(of: parts[1].type))
    }
  }

  private mutating func family(of type: any ArchivableObject.Type) -> [Int] {
    guard let family = try? ObjectFamily(type) else { return [] }
    return family.members.map { member in
      register(member.archiveSchema, "\(member)") ?? numbers[member.archiveSchema.className] ?? 0
    }
  }

  /// Adds a type under its names; returns `nil` if it is already known.
  private mutating func register(_ schema: ArchiveSchema, _ swiftName: String) -> Int? {
    // Another type with the same name may have other fields. The first one is used.
    if let known = numbers[schema.className], types[known].schema.className == schema.className { return nil }
    types.append(Known(schema: schema, swiftName: swiftName))
    numbers[schema.className] = types.count - 1
    for name in schema.formerClassNames + [swiftName] where numbers[name] == nil {
      numbers[name] = types.count - 1
    }
    return types.count - 1
  }

  private mutating func add<Record: ArchiveRecord>(_ type: Record.Type) -> Int {
    let schema = Record.archiveSchema
    guard let number = register(schema, "\(type)") else { return numbers[schema.className] ?? 0 }
    let columns = ColumnDescription(of: type)
    for position in schema.cases.indices {
      let fields = columns.types(ofCase: position).map { ($0.name, shape(of: $0.type)) }
      types[number].fields.append(Dictionary(fields) { first, _ in first })
    }
    return number
  }
}
