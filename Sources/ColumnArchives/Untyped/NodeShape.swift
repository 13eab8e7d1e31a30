internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// The columns that store nodes of one type without loss.
///
/// It is a column of trees, which store everything, if nodes differ in more than a missing value, or if other columns
/// would lose what distinguishes their types.
indirect enum NodeShape {
  case bool, signed, unsigned, float, double, date, string, data, tree
  case optional(NodeShape)
  case array(NodeShape)
  case set(NodeShape)
  case dictionary(key: NodeShape, value: NodeShape)
  case record(Members)
  case cases([(name: String, record: Members)])

  /// The shapes of the fields of records, or of the associated values of a case.
  struct Members {
    let names: [String]
    let shapes: [NodeShape]
    /// Whether there is one more column for the version.
    let hasVersion: Bool
  }

  /// Columns at deeper levels are trees. Otherwise data that nests in itself would make the schema as deep as the data.
  private static let maximumDepth = 16

  /// Finds the shape of the nodes of a column.
  init(of nodes: [ArchiveNode], depth: Int = 0) {
    let present = nodes.filter { !$0.holdsNull }
    let shape = Self.shape(ofPresent: present, depth) ?? .tree
    self = present.count < nodes.count ? .optional(shape) : shape
  }

  /// Returns the shape of nodes none of which is null, or `nil` if only trees can store them.
  private static func shape(ofPresent nodes: [ArchiveNode], _ depth: Int) -> NodeShape? {
    guard depth < maximumDepth, let first = nodes.first else { return nil }
    func all(_ shape: NodeShape, _ isHeld: (ArchiveNode) -> Bool) -> NodeShape? {
      nodes.allSatisfy(isHeld) ? shape : nil
    }
    func parts<Part>(_ held: (ArchiveNode) -> [Part]?) -> [Part]? {
      let lists = nodes.compactMap(held)
      return lists.count == nodes.count ? lists.flatMap { $0 } : nil
    }
    func shape(of nodes: [ArchiveNode]) -> NodeShape { NodeShape(of: nodes, depth: depth + 1) }
    switch first {
    case .bool: return all(.bool) { $0.heldBool != nil }
    case .integer, .unsigned:
      return all(.signed) { $0.heldInteger != nil } ?? all(.unsigned) { $0.heldUnsigned != nil }
    case .float: return all(.float) { $0.heldFloat != nil }
    case .double: return all(.double) { $0.heldDouble != nil }
    case .date: return all(.date) { $0.heldDate != nil }
    case .string: return all(.string) { $0.heldString != nil }
    case .data: return all(.data) { $0.heldData != nil }
    case .array: return parts(\.heldArray).map { .array(shape(of: $0)) }
    case .set: return parts(\.heldSet).map { .set(shape(of: $0)) }
    case .dictionary:
      return parts(\.heldEntries).map {
        .dictionary(key: shape(of: $0.map(\.key)), value: shape(of: $0.map(\.value)))
      }
    case .record(let fields):
      guard !fields.isOfClass, let records = parts({ $0.fields.map { [$0] } }),
        records.allSatisfy({
          $0.className == fields.className && ($0.caseName == nil) == (fields.caseName == nil)
        })
      else { return nil }
      return fields.caseName == nil ? record(records, depth).map { .record($0) } : cases(records, depth)
    case .null, .instance, .reference, .graph: return nil
    }
  }

  /// Returns the columns of records that all have the same fields. A record that lacked one would be read with `nil`
  /// for it.
  private static func record(_ records: [ArchiveNode.Fields], _ depth: Int, isCase: Bool = false) -> Members?
  {
    guard let names = records.first?.names, isCase || !names.isEmpty,
      // Records with these names represent tuples.
      isCase || names.enumerated().contains(where: { $1 != String($0) }),
      !names.contains(ArchiveSchema.versionKey), Set(names).count == names.count
    else { return nil }
    let known = Set(names)
    guard records.allSatisfy({ $0.names == names || Set($0.names) == known && $0.names.count == names.count })
    else { return nil }
    let shapes = names.enumerated().map { position, name in
      NodeShape(of: records.map { $0.node(named: name, near: position) ?? .null }, depth: depth + 1)
    }
    return Members(names: names, shapes: shapes, hasVersion: records.contains { $0.version > 1 })
  }

  private static func cases(_ records: [ArchiveNode.Fields], _ depth: Int) -> NodeShape? {
    var names: [String] = []
    let groups = Dictionary(grouping: records) { $0.caseName ?? "" }
    for record in records where record.caseName != names.last {
      if let name = record.caseName, !names.contains(name) { names.append(name) }
    }
    var cases: [(name: String, record: Members)] = []
    for name in names {
      guard let record = record(groups[name] ?? [], depth, isCase: true), !record.hasVersion else {
        return nil
      }
      cases.append((name, record))
    }
    // If no case has associated values, they would be read as their names only.
    return cases.allSatisfy(\.record.names.isEmpty) ? nil : .cases(cases)
  }

  // MARK: Schema

  /// Adds the node of the shape to a schema.
  func describe(in schema: inout SchemaBuilder) -> Int {
    func add(_ kind: ColumnKind, _ children: Int...) -> Int {
      schema.add(SchemaNode(kind: kind, children: children))
    }
    switch self {
    case .bool: return add(.bool)
    case .signed: return add(.signed)
    case .unsigned: return add(.unsigned)
    case .float: return add(.float)
    case .double: return add(.double)
    case .date: return add(.date)
    case .string: return add(.string)
    case .data: return add(.data)
    case .tree: return add(.tree)
    case .optional(let shape): return add(.optional, shape.describe(in: &schema))
    case .array(let shape): return add(.array, shape.describe(in: &schema))
    case .set(let shape): return add(.set, shape.describe(in: &schema))
    case .dictionary(let key, let value):
      let children = [key.describe(in: &schema), value.describe(in: &schema)]
      return add(
        .dictionary, schema.add(SchemaNode(kind: .record, names: ["key", "value"], children: children)))
    case .record(let record): return record.describe(in: &schema)
    case .cases(let cases):
      let children = cases.map { $0.record.describe(in: &schema) }
      return schema.add(SchemaNode(kind: .cases, names: cases.map(\.name), children: children))
    }
  }
}

extension NodeShape.Members {
  fileprivate func describe(in schema: inout SchemaBuilder) -> Int {
    var (names, children) = (names, shapes.map { $0.describe(in: &schema) })
    if hasVersion {
      names.append(ArchiveSchema.versionKey)
      children.append(schema.add(SchemaNode(kind: .signed)))
    }
    return schema.add(SchemaNode(kind: .record, names: names, children: children))
  }
}

extension ArchiveNode.Fields {
  /// Whether the record is an object of a Foundation class, whose values have columns of another form, or of a class
  /// whose name matters: a hand-written class with Swift's own name for it, or a subclass.
  fileprivate var isOfClass: Bool {
    className.hasPrefix("NS") || className.hasPrefix("_NS") || className.contains(".")
      || (superclassNames ?? []).count > 1
  }
}
