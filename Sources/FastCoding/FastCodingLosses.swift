internal import ArchiveDocuments
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// Finds the losses of a content in a FastCoding file.
enum FastCodingLosses {
  static func losses(of content: ArchiveContent) -> [ArchiveLoss] {
    LossSearch.losses(in: content.node.mergedGraph) { visit($1, &$0) } + content.headLosses
  }

  private static func visit(_ visit: ArchiveWalk.Visit, _ search: inout LossSearch) {
    if case .record(let fields) = visit.place.content, hasOwnChunk.contains(fields.className) {
      guard visit.isFirst else { return search.lose("shared objects are copies") }
      if !isKept(visit.node) { search.lose("values of Foundation are spelled as FastCoding does") }
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

  /// Returns whether the type of a chunk represents a class.
  private static func isHeld(_ type: ArchiveClass) -> Bool {
    let kinds: [ChunkType] = [.string, .data, .dictionary, .array, .set]
    return kinds.contains { $0.of(type).instanceClass == type }
  }

  // MARK: Values of Foundation

  /// The classes of values whose parts FastCoding stores in a separate form.
  private static let hasOwnChunk: Set = [
    "NSURL", "NSIndexSet", "NSMutableIndexSet", "NSDecimalNumber", "NSValue",
  ]

  /// Returns whether such a value is unchanged after it was written and read, and a keyed archive stores it in the
  /// same way. The file of one value is a few bytes.
  private static func isKept(_ value: ArchiveNode) -> Bool {
    func table(_ node: ArchiveNode) throws -> KeyedArchive {
      try KeyedArchive(KeyedArchive.data(of: node, options: .init()))
    }
    let value = value.compacted()
    let back = try? FastCodingArchive(FastCodingArchive.encode(value), options: .init(classes: .all)).node()
    let differences = try? back.map { try table($0).tableDifferences(from: table(value), limit: 1) }
    return differences?.isEmpty ?? false
  }
}

extension ArchiveClass {
  /// Whether the content spells out a value that no other node can hold.
  var isSpelling: Bool { self == .wideInteger || self == .brokenText }
}
