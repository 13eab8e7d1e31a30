internal import ArchiveBytes
internal import ArchiveNodes
internal import ColumnArchives
internal import Foundation
internal import KeyedArchives

/// Looks at all trees of archives before anything is written: what they represent, and how many digits decimal numbers
/// have.
struct TreeScan {
  /// What was found of each node of the schema that has trees.
  private(set) var found: [Int: Found] = [:]
  /// For each node of the schema, whether there are trees at it or below.
  private var hasTrees: [Bool] = []

  struct Found {
    /// The form of all trees so far; `nil` before the first one.
    var form: TreeForm?
    var decimals = DecimalFit()
  }

  /// The number of values that are read at a time.
  private static let partCount = 1_024

  mutating func look(at archive: ColumnArchive) throws {
    try archive.withExportReader { reader in
      guard reader.schema.nodes.contains(where: { $0.kind == .tree }) else { return }
      hasTrees = Self.nodesWithTrees(reader.schema)
      for batch in 0..<reader.batchCount {
        try reader.readBatch(batch) { column in
          try look(at: column, of: reader.schema.root, count: column.remaining, reader.schema)
        }
      }
    }
  }

  private mutating func look(at column: ExportColumn, of number: Int, count: Int, _ schema: Schema) throws {
    let node = schema[number]
    guard count > 0, hasTrees[number] else { return }
    switch node.kind {
    case .tree:
      var left = count
      while left > 0 {
        let part = min(left, Self.partCount)
        try add(column.nodes(part), to: number)
        left -= part
      }
    case .optional:
      if let values = try column.presence(count).values {
        try look(at: values, of: node.children[0], count: values.remaining, schema)
      }
    case .array, .set, .dictionary:
      if let elements = try column.lengths(count).elements {
        try look(at: elements, of: node.children[0], count: elements.remaining, schema)
      }
    case .record, .rawRecord:
      for (child, field) in zip(node.children, try column.fields(count)) {
        try look(at: field, of: child, count: count, schema)
      }
    case .cases:
      for (child, payload) in zip(node.children, try column.cases(count).payloads) {
        if let payload { try look(at: payload, of: child, count: payload.remaining, schema) }
      }
    default: break
    }
  }

  /// Returns for each node of a schema whether there are trees at it or below.
  private static func nodesWithTrees(_ schema: Schema) -> [Bool] {
    var hasTrees = schema.nodes.map { $0.kind == .tree }
    var isNew = true
    while isNew {
      isNew = false
      for (number, node) in schema.nodes.enumerated()
      where !hasTrees[number] && node.children.contains(where: { hasTrees[$0] }) {
        (hasTrees[number], isNew) = (true, true)
      }
    }
    return hasTrees
  }

  private mutating func add(_ nodes: [ArchiveNode], to number: Int) throws {
    var found = self.found[number] ?? Found()
    for node in nodes {
      if case .null = node { continue }
      let form = TreeForm(of: node)
      found.form = found.form == nil || found.form == form ? form : .json
      if form == .decimal { found.decimals.add(try node.decode(Decimal.self)) }
    }
    self.found[number] = found
  }
}
