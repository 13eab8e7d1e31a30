internal import ArchiveBytes
internal import ArchiveNodes
internal import PropertyLists

// Graphs of nodes. References become nodes and are not followed, so the shape of the graph does not matter.
extension ObjectTableReader {
  /// Calls `body` while nodes refer to objects as `references` describes.
  mutating func referring<Result>(
    by references: NodeReferences?, _ body: (inout Self) throws -> Result
  ) rethrows -> Result {
    let outer = (self.references, place)
    defer { (self.references, place) = outer }
    self.references = references
    return try body(&self)
  }

  // MARK: Parts

  /// Reads the object at the current place with everything that it refers to, as a tree if it is one, and otherwise
  /// as a graph.
  mutating func _decodeForeign() throws -> ArchiveNode {
    let part = NodeReferences(.part)
    return try referring(by: part) { reader in
      let entry = reader.place.object
      let root =
        entry == ObjectTable.inline ? try reader.nodeHere() : .reference(part.number(ofEntry: entry))
      return try reader.part(from: root)
    }
  }

  /// Returns the node with all objects that it refers to: as a tree if it is one, and otherwise as a graph.
  mutating func part(from root: ArchiveNode) throws -> ArchiveNode {
    var objects: [ArchiveNode] = []
    try readPart(into: &objects)
    return ArchiveNode(root: root, objects: objects).inlined()
  }

  /// Appends the objects of the part that were referred to since the last call, and all objects that these refer to.
  ///
  /// - Parameter isWanted: Whether to read an object with parts. If not, an omission takes its place.
  mutating func readPart(into objects: inout [ArchiveNode], _ isWanted: () -> Bool = { true }) throws {
    if objects.isEmpty { objects.append(.null) }
    while let part = references, objects.count < part.entries.count {
      let entry = part.entries[objects.count]
      place = Place(offset: try table.offset(ofEntry: entry), object: entry)
      let hasParts = plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary
      objects.append(hasParts && !isWanted() ? .omission(of: 1) : try nodeHere())
    }
  }

  // MARK: Archives

  /// Reads the whole archive.
  ///
  /// - Parameter references: Receives the counts.
  mutating func readGraph(_ references: NodeReferences = NodeReferences(.archive)) throws -> ArchiveGraph {
    var objects: [ArchiveNode] = []
    objects.reserveCapacity(table.objectCount)
    let root = try readAll(references) { objects.append($1) }
    for entry in references.classRecords where references.counts[entry] == 0 { objects[entry] = .null }
    return ArchiveGraph(root: root, objects: objects)
  }

  /// Whether any object other than a leaf and `NSNull` has several references.
  mutating func sharesObjects() throws -> Bool {
    let references = NodeReferences(.archive)
    var isSmall: [Bool] = []
    _ = try readAll(references) { _, node in isSmall.append(node.isLeaf || node.fields?.isUsualNull ?? false)
    }
    return zip(references.counts, isSmall).contains { $0 > 1 && !$1 }
  }

  /// Reads all entries one after the other, and returns the value at the top.
  mutating func readAll(
    _ references: NodeReferences, _ take: (Int, ArchiveNode) -> Void
  ) throws -> ArchiveNode {
    references.counts = Array(repeating: 0, count: table.objectCount)
    return try referring(by: references) { reader in
      for entry in 0..<reader.table.objectCount {
        try ArchiveError.located(at: .field("$objects")) {
          try ArchiveError.located(at: .index(entry)) {
            reader.place = Place(offset: try reader.table.offset(ofEntry: entry), object: entry)
            take(entry, try reader.nodeHere())
          }
        }
      }
      return try reader.top()
    }
  }

  private mutating func top() throws -> ArchiveNode {
    let entries = try table.top()
    if entries.count == 1, entries[0].key == "root" {
      let value = try fieldNode(entries[0].reference)
      return value.isNumber ? KeyedNodes.plain(value) : value
    }
    var fields = ArchiveNode.Fields(className: KeyedNodes.topClassName)
    fields.superclassNames = []
    var names: Set<ExactName> = []
    for (key, reference) in entries where names.insert(ExactName(key)).inserted {
      try ArchiveError.located(at: .field(key)) {
        try charge(key.utf8.count)
        fields.append(try fieldNode(reference), named: key)
      }
    }
    return .record(fields)
  }
}
