internal import ArchiveBytes
internal import ArchiveNodes

/// The aliases of a document. While the document is read, each alias is a reference with a negative number. Then it
/// becomes a reference to the object at the end of its path.
struct AliasTable {
  private struct Alias {
    let path: String
    /// The location of the alias.
    let location: [ArchiveError.PathComponent]
    /// Whether the alias's path is being followed, and its target.
    var isFollowed = false
    var target: NotationPlace?
  }

  private var aliases: [Alias] = []
  private var root = NotationPlace(.null)
  private var table: [NotationPlace] = []
  private var objects: [NotationPlace] = []
  private let limits: ArchiveLimits
  private let stack = StackGuard()

  init(_ limits: ArchiveLimits) { self.limits = limits }

  /// Adds an alias, and returns its reference.
  mutating func add(_ path: String, at location: [ArchiveError.PathComponent]) -> ArchiveNode {
    aliases.append(Alias(path: path, location: location))
    // The number -1 belongs to references that lead nowhere.
    return .reference(-1 - aliases.count)
  }

  private func alias(_ number: Int) -> Int? { number < -1 ? -2 - number : nil }

  /// Returns the node of a document. The targets of aliases become objects, whose numbers follow the existing ones.
  ///
  /// - Throws: ``ArchiveError``, located at an alias that refers to nothing or to itself.
  /// - Complexity: Linear in the size of the document.
  mutating func linked(
    _ root: ArchiveNode, table: [ArchiveNode], objects: [ArchiveNode]
  ) throws -> ArchiveNode {
    if aliases.isEmpty { return ArchiveNode(root: root, objects: objects) }
    self.root = NotationPlace(root)
    self.table = table.map { NotationPlace($0) }
    self.objects = objects.enumerated().map { NotationPlace($1, object: $0) }
    for number in aliases.indices {
      let target = try target(of: number)
      guard target.object == nil else { continue }
      // In a keyed archive, a nil object 0 is not an object.
      if self.objects.isEmpty, target.node.isNull { self.objects.append(NotationPlace(.null)) }
      target.object = self.objects.count
      self.objects.append(target)
    }
    let contents = try self.objects.map { try content(of: $0.node, $0, depth: 0) }
    return try ArchiveNode(root: part(root, self.root, depth: 0), objects: contents)
  }

  /// Returns a part with references in the places of aliases and of their targets.
  private mutating func part(_ node: ArchiveNode, _ place: NotationPlace?, depth: Int) throws -> ArchiveNode {
    if let object = place?.object { return .reference(object) }
    return try content(of: node, place, depth: depth)
  }

  private mutating func content(
    of node: ArchiveNode, _ place: NotationPlace?, depth: Int
  ) throws -> ArchiveNode {
    if case .reference(let number) = node, let alias = alias(number),
      let object = aliases[alias].target?.object
    {
      return .reference(object)
    }
    if node.isLeaf { return node }
    try stack.check(depth: depth, limits)
    var parts = node.heldNodes
    for position in parts.indices where !parts[position].isLeaf || place != nil {
      parts[position] = try part(parts[position], place?.children[position], depth: depth + 1)
    }
    return node.holding(parts)
  }

  // MARK: Following paths

  /// An alias whose path is being followed, and the progress so far.
  private struct Walk {
    let alias: Int
    let names: [String]
    var next = 0
    var place: NotationPlace
    /// The references that were followed since the last step.
    var chain = 0
  }

  /// Returns the target of an alias, which is not an alias itself.
  private mutating func target(of alias: Int) throws -> NotationPlace {
    // A path may pass through other aliases, and their paths through further ones. These are resolved first.
    var walks = aliases[alias].target == nil ? [begin(alias)] : []
    while var walk = walks.popLast() {
      if case .reference(let number) = walk.place.node, let inner = self.alias(number) {
        if let target = aliases[inner].target {
          walk.place = target
        } else if aliases[inner].isFollowed {
          throw ArchiveError(
            .cycle, expected: "a path to a value",
            found: "“\(aliases[walk.alias].path.prefix(200))”, which passes through itself",
            path: aliases[walk.alias].location,
            advice: "An alias cannot refer to itself, nor to a part of its own target.")
        } else {
          walks += [walk, begin(inner)]
          continue
        }
      } else if case .reference(let number) = walk.place.node, objects.indices.contains(number),
        walk.chain < NodePlace.longestChain
      {
        walk.place = objects[number]
        walk.chain += 1
      } else if walk.next < walk.names.count {
        guard let (place, count) = walk.place.part(after: walk.names[walk.next...]) else {
          throw missing(walk)
        }
        walk.place = place
        walk.next += count
        walk.chain = 0
      } else {
        aliases[walk.alias].target = walk.place
        continue
      }
      walks.append(walk)
    }
    return aliases[alias].target ?? root
  }

  private mutating func begin(_ alias: Int) -> Walk {
    aliases[alias].isFollowed = true
    let names = Notation.steps(of: aliases[alias].path)
    if names.count > 1, names[0] == NotationWord.objects.rawValue, let number = Int(names[1]),
      table.indices.contains(number)
    {
      return Walk(alias: alias, names: names, next: 2, place: table[number])
    }
    return Walk(alias: alias, names: names, place: root)
  }

  /// Returns the error for a step that leads nowhere.
  private func missing(_ walk: Walk) -> ArchiveError {
    let (alias, name) = (aliases[walk.alias], walk.names[walk.next])
    let way = walk.next == 0 ? "the root" : "“\(walk.names[..<walk.next].suffix(8).joined(separator: "."))”"
    return ArchiveError(
      .invalidValue, expected: "a path from the root, such as “a.b.0”",
      found:
        "“\(alias.path.prefix(200))”, but \(way) is \(walk.place.node.kindDescription) without a part “\(name.prefix(80))”",
      path: alias.location,
      advice: .names(walk.place.names.map(\.name), near: name))
  }
}

/// A place of a document that was read. An alias leads to it or through it.
final class NotationPlace {
  let node: ArchiveNode
  /// The places inside, by their positions among the contents of the node.
  private(set) var children: [Int: NotationPlace] = [:]
  /// The number of the object at this place, if it is one.
  var object: Int?
  private lazy var parts = node.heldNodes
  /// The positions of the parts that have a name.
  private lazy var positions = Dictionary(
    names.map { (ExactName($0.name), $0.position) }, uniquingKeysWith: { first, _ in first })

  init(_ node: ArchiveNode, object: Int? = nil) { (self.node, self.object) = (node, object) }

  /// The fields, or the keys that are strings.
  var names: [(name: String, position: Int)] {
    switch node {
    case .dictionary(let entries):
      entries.enumerated().compactMap { position, entry in
        if case .string(let key) = entry.key { (key, 2 * position + 1) } else { nil }
      }
    case .record(let fields): fields.names.enumerated().map { ($1, $0) }
    default: []
    }
  }

  /// Returns the place after the first steps of a path, and the number of these steps; `nil` if the place does not
  /// exist.
  ///
  /// Keywords between a value and its parts in the document are steps. A path may omit them, except `$entries`.
  func part(after steps: ArraySlice<String>) -> (place: NotationPlace, count: Int)? {
    guard let step = steps.first else { return nil }
    switch (node, NotationWord(rawValue: step)) {
    case (.set, .set): return (self, 1)
    case (_, .object) where object != nil: return (self, 1)
    case (.instance, let word): return (child(0), word == .value ? 1 : 0)
    case (.array(let elements), _), (.set(let elements), _):
      return position(step, elements.count).map { (child($0), 1) }
    case (.dictionary(let entries), .entries):
      let numbers = steps.prefix(3).dropFirst()
      guard let pair = numbers.first.flatMap({ position($0, entries.count) }),
        let part = numbers.dropFirst().first.flatMap({ position($0, 2) })
      else { return nil }
      return (child(2 * pair + part), 3)
    default: return positions[ExactName(Notation.unescaped(step))].map { (child($0), 1) }
    }
  }

  /// Returns the number in a step. Only its canonical form counts, not “01” or “+1”.
  private func position(_ step: String, _ count: Int) -> Int? {
    guard let number = Int(step), (0..<count).contains(number), "\(number)" == step else { return nil }
    return number
  }

  private func child(_ position: Int) -> NotationPlace {
    if let known = children[position] { return known }
    let child = NotationPlace(parts[position])
    children[position] = child
    return child
  }
}
