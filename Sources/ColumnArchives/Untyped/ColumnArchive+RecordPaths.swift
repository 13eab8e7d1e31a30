extension ColumnArchive {
  /// The paths of the columns of records below the value, or below the elements of a sequence, by the names of
  /// fields. The archive stores no classes for these records.
  package var pathsOfNestedRecords: [[String]] {
    get throws {
      try withUntypedReader { reader in
        let schema = reader.schema
        var paths: [[String]] = []
        /// - Parameter around: The nodes around this one. A type nested in itself is visited once.
        func visit(_ number: Int, _ path: [String], around: Set<Int>) {
          guard !around.contains(number) else { return }
          let node = schema[number]
          if !around.isEmpty, [.record, .rawRecord, .cases].contains(node.kind) { paths.append(path) }
          // The entries of a dictionary and the associated values of a case are records without a class.
          let parts =
            node.kind == .dictionary || node.kind == .cases ? node.children.map { schema[$0] } : [node]
          for part in parts {
            let areNamed = node.kind != .dictionary && !part.names.isEmpty
            for (position, child) in part.children.enumerated() {
              visit(child, areNamed ? path + [part.names[position]] : path, around: around.union([number]))
            }
          }
        }
        visit(schema.root, [], around: [])
        return paths
      }
    }
  }
}
