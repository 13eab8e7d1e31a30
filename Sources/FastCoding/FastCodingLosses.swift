internal import ArchiveDocuments
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// What a FastCoding file lacks of a content.
enum FastCodingLosses {
  static func losses(of content: ArchiveContent) -> [ArchiveLoss] {
    LossSearch.losses(in: content.node.mergedGraph) { visit($1, &$0) } + content.headLosses
  }

  private static func visit(_ place: LossSearch.Place, _ search: inout LossSearch) {
    if case .record(let fields) = place.node, hasOwnChunk.contains(fields.className) {
      if place.isAgain { return search.lose("shared objects are copies") }
      if !isKept(search.alone(place)) { search.lose("values of Foundation are spelled as FastCoding does") }
      return search.skipParts()
    }
    search.loseStorage(of: place)
    switch place.node {
    case .null where place.around == .record: search.lose("fields that are nil are left out")
    case .record(let fields) where fields.className == "NSNull" && place.around != .record:
      search.lose("NSNull is nil")
    case .instance(let type, _) where type != .plain && !type.isSpelling && !isHeld(type):
      search.lose("classes of texts, data and collections are left out")
    default: break
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
