internal import ArchiveValues

// The fields of a type are matched with the fields of an archive by name.

/// The location of a type's field in an archive.
enum Binding {
  /// The field is among the fields of the same record.
  case field(Int)
  /// The field is in a nested record, at the positions along the path: `location.latitude` in the field `location`.
  /// The records along the path may be optional.
  case nested([Int])
  /// The field consists of fields of the same record. Together they are a record that the archive does not store as
  /// one: `location`, stored as `location.latitude` and others.
  case flattened(node: Int, [Int])
  case absent

  /// The positions along the path to a column of the archive; `nil` if there is none.
  private var way: [Int]? {
    switch self {
    case .field(let position): [position]
    case .nested(let positions): positions
    case .flattened, .absent: nil
    }
  }

  /// Returns whether another binding leads to a part of this binding's target.
  func leads(into other: Binding) -> Bool {
    guard let way, let inner = other.way else { return false }
    return way.count < inner.count && inner.starts(with: way)
  }
}

extension Schema {
  /// Returns the location of a field with one of these names; earlier names take precedence.
  mutating func binding(ofFieldNamed names: [String], in node: SchemaNode) -> Binding {
    for name in names {
      if let position = node.names.firstIndex(of: name) { return .field(position) }
      if let positions = nestedField(name[...], in: node) { return .nested(positions) }
      if let binding = flattenedRecord(name, in: node) { return binding }
    }
    return .absent
  }

  /// Returns the path to a field whose name begins with the name of a record, which may be optional.
  private func nestedField(_ name: Substring, in node: SchemaNode) -> [Int]? {
    var end = name.startIndex
    while let dot = name[end...].firstIndex(of: ".") {
      if let position = node.names.firstIndex(where: { $0 == name[..<dot] }) {
        var child = nodes[node.children[position]]
        while child.kind == .optional { child = nodes[child.children[0]] }
        let rest = name[name.index(after: dot)...]
        if child.kind == .record || child.kind == .rawRecord {
          if let found = child.names.firstIndex(where: { $0 == rest }) { return [position, found] }
          if let way = nestedField(rest, in: child) { return [position] + way }
        }
      }
      end = name.index(after: dot)
    }
    return nil
  }

  /// Returns the record that consists of the fields whose names begin with a name and a dot.
  private mutating func flattenedRecord(_ name: String, in node: SchemaNode) -> Binding? {
    let prefix = name + "."
    let positions = node.names.indices.filter {
      node.names[$0].hasPrefix(prefix) && node.names[$0] != ArchiveSchema.versionKey
    }
    guard !positions.isEmpty else { return nil }
    nodes.append(
      SchemaNode(
        kind: .record, names: positions.map { String(node.names[$0].dropFirst(prefix.count)) },
        children: positions.map { node.children[$0] }))
    return .flattened(node: nodes.count - 1, positions)
  }
}
