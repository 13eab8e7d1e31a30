internal import ArchiveBytes
internal import ArchiveNodes

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
