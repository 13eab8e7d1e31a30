internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// The parts of a node in a document, by position and by the names that paths use for them.
///
/// The parts of a dictionary are its keys, at even positions, and its values, at odd ones.
struct DocumentParts {
  private let node: ArchiveNode

  init(_ node: ArchiveNode) { self.node = node }

  /// The number of positions.
  var count: Int {
    switch node {
    case .array(let elements), .set(let elements): elements.count
    case .dictionary(let entries): 2 * entries.count
    case .record(let fields): fields.names.count
    case .instance: 1
    default: 0
    }
  }

  func node(at index: Int) -> ArchiveNode {
    switch node {
    case .array(let elements), .set(let elements): elements[index]
    case .dictionary(let entries): index % 2 == 0 ? entries[index / 2].key : entries[index / 2].value
    case .record(let fields): fields.node(named: fields.names[index], near: index) ?? .null
    case .instance(_, let content): content
    default: .null
    }
  }

  func component(at index: Int) -> ArchiveError.PathComponent {
    switch node {
    case .dictionary(let entries):
      if case .string(let key) = entries[index / 2].key { .field(key) } else { .index(index / 2) }
    case .record(let fields): .field(fields.names[index])
    case .instance: .field(NotationWord.value.rawValue)
    default: .index(index)
    }
  }

  // MARK: Names

  /// Whether the parts have names besides their positions.
  var isNamed: Bool {
    switch node {
    case .dictionary, .record: true
    default: false
    }
  }

  var names: [String] {
    switch node {
    case .dictionary(let entries): entries.names
    case .record(let fields): fields.names
    default: []
    }
  }

  /// The positions of all named parts.
  var positions: [ExactName: Int] {
    switch node {
    case .dictionary(let entries):
      Dictionary(
        entries.enumerated().compactMap { position, entry in
          guard case .string(let key) = entry.key else { return nil }
          return (ExactName(key), 2 * position + 1)
        }, uniquingKeysWith: { first, _ in first })
    case .record(let fields):
      Dictionary(zip(fields.names.map(ExactName.init), 0...), uniquingKeysWith: { first, _ in first })
    default: [:]
    }
  }

  /// Returns the position of the part with a name in paths.
  func position(of name: String) -> Int? {
    switch node {
    case .array(let elements), .set(let elements):
      // Only the canonical form of a number, not “01” or “+1”.
      guard let index = Int(name), elements.indices.contains(index), "\(index)" == name else { return nil }
      return index
    case .dictionary(let entries):
      return entries.firstIndex { entry in
        if case .string(let key) = entry.key { key.hasSameBytes(as: name) } else { false }
      }.map { 2 * $0 + 1 }
    case .record(let fields): return fields.names.firstIndex { $0.hasSameBytes(as: name) }
    default: return nil
    }
  }

  /// The position of the part that represents the whole: the elements of a set in notation, the content of an
  /// instance, the content of an `$object`.
  var content: Int? {
    if case .instance = node { return 0 }
    return position(of: NotationWord.set.rawValue) ?? position(of: NotationWord.value.rawValue)
      ?? position(of: NotationWord.object.rawValue)
  }
}

extension [ArchiveNode.Entry] {
  /// The keys that are strings.
  var names: [String] {
    compactMap { entry in
      guard case .string(let key) = entry.key else { return nil }
      return key
    }
  }

  /// The keys, if they can be field names: all are strings, and no two are equal. Otherwise `nil`.
  var fieldNames: [String]? {
    let names = names
    return names.count == count && names.areDistinct ? names : nil
  }
}
