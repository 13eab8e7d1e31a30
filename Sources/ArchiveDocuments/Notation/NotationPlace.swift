internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// A place of a document that an alias is at, or that the path of one leads to or through.
final class NotationPlace {
  let node: ArchiveNode
  private unowned let parent: NotationPlace?
  private let component: ArchiveError.PathComponent?
  private var children: [Int: NotationPlace] = [:]
  /// The positions of the parts, by name.
  private lazy var positions = Dictionary(
    names.enumerated().map { (ExactName($1), $0) }, uniquingKeysWith: { first, _ in first })
  /// The path of the alias at this place.
  var alias: String?
  /// Whether the path of the alias is being followed, and where it leads to.
  var isFollowed = false
  var target: NotationPlace?
  /// The number of the object at this place, if aliases refer to it.
  var object: Int?

  init(_ node: ArchiveNode, _ component: ArchiveError.PathComponent? = nil, in parent: NotationPlace? = nil) {
    (self.node, self.component, self.parent) = (node, component, parent)
  }

  /// The path from the root.
  var path: [ArchiveError.PathComponent] {
    var (path, place): ([ArchiveError.PathComponent], NotationPlace?) = ([], self)
    while let next = place {
      if let component = next.component { path.append(component) }
      place = next.parent
    }
    return path.reversed()
  }

  /// The object that stands at this place: the target of its alias, or the one that aliases refer to.
  var reference: Int? { alias == nil ? object : target?.object }

  /// Returns a part, if it or something inside it is the place of an alias or on its path.
  func known(_ index: Int) -> NotationPlace? { children[index] }

  /// Returns a part.
  func child(_ index: Int) -> NotationPlace {
    if let known = children[index] { return known }
    let (component, part): (ArchiveError.PathComponent, ArchiveNode) =
      switch node {
      case .array(let elements), .set(let elements): (.index(index), elements[index])
      case .dictionary(let entries):
        (entries[index].key.stringValue.map { .field($0) } ?? .index(index), entries[index].value)
      case .record(let fields): (.field(fields.names[index]), fields.values[index])
      case .instance(_, let content): (.field(NotationWord.value.rawValue), content)
      default: preconditionFailure("a leaf has no parts")
      }
    let child = NotationPlace(part, component, in: self)
    children[index] = child
    return child
  }

  /// Returns the part with the name that paths have for it.
  func child(named name: String) -> NotationPlace? {
    guard case .array(let elements) = node.withoutSet else { return positions[ExactName(name)].map(child) }
    // Only the canonical form of a number, not “01” or “+1”.
    guard let index = Int(name), elements.indices.contains(index), "\(index)" == name else { return nil }
    return child(index)
  }

  /// The part that represents the whole, whose keyword a path may omit: the elements of a set, the content of an instance or
  /// of an `$object`.
  var content: NotationPlace? {
    if case .instance = node { return child(0) }
    let words: [NotationWord] = [.set, .value, .object]
    return words.lazy.compactMap { self.child(named: $0.rawValue) }.first
  }

  /// The names of the parts: keys of a dictionary, or fields. A key that is no string has none that a path can say.
  var names: [String] {
    switch node {
    case .dictionary(let entries): entries.map { $0.key.stringValue ?? "\u{0}" }
    case .record(let fields): fields.names
    default: []
    }
  }
}

extension ArchiveNode {
  /// The array of a set's elements; every other node as it is.
  fileprivate var withoutSet: ArchiveNode {
    if case .set(let elements) = self { .array(elements) } else { self }
  }
}

extension [ArchiveNode.Entry] {
  /// The keys, if they can be field names: all are strings, and no two are equal. Otherwise `nil`.
  var fieldNames: [String]? {
    let names = compactMap { if case .string(let key) = $0.key { key } else { nil } }
    return names.count == count && names.areDistinct ? names : nil
  }
}
