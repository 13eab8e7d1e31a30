internal import ArchiveDocuments
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// What a FastCoding file lacks of a content.
struct FastCodingLosses {
  /// The forms of Foundation's values that were compared, and whether FastCoding keeps how they are stored.
  private var keptForms: [Form: Bool] = [:]

  static func losses(of content: ArchiveContent) -> [ArchiveLoss] {
    var losses = FastCodingLosses()
    return LossSearch.losses(in: content.node.mergedGraph) { losses.visit($1, &$0) } + content.headLosses
  }

  private mutating func visit(_ place: LossSearch.Place, _ search: inout LossSearch) {
    if case .record(let fields) = place.node, Self.hasOwnChunk.contains(fields.className) {
      if place.isAgain { return search.lose("shared objects are copies") }
      if !isKept(fields, search.alone(place)) {
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
      if !Self.isHeld(type) { search.lose("classes of texts, data and collections are left out") }
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

  /// What determines how a keyed archive stores the parts of a record, beside their values.
  private struct Form: Hashable {
    let className: String
    let superclassNames: [String]?
    let names: [String]
    let areReferences: [Bool]
  }

  /// Whether such a value is the same once it was written and read: its file is a few bytes. How a keyed archive stores it is
  /// compared once for each form.
  private mutating func isKept(_ fields: ArchiveNode.Fields, _ value: ArchiveNode) -> Bool {
    guard let data = try? FastCodingArchive.encode(value),
      let back = try? FastCodingArchive(data, options: .init(classes: .all)).node(),
      back.hasSameContent(as: value)
    else { return false }
    let form = Form(
      className: fields.className, superclassNames: fields.superclassNames, names: fields.names,
      areReferences: fields.values.map { if case .reference = $0 { true } else { false } })
    if let known = keptForms[form] { return known }
    func table(_ node: ArchiveNode) throws -> KeyedArchive {
      try KeyedArchive(KeyedArchive.data(of: node, options: .init()))
    }
    let isKept = (try? table(back).tableDifferences(from: table(value), limit: 1).isEmpty) ?? false
    keptForms[form] = isKept
    return isKept
  }
}
