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
  static let maximumDepth = 16

  /// Finds the shape of the nodes of a column.
  init(of nodes: [ArchiveNode]) {
    let finder = ShapeFinder()
    for node in nodes { finder.add(node) }
    self = finder.shape
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
