internal import ArchiveBytes
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

/// Checks a node against the types it is to be decoded as, and completes it: converts a dictionary to a record, an
/// array to a set, and a string to a date where the type requires it.
struct TypeCheck {
  private let types: DocumentTypes
  private let limits: ArchiveLimits
  private let stack = StackGuard()
  private var path: [ArchiveError.PathComponent] = []
  private var objects: [ArchiveNode] = []
  /// The objects still to be checked, each with the path to its first reference.
  private var waiting: [(object: Int, shape: DocumentTypes.Shape, path: [ArchiveError.PathComponent])] = []
  private var known: Set<Int> = []

  /// Returns the completed node.
  ///
  /// - Throws: ``ArchiveError``, located at the first name that the types do not have, with the nearest valid name.
  static func check(
    _ node: ArchiveNode, _ shape: DocumentTypes.Shape, _ types: DocumentTypes, _ limits: ArchiveLimits
  ) throws -> ArchiveNode {
    var check = TypeCheck(types: types, limits: limits)
    guard case .graph(var graph) = node else { return try check.check(node, shape) }
    check.objects = graph.objects
    graph.root = try check.check(graph.root, shape)
    while let next = check.waiting.popLast() {
      check.path = next.path
      graph.objects[next.object] = try check.check(check.objects[next.object], next.shape)
    }
    return .graph(graph)
  }

  private mutating func part(
    _ node: ArchiveNode, _ shape: DocumentTypes.Shape, _ component: ArchiveError.PathComponent
  ) throws -> ArchiveNode {
    path.append(component)
    let part = try check(node, shape)
    path.removeLast()
    return part
  }

  private mutating func check(_ node: ArchiveNode, _ shape: DocumentTypes.Shape) throws -> ArchiveNode {
    try stack.check(depth: path.count, limits)
    switch (node, shape) {
    case (.reference(let number), _):
      if objects.indices.contains(number), known.insert(number).inserted {
        waiting.append((number, shape, path))
      }
      return node
    case (.string(let text), .text(let expected, let make)):
      if let node = try? make(text) { return node }
      throw ArchiveError(.invalidValue, expected: expected, found: "“\(text.prefix(80))”", path: path)
    case (.dictionary(let entries), .record(let numbers)):
      guard let number = numbers.first, !types.types[number].schema.isEnumeration else { return node }
      guard let names = entries.fieldNames else { return node }
      let fields = ArchiveNode.Fields(
        className: types.types[number].schema.className, caseName: nil, version: 1, names: names,
        nodes: entries.map(\.value))
      return .record(try check(fields, number))
    case (.record(let fields), _): return .record(try check(fields, number(of: fields, shape)))
    case (.array(let elements), .set), (.set(let elements), _): return .set(try check(elements, shape))
    case (.array(let elements), _): return .array(try check(elements, shape))
    case (.dictionary(let entries), _):
      var (key, value) = (DocumentTypes.Shape.any, DocumentTypes.Shape.any)
      if case .entries(let keyShape, let valueShape) = shape { (key, value) = (keyShape, valueShape) }
      return .dictionary(
        try entries.map { entry in
          let component: ArchiveError.PathComponent =
            if case .string(let key) = entry.key { .field(key) } else { .key("\(entry.key)") }
          return .init(
            key: try part(entry.key, key, component), value: try part(entry.value, value, component))
        })
    case (.instance(let type, let content), _): return .instance(type, try check(content, shape))
    default: return node
    }
  }

  private mutating func check(_ elements: [ArchiveNode], _ shape: DocumentTypes.Shape) throws -> [ArchiveNode]
  {
    let element: DocumentTypes.Shape =
      switch shape {
      case .array(let element), .set(let element): element
      default: .any
      }
    return try elements.enumerated().map { try part($1, element, .index($0)) }
  }

  // MARK: Names

  /// Returns the type of a record; `nil` if it is not known.
  private func number(of fields: ArchiveNode.Fields, _ shape: DocumentTypes.Shape) throws -> Int? {
    let name = fields.className
    guard case .record(let numbers) = shape, let first = numbers.first else { return types.type(named: name) }
    if name.isEmpty { return first }
    if let number = numbers.first(where: { types.types[$0].accepts(name) }) { return number }
    let expected = numbers.map { types.types[$0].schema.className }.joined(separator: " or ")
    throw ArchiveError(
      .classMismatch, expected: "an object of class \(expected)", found: "one of class “\(name.prefix(80))”",
      path: path + [.field(NotationWord.className.rawValue)],
      advice: .names(numbers.flatMap { types.types[$0].names }, near: name))
  }

  /// Checks the fields of a record against its type.
  private mutating func check(_ fields: ArchiveNode.Fields, _ number: Int?) throws -> ArchiveNode.Fields {
    guard let number else {
      return try fields.mapFields { try part($1, .any, .field($0)) }
    }
    let type = types.types[number]
    var fields = fields
    // Readers of the record do not know the Swift name.
    if !type.schema.accepts(className: fields.className) { fields.className = type.schema.className }
    var position = 0
    if type.schema.isEnumeration, let name = fields.caseName {
      guard let found = type.schema.caseIndex(named: name) else {
        let names = type.schema.cases.map(\.name)
        throw wrongName(
          name, "a case of \(type.schema.className)", names, .field(NotationWord.caseName.rawValue))
      }
      position = found
    }
    let schema = type.schema.cases[position]
    let shapes = type.fields.indices.contains(position) ? type.fields[position] : [:]
    // A record of an older version may have fields that the type converts in its upgrade.
    let isOlder = fields.version < type.schema.version
    return try fields.mapFields { name, node in
      let known = schema.fields.first { $0 == name || schema.formerFields[$0]?.contains(name) == true }
      guard known != nil || isOlder else {
        throw wrongName(name, "a field of \(type.schema.className)", schema.fields, .field(name))
      }
      return try part(node, known.flatMap { shapes[$0] } ?? .any, .field(name))
    }
  }

  private func wrongName(
    _ name: String, _ expected: String, _ names: [String], _ component: ArchiveError.PathComponent
  ) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: expected, found: "“\(name.prefix(80))”", path: path + [component],
      advice: .names(names, near: name))
  }
}
