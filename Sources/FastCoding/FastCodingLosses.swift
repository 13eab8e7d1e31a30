internal import ArchiveDocuments
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// What a FastCoding file lacks of a content.
enum FastCodingLosses {
  static func losses(of content: ArchiveContent) -> [ArchiveLoss] {
    LossSearch.losses(in: content.node.mergedGraph) { visit($1, &$0) } + content.headLosses
  }

  private static func visit(_ visit: ArchiveWalk.Visit, _ search: inout LossSearch) {
    if case .record(let fields) = visit.place.content, hasOwnChunk.contains(fields.className) {
      guard visit.isFirst else { return search.lose("shared objects are copies") }
      if !isKept(visit.node.compacted()) {
        search.lose("values of Foundation are spelled as FastCoding does")
      }
      return search.skipParts()
    }
    search.loseStorage(of: visit)
    switch visit.place.content {
    case .null where visit.isField: search.lose("fields that are nil are left out")
    case .record(let fields) where fields.className == "NSNull" && !visit.isField:
      search.lose("NSNull is nil")
    default: break
    }
    for type in visit.place.classes where type != .plain && !type.isSpelling && !isHeld(type) {
      search.lose("classes of texts, data and collections are left out")
    }
  }

  /// Whether the type of a chunk stands for a class.
  private static func isHeld(_ type: ArchiveClass) -> Bool {
    let kinds: [ChunkType] = [.string, .data, .dictionary, .array, .set]
    return kinds.contains { $0.of(type).instanceClass == type }
  }

  // MARK: Values of Foundation

  /// The classes of the values whose parts FastCoding stores in a form of its own.
  private static let hasOwnChunk: Set = [
    "NSURL", "NSIndexSet", "NSMutableIndexSet", "NSDecimalNumber", "NSValue",
  ]

  /// Whether such a value is the same, and stored in the same way by a keyed archive, once it was written and read: its
  /// file is a few bytes.
  private static func isKept(_ value: ArchiveNode) -> Bool {
    func table(_ node: ArchiveNode) throws -> KeyedArchive {
      try KeyedArchive(KeyedArchive.data(of: node, options: .init()))
    }
    do {
      let back = try FastCodingArchive(FastCodingArchive.encode(value), options: .init(classes: .all)).node()
      return try table(back).tableDifferences(from: table(value), limit: 1).isEmpty
    } catch {
      return false
    }
  }
}
