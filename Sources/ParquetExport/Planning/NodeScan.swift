internal import ArchiveNodes
internal import ColumnArchives

/// Examines all values that are nodes in archives before anything is written: their types, and the digits of decimal
/// numbers.
struct NodeScan {
  /// The type of the values of each node of the schema; none for nodes without values.
  private(set) var forms: [Int: NodeForm] = [:]
  private(set) var digits: [Int: DecimalDigits] = [:]

  /// The number of values that are read at a time.
  private static let partCount = 1_024

  init(_ archives: [ColumnArchive]) throws {
    for archive in archives {
      try archive.withUntypedReader { reader in
        guard reader.schema.nodes.contains(where: { $0.kind == .tree }) else { return }
        try reader.readBatches { column in
          for column in column.nodeColumns {
            while column.remaining > 0 {
              for node in try column.nodes(min(column.remaining, Self.partCount)) {
                try add(node, to: column.schemaNode)
              }
            }
          }
        }
      }
    }
  }

  private mutating func add(_ node: ArchiveNode, to number: Int) throws {
    var form = NodeForm.text
    switch node {
    case .null: return
    case .record(let fields): form = NodeForm(fields.className, fields.names)
    default: break
    }
    if form == .decimal { digits[number, default: DecimalDigits()].add(try CellText.text(of: node)) }
    forms[number] = forms[number] ?? form == form ? form : .text
  }
}
