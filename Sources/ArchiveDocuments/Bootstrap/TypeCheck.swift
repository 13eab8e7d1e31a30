internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// Checks a node against the types it is to be decoded as, and completes it: converts a dictionary to a record, an
/// array to a set, and a string to a date where the type requires it.
struct TypeCheck {
  private let types: DocumentTypes
  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var path: [ArchiveError.PathComponent] = []
  private var objects: [ArchiveNode] = []
  /// The objects still to be checked, each with the path to its first reference.
  private var waiting: [(object: Int, shape: DocumentTypes.Shape, path: [ArchiveError.PathComponent])] = []
  private var isKnown: [Bool] = []

  /// Returns the completed node.
  ///
  /// - Throws: ``ArchiveError``, located at the first name that the types do not have, with the nearest valid name.
  static func check(
    _ node: ArchiveNode, _ shape: DocumentTypes.Shape, _ types: DocumentTypes, _ limits: ArchiveLimits
  ) throws -> ArchiveNode {
    var check = TypeCheck(types: types, limits: limits)
    guard case .graph(var graph) = node else { return try check.check(node, shape) }
    check.objects = graph.objects
    check.isKnown = Array(repeating: false, count: graph.objects.count)
    graph.root = try check.check(graph.root, shape)
    while let next = check.waiting.popLast() {
      check.path = next.path
      graph.objects[next.object] = try check.check(check.objects[next.object], next.shape)
    }
    return .graph(graph)
  }

  private init(types: DocumentTypes, limits: ArchiveLimits) { (self.types, self.limits) = (types, limits) }

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
      guard isKnown.indices.contains(number), !isKnown[number] else { return node }
      isKnown[number] = true
      waiting.append((number, shape, path))
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
    case (.array(let elements), .set): return .set(try check(elements, shape))
    case (.array(let elements), _): return .array(try check(elements, shape))
    case (.set(let elements), _): return .set(try check(elements, shape))
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
    var nodes: [ArchiveNode] = []
    nodes.reserveCapacity(elements.count)
    for (index, node) in elements.enumerated() { nodes.append(try part(node, element, .index(index))) }
    return nodes
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
    // A record of an older version may have fields that the type converts in its upgrade.
    let isOlder = fields.version < type.schema.version
    var known: [String: DocumentTypes.Shape] = [:]
    for name in schema.fields {
      let shape = type.fields.indices.contains(position) ? type.fields[position][name] ?? .any : .any
      known[name] = shape
      for formerName in schema.formerFields[name] ?? [] { known[formerName] = shape }
    }
    return try fields.mapFields { name, node in
      guard let shape = known[name] ?? (isOlder ? .any : nil) else {
        throw wrongName(name, "a field of \(type.schema.className)", schema.fields, .field(name))
      }
      return try part(node, shape, .field(name))
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
