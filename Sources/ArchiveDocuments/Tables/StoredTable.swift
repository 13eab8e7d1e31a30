internal import ArchiveBytes
internal import ArchiveNodes
internal import KeyedArchives

/// The object table of a keyed archive as any reader of property lists sees it: a graph with the entries of
/// `$objects` under their numbers.
struct StoredTable {
  let graph: ArchiveGraph
  /// `$archiver` and `$version`.
  let head: ArchiveNode
  /// The entries without references.
  let unreached: [Int]

  init(_ archive: KeyedArchive) throws {
    let list = try archive.readingTable { _ in
      try BinaryListReader.node(of: archive.data, archive.limits, archiveCount: archive.objectCount)
    }
    guard case .array(let entries)? = list["$objects"], let top = list["$top"],
      entries.count == archive.objectCount
    else { preconditionFailure("an open archive has a table") }
    head = .dictionary(
      ["$archiver", "$version"].compactMap { key in
        list[key].map { ArchiveNode.Entry(key: .string(key), value: $0) }
      })
    graph = ArchiveGraph(root: top, objects: entries)
    unreached = try archive.unreached()
  }

  /// Returns the entry of `$objects` that a value refers to; `nil` if the value is inline.
  func entry(_ node: ArchiveNode) -> Int? {
    if case .reference(let number) = node { number } else { nil }
  }

  /// Returns the content of a class record in words; `nil` if the value does not refer to a class record, or the
  /// record contains more.
  func classText(_ node: ArchiveNode) -> String? {
    guard case .dictionary(let entries) = content(of: node) else { return nil }
    var texts: [String: String] = [:]
    for entry in entries {
      guard case .string(let key) = entry.key else { return nil }
      switch (key, content(of: entry.value)) {
      case ("$classname", .string(let name)): texts[key] = name
      case ("$classes", .array(let elements)), ("$classhints", .array(let elements)):
        let names = elements.compactMap { if case .string(let name) = content(of: $0) { name } else { nil } }
        guard names.count == elements.count else { return nil }
        texts[key] = "[\(names.joined(separator: ", "))]"
      default: return nil
      }
    }
    guard let name = texts["$classname"] else { return nil }
    return "\(name) with \(texts["$classes"].map { "$classes \($0)" } ?? "no $classes")"
      + (texts["$classhints"].map { " and $classhints \($0)" } ?? "")
  }

  /// Returns the content of a place of the table, in words.
  func text(ofSlot node: ArchiveNode) -> String {
    guard let entry = entry(node) else { return text(ofValue: node) + ", inline" }
    if entry == 0 { return "nil" }
    guard case .dictionary(let entries) = content(of: node) else {
      return "a reference to \(text(ofValue: node))"
    }
    let record = entries.first { $0.key == .string("$class") }.map { content(of: $0.value) }
    return "a reference to \(record?["$classname"]?.stringValue ?? "a dictionary")"
  }

  func text(ofValue node: ArchiveNode) -> String {
    switch content(of: node) {
    case .float(let value): "\(value) of 32 bits"
    case let node where node.isLeaf: "\(node)"
    case let node: node.kindDescription
    }
  }

  private func content(of node: ArchiveNode) -> ArchiveNode { NodePlace(node, in: graph.objects).content }
}
