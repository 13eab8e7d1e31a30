internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// The places of the aliases in a document, and of their targets.
///
/// A place is a sequence of steps from the root. The table has only the steps to these places. A traversal of the
/// document follows the table in parallel, and continues without it where it ends.
struct AliasTable {
  /// A place of the document, and the number of its table entry.
  struct Place {
    let node: ArchiveNode
    let step: Int
  }

  private struct Step {
    let parent: Int
    let component: ArchiveError.PathComponent?
    var children: [Int: Int] = [:]
    /// The positions of the parts, by name; computed when a part of a large place is first looked up by name.
    var positions: [ExactName: Int]?
    /// The alias at this place.
    var alias: Int?
    /// The number of the object at this place, if aliases refer to it.
    var object: Int?
  }

  private enum Target {
    case unknown(path: String)
    /// The path is being followed.
    case wanted
    case known(Place)
  }

  /// The document, until all targets are found.
  private var document: NotationDocument
  private var steps: [Step] = [Step(parent: -1, component: nil)]
  private var aliases: [(target: Target, step: Int)] = []
  /// The entries of the document's own objects, and of the objects in its table.
  private var objectSteps: [Int: Int] = [:]
  private var tableSteps: [Int: Int] = [:]
  /// The targets of aliases, ordered by object number. Their numbers follow those of the document's own objects.
  private(set) var targets: [Place] = []

  /// Finds the aliases of a document, and their targets.
  ///
  /// - Throws: ``ArchiveError``, located at an alias that refers to nothing or to itself.
  /// - Complexity: Linear in the size of the document.
  init(_ document: NotationDocument, _ limits: ArchiveLimits) throws {
    self.document = document
    var search = AliasSearch(limits: limits)
    try search.visit(document.root, step: 0, &self)
    for (number, object) in document.table.enumerated() {
      try search.visit(object, step: tableStep(number), &self)
    }
    for (number, object) in document.objects.enumerated() {
      try search.visit(object, step: objectStep(number), &self)
    }
    for alias in aliases.indices { number(try target(of: alias)) }
    self.document = NotationDocument()
  }

  // MARK: Walking along

  /// Returns the entry of a part, if it or something inside it is in the table.
  func child(of step: Int?, _ index: Int) -> Int? { step.flatMap { steps[$0].children[index] } }

  /// Returns the number of the object that the alias at a place refers to, or of the object defined at the place.
  func object(at step: Int?) -> Int? {
    guard let step else { return nil }
    guard let alias = steps[step].alias else { return steps[step].object }
    guard case .known(let place) = aliases[alias].target else { return nil }
    return steps[place.step].object
  }

  /// Returns the entry of one of the document's own objects, if it is in the table.
  func stepOfObject(_ number: Int) -> Int? { objectSteps[number] }

  /// Returns the path from the root to a place.
  func path(of step: Int?) -> [ArchiveError.PathComponent] {
    var path: [ArchiveError.PathComponent] = []
    var next = step ?? -1
    while next >= 0 {
      if let component = steps[next].component { path.append(component) }
      next = steps[next].parent
    }
    return path.reversed()
  }

  // MARK: The table

  mutating func add(alias path: String, at step: Int) {
    steps[step].alias = aliases.count
    aliases.append((.unknown(path: path), step))
  }

  mutating func child(of step: Int, _ index: Int, _ component: ArchiveError.PathComponent) -> Int {
    if let known = steps[step].children[index] { return known }
    steps.append(Step(parent: step, component: component))
    steps[step].children[index] = steps.count - 1
    return steps.count - 1
  }

  private mutating func objectStep(_ number: Int) -> Int {
    if let known = objectSteps[number] { return known }
    steps.append(Step(parent: -1, component: nil, object: number))
    objectSteps[number] = steps.count - 1
    return steps.count - 1
  }

  private mutating func tableStep(_ number: Int) -> Int {
    if let known = tableSteps[number] { return known }
    steps.append(Step(parent: -1, component: .field("$objects[\(number)]")))
    tableSteps[number] = steps.count - 1
    return steps.count - 1
  }

  /// Gives the target of an alias an object number.
  private mutating func number(_ place: Place) {
    guard steps[place.step].object == nil else { return }
    // In a keyed archive, a nil object 0 is not an object.
    if document.objects.isEmpty, targets.isEmpty, place.node.saysNull {
      steps.append(Step(parent: -1, component: nil, object: 0))
      targets.append(Place(node: .null, step: steps.count - 1))
    }
    steps[place.step].object = document.objects.count + targets.count
    targets.append(place)
  }

  // MARK: Following paths

  /// Returns the target of an alias, which is not an alias itself.
  private mutating func target(of alias: Int) throws -> Place {
    if case .known(let place) = aliases[alias].target { return place }
    // A path may pass through other aliases, and theirs through further ones. Those are resolved first.
    var walks: [Walk] = [begin(alias)]
    while var walk = walks.popLast() {
      if case .reference(let number) = walk.place.node {
        let number = try document.objects.requiredTarget(of: number)
        walk.place = Place(node: document.objects[number], step: objectStep(number))
        walks.append(walk)
      } else if let other = steps[walk.place.step].alias {
        switch aliases[other].target {
        case .known(let place):
          walk.place = place
          walks.append(walk)
        case .unknown: walks += [walk, begin(other)]
        case .wanted:
          throw ArchiveError(
            .cycle, expected: "a path to a value", found: "“\(walk.text)”, which passes through itself",
            path: path(of: aliases[walk.alias].step),
            advice: "An alias cannot refer to itself, nor to a part of its own target.")
        }
      } else if walk.next < walk.names.count {
        walk.place = try part(of: walk)
        walk.next += 1
        walks.append(walk)
      } else {
        aliases[walk.alias].target = .known(walk.place)
      }
    }
    guard case .known(let place) = aliases[alias].target else {
      preconditionFailure("a path was followed to its end")
    }
    return place
  }

  /// A path that is being followed, and how far.
  private struct Walk {
    let alias: Int
    let text: String
    let names: [String]
    var next = 0
    var place: Place
  }

  private mutating func begin(_ alias: Int) -> Walk {
    guard case .unknown(let path) = aliases[alias].target else {
      preconditionFailure("a path is followed once")
    }
    aliases[alias].target = .wanted
    let names = Notation.steps(of: path)
    var walk = Walk(
      alias: alias, text: String(path.prefix(200)), names: names, place: Place(node: document.root, step: 0))
    if names.count > 1, names[0] == NotationWord.objects.rawValue, let number = Int(names[1]),
      document.table.indices.contains(number)
    {
      walk.place = Place(node: document.table[number], step: tableStep(number))
      walk.next = 2
    }
    return walk
  }

  private mutating func part(of walk: Walk) throws -> Place {
    let name = walk.names[walk.next]
    var place = walk.place
    while true {
      let parts = DocumentParts(place.node)
      if let index = position(of: name, parts, place.step) {
        return Place(
          node: parts.node(at: index), step: child(of: place.step, index, parts.component(at: index)))
      }
      // A path may omit the keyword for a step into a set or the content of an instance.
      guard let inner = parts.content else { break }
      place = Place(
        node: parts.node(at: inner), step: child(of: place.step, inner, parts.component(at: inner)))
    }
    let names = DocumentParts(place.node).names
    let question = nearestName(to: name, among: names.prefix(1000)).map { "Did you mean “\($0)”? " } ?? ""
    let way = walk.next == 0 ? "the root" : "“\(walk.names[..<walk.next].suffix(8).joined(separator: "."))”"
    throw ArchiveError(
      .invalidValue, expected: "a path from the root, such as “a.b.0”",
      found:
        "“\(walk.text)”, but \(way) is \(place.node.kindDescription) without a part “\(name.prefix(80))”",
      path: path(of: aliases[walk.alias].step),
      advice: .other(
        question
          + (names.isEmpty
            ? "It has no parts."
            : "It has \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? " …" : ".")")))
  }

  private mutating func position(of name: String, _ parts: DocumentParts, _ step: Int) -> Int? {
    guard parts.isNamed, parts.count > 8 else { return parts.position(of: name) }
    if steps[step].positions == nil { steps[step].positions = parts.positions }
    return steps[step].positions?[ExactName(name)]
  }
}

extension ArchiveNode {
  /// Whether the node represents `nil` in a document.
  fileprivate var saysNull: Bool {
    guard case .dictionary(let entries) = self else { return isNull }
    return entries.first?.key == .string(NotationWord.null.rawValue)
  }
}
