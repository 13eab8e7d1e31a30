internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// A document with notation: the root, the table `$objects`, and the targets of references in the document.
struct NotationDocument {
  var root: ArchiveNode
  private(set) var table: [ArchiveNode] = []
  let objects: [ArchiveNode]
  /// The archiver that it names.
  private(set) var head = ArchiveContent(.null)

  /// Separates the table of objects and the head, if there are any, from the root of a document.
  init(_ graph: ArchiveGraph) throws {
    (root, objects) = (graph.root, graph.objects)
    guard case .dictionary(let entries) = root,
      entries.contains(where: { $0.key == .string(NotationWord.graph.rawValue) })
    else { return }
    func error(_ expected: String, _ found: String) -> ArchiveError {
      ArchiveError(.malformed, expected: expected, found: found)
    }
    var words: Set<NotationWord> = []
    for entry in entries {
      let word =
        if case .string(let key) = entry.key { NotationWord(rawValue: key) } else { NotationWord?.none }
      switch (word, entry.value) {
      case (let word?, _) where !words.insert(word).inserted:
        throw error("“\(word.rawValue)” once", "it twice")
      case (.graph, let node): root = node
      case (.objects, .array(let elements)): table = elements
      case (.archiver, .string(let name)): head.archiver = name
      case (.archiveVersion, .integer(let number)): head.archiveVersion = Int(clamping: number)
      case (.objects, _): throw error("an array “$objects”", "another value")
      case (.archiver, let other): throw error("a name as “$archiver”", other.kindDescription)
      case (.archiveVersion, let other): throw error("a number as “$archiveVersion”", other.kindDescription)
      default: throw error("“$graph” with an array “$objects” and no other keys", "other keys")
      }
    }
  }
}

extension ArchiveContent {
  /// The keywords for the archiver and its version, if they are not the usual ones.
  var headWords: [(NotationWord, ArchiveNode)] {
    let usual = ArchiveContent(.null)
    return (archiver == usual.archiver ? [] : [(.archiver, .string(archiver))])
      + (archiveVersion == usual.archiveVersion ? [] : [(.archiveVersion, .integer(Int64(archiveVersion)))])
  }
}
