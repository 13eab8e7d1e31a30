internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// A document with notation: the root, the table `$objects`, and the targets of references in the document.
struct NotationDocument {
  var root: ArchiveNode
  let table: [ArchiveNode]
  let objects: [ArchiveNode]
  let head: ArchiverHead

  /// Creates an empty document.
  init() { (root, table, objects, head) = (.null, [], [], ArchiverHead()) }

  /// Separates the table of objects and the head, if there are any, from the root of a document.
  init(_ graph: ArchiveGraph) throws {
    objects = graph.objects
    guard case .dictionary(let entries) = graph.root,
      entries.contains(where: { $0.key == .string(NotationWord.graph.rawValue) })
    else {
      (root, table, head) = (graph.root, [], ArchiverHead())
      return
    }
    var words: [NotationWord: ArchiveNode] = [:]
    for entry in entries {
      guard case .string(let key) = entry.key, let word = NotationWord(rawValue: key), word.isOfRoot,
        words.updateValue(entry.value, forKey: word) == nil
      else { throw Self.error("“$graph” with an array “$objects” and no other keys", "other keys") }
    }
    guard case .array(let objects) = words[.objects] ?? .array([]) else {
      throw Self.error("an array “$objects”", "another value")
    }
    root = words[.graph] ?? .null
    table = objects
    var head = ArchiverHead()
    switch words[.archiver] {
    case nil: break
    case .string(let name)?: head.archiver = name
    case let other?: throw Self.error("a name as “$archiver”", other.kindDescription)
    }
    switch words[.archiveVersion] {
    case nil: break
    case .integer(let number)?: head.version = Int(clamping: number)
    case let other?: throw Self.error("a number as “$archiveVersion”", other.kindDescription)
    }
    self.head = head
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
