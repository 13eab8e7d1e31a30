internal import ArchiveBytes

extension ColumnArchive {
  /// The paths of the columns of records below the value, or below the elements of a sequence, by the names of fields.
  /// The archive stores the class of none of these records.
  package var pathsOfNestedRecords: [[String]] {
    get throws {
      try withUntypedReader { reader in
        var search = RecordSearch(schema: reader.schema)
        search.visit(reader.schema.root, path: [], isNested: false, around: [])
        return search.paths
      }
    }
  }
}

private struct RecordSearch {
  let schema: Schema
  private(set) var paths: [[String]] = []

  init(schema: Schema) { self.schema = schema }

  /// - Parameter around: The nodes around this one. A type nested in itself is visited once.
  mutating func visit(_ number: Int, path: [String], isNested: Bool, around: Set<Int>) {
    guard !around.contains(number) else { return }
    let (node, inner) = (schema[number], around.union([number]))
    switch node.kind {
    case .optional, .array, .set: visit(node.children[0], path: path, isNested: true, around: inner)
    case .dictionary:
      // Its entries are records without a class.
      for child in schema[node.children[0]].children {
        visit(child, path: path, isNested: true, around: inner)
      }
    case .record, .rawRecord:
      if isNested { paths.append(path) }
      for (name, child) in zip(node.names, node.children) {
        visit(child, path: path + [name], isNested: true, around: inner)
      }
    case .cases:
      if isNested { paths.append(path) }
      for record in node.children {
        for (name, child) in zip(schema[record].names, schema[record].children) {
          visit(child, path: path + [name], isNested: true, around: inner)
        }
      }
    default: break
    }
  }
}
