internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues

// The current place as a node, for fields that are nodes.

extension NodeDecoder {
  package mutating func _decodeNode() throws -> ArchiveNode {
    switch node {
    case .null, .bool, .integer, .unsigned, .float, .double, .string, .date: return node
    case .data(let data):
      try charge(data.count)
      return node
    case .array(let elements): return .array(try nodes(elements) { .index($0) })
    case .set(let elements): return .set(try nodes(elements) { .index($0) })
    case .dictionary(let entries):
      let keys = try nodes(entries.map(\.key)) { .index($0) }
      let values = try nodes(entries.map(\.value)) { .key("\(keys[$0])") }
      return .dictionary(zip(keys, values).map { .init(key: $0, value: $1) })
    case .record(let fields):
      if fields.className == "NSNull", fields.names.isEmpty { return .null }
      var (made, position) = (fields, 0)
      for node in try nodes(fields.values, { .field(fields.names[$0]) }) {
        made.replace(node, at: position)
        position += 1
      }
      return .record(made)
    case .instance, .reference, .graph: throw mismatch("a value")
    }
  }

  package mutating func _decodeForeign() throws -> ArchiveNode {
    let found = ArchiveNode(root: node, objects: objects).inlined()
    try charge(found.size)
    return found
  }

  /// Returns the trees of the parts of the current place. A part that contains itself fails at the depth limit, and
  /// shared parts are charged each time.
  private mutating func nodes(
    _ parts: [ArchiveNode], _ component: (Int) -> ArchiveError.PathComponent
  ) throws -> [ArchiveNode] {
    try inside(.none) { decoder in
      var nodes: [ArchiveNode] = []
      for (position, part) in parts.enumerated() {
        try ArchiveError.located(at: component(position)) {
          try decoder.charge(MemoryLayout<ArchiveNode>.stride)
          nodes.append(try decoder.at(part) { try $0._decodeNode() })
        }
      }
      return nodes
    }
  }
}
