internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// The places of the aliases in a document, and of their targets. A traversal of the document follows the places in
/// parallel, and continues without them where they end.
struct AliasTable {
  /// The place of the root, if there are aliases.
  private(set) var root: NotationPlace?
  /// The places of the document's own objects.
  private(set) var objects: [Int: NotationPlace] = [:]
  /// The targets of aliases, ordered by object number. Their numbers follow those of the document's own objects.
  private(set) var targets: [NotationPlace] = []
  /// The document, until all targets are found.
  private var document: NotationDocument
  private let limits: ArchiveLimits
  private var table: [NotationPlace] = []
  private var aliases: [NotationPlace] = []
  private var stack = StackGuard()

  /// Finds the aliases of a document, and their targets.
  ///
  /// - Throws: ``ArchiveError``, located at an alias that refers to nothing or to itself.
  /// - Complexity: Linear in the size of the document.
  static func find(in document: NotationDocument, _ limits: ArchiveLimits) throws -> AliasTable {
    var found = AliasTable(document, limits)
    try found.find()
    return found
  }

  private init(_ document: NotationDocument, _ limits: ArchiveLimits) {
    (self.document, self.limits) = (document, limits)
  }

  private mutating func find() throws {
    let root = NotationPlace(document.root)
    var trail: [Int] = []
    try search(document.root, root, &trail)
    for (number, node) in document.table.enumerated() {
      table.append(NotationPlace(node, .field("$objects[\(number)]")))
      try search(node, table[number], &trail)
    }
    for (number, node) in document.objects.enumerated() { try search(node, object(number), &trail) }
    if aliases.isEmpty {
      objects = [:]
    } else {
      self.root = root
      for alias in aliases { number(try target(of: alias)) }
    }
    document = NotationDocument()
  }

  /// Searches a part of the document at the end of a trail from a place.
  private mutating func search(_ node: ArchiveNode, _ base: NotationPlace, _ trail: inout [Int]) throws {
    let parts: [ArchiveNode]
    switch node {
    case .array(let elements), .set(let elements): parts = elements
    case .dictionary(let entries): parts = entries.map(\.value)
    case .record(let fields): parts = fields.values
    case .instance(_, let content): parts = [content]
    default: return
    }
    try stack.check(depth: trail.count + 1, limits)
    if case .dictionary(let entries) = node,
      entries.contains(where: { $0.key == .string(NotationWord.alias.rawValue) })
    {
      let place = trail.reduce(base) { $0.child($1) }
      guard entries.count == 1, case .string(let path) = entries[0].value else {
        throw ArchiveError(
          .malformed, expected: "“$alias” as the only key, with a path as its string",
          found: "other keys or another value", path: place.path,
          advice: "For an ordinary key, write “$$alias”.")
      }
      place.alias = path
      return aliases.append(place)
    }
    for (index, part) in parts.enumerated() where !part.isLeaf {
      trail.append(index)
      try search(part, base, &trail)
      trail.removeLast()
    }
  }

  private mutating func object(_ number: Int) -> NotationPlace {
    if let known = objects[number] { return known }
    let place = NotationPlace(document.objects[number])
    place.object = number
    objects[number] = place
    return place
  }

  /// Gives the target of an alias an object number.
  private mutating func number(_ place: NotationPlace) {
    guard place.object == nil else { return }
    // In a keyed archive, a nil object 0 is not an object.
    if document.objects.isEmpty, targets.isEmpty, place.node.saysNull { targets.append(NotationPlace(.null)) }
    place.object = document.objects.count + targets.count
    targets.append(place)
  }

  // MARK: Following paths

  /// An alias whose path is being followed, and how far.
  private struct Walk {
    let alias: NotationPlace
    let names: [String]
    var next = 0
    var place: NotationPlace
  }

  /// Returns the target of an alias, which is not an alias itself.
  private mutating func target(of alias: NotationPlace) throws -> NotationPlace {
    if let known = alias.target { return known }
    // A path may pass through other aliases, and theirs through further ones. Those are resolved first.
    var walks = [begin(alias)]
    while var walk = walks.popLast() {
      if case .reference(let number) = walk.place.node {
        walk.place = object(try document.objects.requiredTarget(of: number))
      } else if walk.place.alias != nil, let target = walk.place.target {
        walk.place = target
      } else if walk.place.alias != nil {
        guard !walk.place.isFollowed else {
          throw ArchiveError(
            .cycle, expected: "a path to a value",
            found: "“\((walk.alias.alias ?? "").prefix(200))”, which passes through itself",
            path: walk.alias.path,
            advice: "An alias cannot refer to itself, nor to a part of its own target.")
        }
        walks += [walk, begin(walk.place)]
        continue
      } else if walk.next < walk.names.count {
        walk.place = try part(of: walk)
        walk.next += 1
      } else {
        walk.alias.target = walk.place
        continue
      }
      walks.append(walk)
    }
    return alias.target ?? alias
  }

  private func begin(_ alias: NotationPlace) -> Walk {
    alias.isFollowed = true
    let names = Notation.steps(of: alias.alias ?? "")
    if names.count > 1, names[0] == NotationWord.objects.rawValue, let number = Int(names[1]),
      table.indices.contains(number)
    {
      return Walk(alias: alias, names: names, next: 2, place: table[number])
    }
    return Walk(alias: alias, names: names, place: root ?? alias)
  }

  private func part(of walk: Walk) throws -> NotationPlace {
    let name = walk.names[walk.next]
    var place = walk.place
    while true {
      if let part = place.child(named: name) { return part }
      // A path may omit the keyword for a step into a set or the content of an instance.
      guard let inner = place.content else { break }
      place = inner
    }
    let names = place.names
    let question = nearestName(to: name, among: names.prefix(1000)).map { "Did you mean “\($0)”? " } ?? ""
    let way = walk.next == 0 ? "the root" : "“\(walk.names[..<walk.next].suffix(8).joined(separator: "."))”"
    throw ArchiveError(
      .invalidValue, expected: "a path from the root, such as “a.b.0”",
      found:
        "“\((walk.alias.alias ?? "").prefix(200))”, but \(way) is \(place.node.kindDescription) without a part “\(name.prefix(80))”",
      path: walk.alias.path,
      advice: .other(
        question
          + (names.isEmpty
            ? "It has no parts."
            : "It has \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? " …" : ".")")))
  }
}

extension ArchiveNode {
  /// Whether the node represents `nil` in a document.
  fileprivate var saysNull: Bool {
    guard case .dictionary(let entries) = self else { return isNull }
    return entries.first?.key == .string(NotationWord.null.rawValue)
  }
}
