internal import ArchiveBytes
internal import ArchiveValues

/// A document with notation: the root, the table of objects next to it, and the objects that references in it lead to.
struct NotationDocument {
  let root: ArchiveNode
  let table: [ArchiveNode]
  let objects: [ArchiveNode]

  /// Takes the table of objects, if there is one, from the root of a document.
  init(_ graph: ArchiveGraph) throws {
    objects = graph.objects
    guard case .dictionary(let entries) = graph.root,
      let content = entries.first(where: { $0.key == .string(NotationWord.graph.rawValue) })
    else {
      (root, table) = (graph.root, [])
      return
    }
    let found = entries.first { $0.key == .string(NotationWord.objects.rawValue) }
    guard entries.count == (found == nil ? 1 : 2), case .array(let objects) = found?.value ?? .array([])
    else {
      throw ArchiveError(
        .malformed, expected: "“$graph” with an array “$objects” and nothing else", found: "other entries")
    }
    (root, table) = (content.value, objects)
  }
}
