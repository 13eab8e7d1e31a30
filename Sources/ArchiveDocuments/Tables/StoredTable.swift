internal import ArchiveBytes
internal import ArchiveNodes
internal import KeyedArchives

/// The object table of a keyed archive as any reader of property lists sees it: a graph with the entries of `$objects` under
/// their numbers, and behind them the collections of the list.
struct StoredTable {
  let graph: ArchiveGraph
  /// `$archiver` and `$version`.
  let head: ArchiveNode
  /// The number of entries of `$objects`.
  let entryCount: Int
  /// The entries that nothing refers to.
  let unreached: [Int]

  init(_ archive: KeyedArchive) throws {
    let count = archive.objectCount
    let (list, collections) = try archive.readingTable { _ in
      try BinaryListReader.table(of: archive.data, objectCount: count, archive.limits)
    }
    func value(_ key: String, of node: ArchiveNode?) -> ArchiveNode? {
      guard case .dictionary(let entries)? = node else { return nil }
      let value = entries.first { $0.key == .string(key) }?.value
      guard case .reference(let number)? = value, number >= count else { return value }
      return collections[number - count]
    }
    var whole = list
    if case .reference(let number) = list { whole = collections[number - count] }
    guard case .array(let entries)? = value("$objects", of: whole),
      case .dictionary(let top)? = value("$top", of: whole), entries.count == count
    else { preconditionFailure("an open archive has a table") }
    head = .dictionary(
      ["$archiver", "$version"].compactMap { key in
        value(key, of: whole).map { ArchiveNode.Entry(key: .string(key), value: $0) }
      })
    graph = ArchiveGraph(root: .dictionary(top), objects: entries + collections)
    (entryCount, unreached) = (count, try archive.unreached())
  }

  /// Returns the entry of `$objects` that a value refers to; `nil` if the value is inline.
  func entry(_ node: ArchiveNode) -> Int? {
    if case .reference(let number) = node, number < entryCount { number } else { nil }
  }

  /// Returns what a class record says in words; `nil` if the value does not refer to one, or it says more.
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

  /// Returns what a place of the table holds, in words.
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
