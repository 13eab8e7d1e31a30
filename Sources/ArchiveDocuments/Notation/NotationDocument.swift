internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// A document with notation: the root, the table `$objects`, and the targets of references in the document.
struct NotationDocument {
  var root: ArchiveNode
  var table: [ArchiveNode] = []
  let objects: [ArchiveNode]
  var head = ArchiverHead()

  /// Creates an empty document.
  init() { (root, objects) = (.null, []) }

  /// Separates the table of objects and the head, if there are any, from the root of a document.
  init(_ graph: ArchiveGraph) throws {
    (root, objects) = (graph.root, graph.objects)
    guard case .dictionary(let entries) = root,
      entries.contains(where: { $0.key == .string(NotationWord.graph.rawValue) })
    else { return }
    var words: Set<NotationWord> = []
    for entry in entries {
      guard case .string(let key) = entry.key, let word = NotationWord(rawValue: key),
        words.insert(word).inserted
      else { throw Self.error("“$graph” with an array “$objects” and no other keys", "other keys") }
      switch (word, entry.value) {
      case (.graph, let node): root = node
      case (.objects, .array(let elements)): table = elements
      case (.archiver, .string(let name)): head.archiver = name
      case (.archiveVersion, .integer(let number)): head.version = Int(clamping: number)
      case (.objects, _): throw Self.error("an array “$objects”", "another value")
      case (.archiver, let other): throw Self.error("a name as “$archiver”", other.kindDescription)
      case (.archiveVersion, let other):
        throw Self.error("a number as “$archiveVersion”", other.kindDescription)
      default: throw Self.error("“$graph” with an array “$objects” and no other keys", "other keys")
      }
    }
  }

  private static func error(_ expected: String, _ found: String) -> ArchiveError {
    ArchiveError(.malformed, expected: expected, found: found)
  }
}

/// The program that wrote a keyed archive, as stored in the archive.
struct ArchiverHead: Hashable {
  var archiver = "NSKeyedArchiver"
  var version = 100_000

  init() {}

  init(_ content: ArchiveContent) { (archiver, version) = (content.archiver, content.archiveVersion) }

  /// The keywords for the values that are not the usual ones.
  var words: [(NotationWord, ArchiveNode)] {
    let usual = ArchiverHead()
    return (archiver == usual.archiver ? [] : [(.archiver, .string(archiver))])
      + (version == usual.version ? [] : [(.archiveVersion, .integer(Int64(version)))])
  }
}
