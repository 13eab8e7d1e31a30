internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// What a FastCoding file lacks of a content.
enum FastCodingLosses {
  static func losses(of content: ArchiveContent) -> [ArchiveLoss] {
    LossSearch.losses(in: content.node.asGraph) { search, place in
      if case .record(let fields) = place.node, hasOwnChunk.contains(fields.className) {
        if place.isAgain { return search.lose("shared objects are copies") }
        if !isKept(search.alone(place)) {
          search.lose("values of Foundation are spelled as FastCoding does")
        }
        return search.skipParts()
      }
      search.loseStorage(of: place)
      switch place.node {
      case .null where place.around == .record: search.lose("fields that are nil are left out")
      case .record(let fields) where fields.className == "NSNull" && place.around != .record:
        search.lose("NSNull is nil")
      case .instance(let type, _) where type != .plain && !type.isSpelling:
        if !isHeld(type) { search.lose("classes of texts, data and collections are left out") }
      default: break
      }
    } + content.headLosses
  }

  /// Whether the type of a chunk stands for a class.
  private static func isHeld(_ type: ArchiveClass) -> Bool {
    let kinds: [ChunkType] = [.string, .data, .dictionary, .array, .set]
    return kinds.contains { $0.of(type).instanceClass == type }
  }

  /// The classes of the values whose parts FastCoding stores in a form of its own.
  private static let hasOwnChunk: Set = [
    "NSURL", "NSIndexSet", "NSMutableIndexSet", "NSDecimalNumber", "NSValue",
  ]

  /// Whether such a value is the same once it was written and read: its file is a few bytes.
  private static func isKept(_ value: ArchiveNode) -> Bool {
    func table(_ node: ArchiveNode) throws -> KeyedArchive {
      try KeyedArchive(KeyedArchive.data(of: node, options: .init()))
    }
    let isKept = try? {
      let data = try FastCodingArchive.encode(value)
      let back = try FastCodingArchive(data, options: .init(classes: .all)).node()
      return try back == value && table(back).differingSlots(from: table(value), limit: 1).isEmpty
    }()
    return isKept ?? false
  }
}
