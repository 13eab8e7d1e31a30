internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// The column that stores nodes of one type without loss. It is determined by adding all nodes. A ``ColumnWriter``
/// then writes the nodes by its schema.
///
/// The first node that is not null determines the possible column. Further nodes may differ. If one differs in more
/// than a missing value, or if other columns would lose distinctions between types, the column becomes one of trees,
/// which store everything.
final class NodeColumn {
  private let depth: Int
  private var hasNull = false
  private var form: Form

  fileprivate enum Form {
    /// There were only null nodes.
    case unknown
    case tree
    case leaf(ColumnKind)
    /// Integers. There are two kinds of integer columns, and a kind may not hold all integers.
    case integers(areSigned: Bool, areUnsigned: Bool)
    case list(ColumnKind, of: NodeColumn)
    case record(className: String, FieldColumns)
    case cases(className: String, CaseColumns)
  }

  /// Columns at deeper levels are trees. Otherwise data nested in itself would make the schema as deep as the data.
  private static let maximumDepth = 16

  /// Creates a column without nodes.
  convenience init() { self.init(depth: 0) }

  /// - Parameter depth: The number of collections and records around the column.
  fileprivate init(depth: Int, _ form: Form = .unknown) { (self.depth, self.form) = (depth, form) }

  /// The kind of the values that are not missing.
  private var kind: ColumnKind {
    switch form {
    case .unknown, .tree: .tree
    case .leaf(let kind), .list(let kind, _): kind
    case .integers(let areSigned, _): areSigned ? .signed : .unsigned
    case .record: .record
    // If no case has associated values, a reader would return only their names.
    case .cases(_, let cases): cases.haveValues ? .cases : .tree
    }
  }

  /// Whether all values are records of one class.
  var isOfRecords: Bool { !hasNull && (kind == .record || kind == .cases) }

  // MARK: Finding the column

  func add(_ node: ArchiveNode) {
    if case .null = node {
      hasNull = true
      return
    }
    if case .unknown = form { form = beginning(with: node) }
    if !fits(node) { form = .tree }
  }

  /// Returns the possible column by its first node.
  private func beginning(with node: ArchiveNode) -> Form {
    guard depth < Self.maximumDepth else { return .tree }
    func below(_ form: Form = .unknown) -> NodeColumn { NodeColumn(depth: depth + 1, form) }
    switch node {
    case .bool: return .leaf(.bool)
    case .integer, .unsigned: return .integers(areSigned: true, areUnsigned: true)
    case .float: return .leaf(.float)
    case .double: return .leaf(.double)
    case .date: return .leaf(.date)
    case .string: return .leaf(.string)
    case .data: return .leaf(.data)
    case .array: return .list(.array, of: below())
    case .set: return .list(.set, of: below())
    case .dictionary:
      let entries = FieldColumns(named: ["key", "value"], depth: depth)
      return .list(.dictionary, of: below(.record(className: "", entries)))
    case .record(let fields):
      if fields.isOfClass { return .tree }
      if fields.caseName != nil { return .cases(className: fields.className, CaseColumns(depth: depth)) }
      let columns = FieldColumns(of: fields, depth: depth)
      return columns.map { .record(className: fields.className, $0) } ?? .tree
    case .null, .instance, .reference, .graph: return .tree
    }
  }

  /// Adds a node, and returns whether the column can hold it.
  private func fits(_ node: ArchiveNode) -> Bool {
    switch (form, node) {
    case (.leaf(.bool), .bool), (.leaf(.float), .float), (.leaf(.double), .double), (.leaf(.date), .date),
      (.leaf(.string), .string), (.leaf(.data), .data):
      return true
    case (.integers(var areSigned, var areUnsigned), _):
      areSigned = areSigned && node.heldInteger != nil
      areUnsigned = areUnsigned && node.heldUnsigned != nil
      form = .integers(areSigned: areSigned, areUnsigned: areUnsigned)
      return areSigned || areUnsigned
    case (.list(let kind, let elements), _):
      guard let held = node.elements(of: kind) else { return false }
      held.forEach(elements.add)
      return true
    case (.record(let className, let columns), .record(let fields)):
      return fields.className == className && fields.caseName == nil && columns.add(fields)
    case (.cases(let className, let cases), .record(let fields)):
      return fields.className == className && cases.add(fields)
    default: return false
    }
  }

  /// Adds the column to a schema.
  func describe(in schema: inout SchemaBuilder) -> Int {
    let present = describePresent(in: &schema)
    return hasNull ? schema.add(SchemaNode(kind: .optional, children: [present])) : present
  }

  private func describePresent(in schema: inout SchemaBuilder) -> Int {
    switch (kind, form) {
    case (.cases, .cases(_, let cases)): return cases.describe(in: &schema)
    case (_, .record(_, let fields)): return fields.describe(in: &schema)
    case (_, .list(_, let elements)):
      return schema.add(SchemaNode(kind: kind, children: [elements.describe(in: &schema)]))
    default: return schema.add(SchemaNode(kind: kind))
    }
  }
}

/// The columns of records that all have the same fields. If a record lacked a field, the field would be read as
/// `nil`.
private final class FieldColumns {
  let names: [String]
  private let known: Set<ExactName>
  private let columns: [NodeColumn]
  private let isCase: Bool
  /// Whether there is an extra column for the version.
  private var hasVersion = false

  init(named names: [String], depth: Int, isCase: Bool = false) {
    (self.names, self.isCase) = (names, isCase)
    known = Set(names.map(ExactName.init))
    columns = names.map { _ in NodeColumn(depth: depth + 1) }
  }

  /// - Parameter fields: The first record.
  /// - Returns: `nil` if records with such fields have no columns.
  convenience init?(of fields: ArchiveNode.Fields, depth: Int, isCase: Bool = false) {
    let names = fields.names
    // Records whose field names are positions represent tuples.
    guard isCase || names.enumerated().contains(where: { $1 != String($0) }),
      !names.contains(ArchiveSchema.versionKey),
      // Columns cannot have two names that Swift calls equal. Trees can.
      Set(names).count == names.count
    else { return nil }
    self.init(named: names, depth: depth, isCase: isCase)
  }

  /// Adds a record, and returns whether it has the same fields, and a version only if columns keep it.
  func add(_ fields: ArchiveNode.Fields) -> Bool {
    guard
      fields.names.haveSameBytes(as: names)
        || fields.names.count == names.count && Set(fields.names.map(ExactName.init)) == known
    else { return false }
    if fields.version > 1 {
      if isCase { return false }
      hasVersion = true
    }
    for (position, column) in columns.enumerated() { column.add(node(position, of: fields)) }
    return true
  }

  private func node(_ position: Int, of fields: ArchiveNode.Fields) -> ArchiveNode {
    fields.node(named: names[position], near: position) ?? .null
  }

  func describe(in schema: inout SchemaBuilder) -> Int {
    var (names, children) = (names, columns.map { $0.describe(in: &schema) })
    if hasVersion {
      names.append(ArchiveSchema.versionKey)
      children.append(schema.add(SchemaNode(kind: .signed)))
    }
    return schema.add(SchemaNode(kind: .record, names: names, children: children))
  }
}

/// The columns of the cases of an enumeration, in the order in which the cases were first added.
private final class CaseColumns {
  private let depth: Int
  private var numbers: [ExactName: Int] = [:]
  private var cases: [(name: String, fields: FieldColumns)] = []

  init(depth: Int) { self.depth = depth }

  var haveValues: Bool { cases.contains { !$0.fields.names.isEmpty } }

  private func number(of fields: ArchiveNode.Fields) -> Int? { numbers[ExactName(fields.caseName ?? "")] }

  func add(_ fields: ArchiveNode.Fields) -> Bool {
    if let known = number(of: fields) { return fields.caseName != nil && cases[known].fields.add(fields) }
    guard let name = fields.caseName, !cases.contains(where: { $0.name == name }),
      let columns = FieldColumns(of: fields, depth: depth, isCase: true)
    else { return false }
    numbers[ExactName(name)] = cases.count
    cases.append((name, columns))
    return columns.add(fields)
  }

  func describe(in schema: inout SchemaBuilder) -> Int {
    let children = cases.map { $0.fields.describe(in: &schema) }
    return schema.add(SchemaNode(kind: .cases, names: cases.map(\.name), children: children))
  }
}

// MARK: Writing

extension ColumnWriter {
  /// Writes nodes, at least one, as the column of the schema node that was found for them.
  func write(_ nodes: [ArchiveNode], as number: Int, of schema: Schema) throws {
    try column {
      switch schema[number].kind {
      case .bool: try write(nodes.compactMap { if case .bool(let value) = $0 { value } else { nil } })
      case .signed: try write(nodes.compactMap(\.heldInteger))
      case .unsigned: try write(nodes.compactMap(\.heldUnsigned))
      case .float: try write(nodes.compactMap { if case .float(let value) = $0 { value } else { nil } })
      case .double: try write(nodes.compactMap { if case .double(let value) = $0 { value } else { nil } })
      case .date: try write(nodes.compactMap { if case .date(let value) = $0 { value } else { nil } })
      case .string: try write(nodes.compactMap { if case .string(let value) = $0 { value } else { nil } })
      case .data: try write(nodes.compactMap { if case .data(let value) = $0 { value } else { nil } })
      case .optional: try write(optionals: nodes, of: schema[number].children[0], schema)
      case .record: try write(nodes.compactMap(\.fields), asFieldsOf: schema[number], schema)
      case .cases: try write(nodes.compactMap(\.fields), asCasesOf: schema[number], schema)
      case .array, .set, .dictionary:
        let lists = nodes.compactMap { $0.elements(of: schema[number].kind) }
        try write(lists, of: schema[number].children[0], schema)
      default:
        try writeTrees { list in
          for (row, node) in nodes.enumerated() { try RowError.at(row) { try list.add(node) } }
        }
      }
    }
  }

  private func write<Value: ArchiveValue>(_ values: [Value]) throws {
    let codec = try RootTable.shared.codec(of: Value.self)
    try unsafe values.withUnsafeBytes { values in
      guard let base = values.baseAddress else { return }
      let stride = MemoryLayout<Value>.stride
      try unsafe Rows.with(base, stride: stride, count: values.count / stride) {
        try codec.encode($0, to: self)
      }
    }
  }

  private func write(optionals nodes: [ArchiveNode], of child: Int, _ schema: Schema) throws {
    let present = nodes.filter { if case .null = $0 { false } else { true } }
    let flags: [UInt8] = nodes.map { if case .null = $0 { 0 } else { 1 } }
    unsafe flags.withUnsafeBufferPointer { unsafe output.append(bits: $0, sum: present.count) }
    if !present.isEmpty { try nested { try write(present, as: child, of: schema) } }
  }

  /// Writes the lengths of lists, and their elements.
  private func write(_ lists: [[ArchiveNode]], of child: Int, _ schema: Schema) throws {
    let lengths = lists.map { UInt($0.count) }
    _ = unsafe lengths.withUnsafeBufferPointer { unsafe output.append($0) }
    let elements = lists.flatMap { $0 }
    output.append(varint: UInt64(elements.count))
    guard !elements.isEmpty else { return }
    try RowError.mapping {
      try nested { try write(elements, as: child, of: schema) }
    } _: { failure in
      failure.enterList { body in for (row, list) in lists.enumerated() { body(row, list.count) } }
    }
  }

  private func write(_ records: [ArchiveNode.Fields], asFieldsOf node: SchemaNode, _ schema: Schema) throws {
    for (position, name) in node.names.enumerated() {
      let isVersion = name == ArchiveSchema.versionKey
      try RowError.inField(name) {
        try write(
          records.map { record in
            if isVersion { return .integer(Int64(record.version)) }
            return record.node(named: name, near: position) ?? .null
          }, as: node.children[position], of: schema)
      }
    }
  }

  private func write(_ records: [ArchiveNode.Fields], asCasesOf node: SchemaNode, _ schema: Schema) throws {
    let known = Dictionary(uniqueKeysWithValues: zip(node.names, UInt32(0)...))
    let numbers = records.map { known[$0.caseName ?? ""] ?? 0 }
    _ = unsafe numbers.withUnsafeBufferPointer { unsafe output.append($0) }
    for (number, child) in node.children.enumerated() where !schema[child].names.isEmpty {
      let rows = numbers.indices.filter { numbers[$0] == number }
      output.append(varint: UInt64(rows.count))
      guard !rows.isEmpty else { continue }
      try RowError.mapping {
        try nested { try write(rows.map { records[$0] }, asFieldsOf: schema[child], schema) }
      } _: { failure in
        // The row among the values of a case becomes the row among all values.
        failure.row = failure.row.map { rows[$0] }
      }
    }
  }
}

extension ArchiveNode {
  fileprivate var heldInteger: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The value of a non-negative integer.
  fileprivate var heldUnsigned: UInt64? {
    switch self {
    case .integer(let value): UInt64(exactly: value)
    case .unsigned(let value): value
    default: nil
    }
  }

  /// Returns the elements of a list of a kind, or the entries of a dictionary as records; `nil` for other nodes.
  fileprivate func elements(of kind: ColumnKind) -> [ArchiveNode]? {
    switch (kind, self) {
    case (.array, .array(let elements)), (.set, .set(let elements)): elements
    case (.dictionary, .dictionary(let entries)):
      entries.map { .record(Fields(className: "", names: ["key", "value"], nodes: [$0.key, $0.value])) }
    default: nil
    }
  }
}

extension ArchiveNode.Fields {
  /// Whether the record is an object of a Foundation class, whose values have columns of another form, or an object
  /// of a class whose name matters: a hand-written class with Swift's own name for it, or a subclass.
  fileprivate var isOfClass: Bool {
    className.hasPrefix("NS") || className.hasPrefix("_NS") || className.contains(".")
      || (superclassNames ?? []).count > 1
  }
}
