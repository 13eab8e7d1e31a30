internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// The parts of a node of a document, by their positions, and by the names that a path has for them.
///
/// Those of a dictionary are its values, at odd positions, and its keys, at even ones.
struct DocumentParts {
  private let node: ArchiveNode

  init(_ node: ArchiveNode) { self.node = node }

  /// How many positions there are.
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

  /// Whether the parts have names, and not positions alone.
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

  /// The positions of all parts that have names.
  var positions: [String: Int] {
    switch node {
    case .dictionary(let entries):
      Dictionary(
        entries.enumerated().compactMap { position, entry in
          guard case .string(let key) = entry.key else { return nil }
          return (key, 2 * position + 1)
        }, uniquingKeysWith: { first, _ in first })
    case .record(let fields): Dictionary(uniqueKeysWithValues: zip(fields.names, 0...))
    default: [:]
    }
  }

  /// The position of the part that a path calls so.
  func position(of name: String) -> Int? {
    switch node {
    case .array(let elements), .set(let elements):
      // As a number is written, so not “01” or “+1”.
      guard let index = Int(name), elements.indices.contains(index), "\(index)" == name else { return nil }
      return index
    case .dictionary(let entries):
      return entries.firstIndex { $0.key == .string(name) }.map { 2 * $0 + 1 }
    case .record(let fields): return fields.names.firstIndex(of: name)
    default: return nil
    }
  }

  /// The position of what stands for the whole: the elements of a set that is in notation, the content of an instance, an
  /// object of its own.
  var content: Int? {
    if case .instance = node { return 0 }
    return position(of: NotationWord.set.rawValue) ?? position(of: NotationWord.value.rawValue)
      ?? position(of: NotationWord.object.rawValue)
  }
}

extension [ArchiveNode.Entry] {
  /// The keys that are texts.
  var names: [String] {
    compactMap { entry in
      guard case .string(let key) = entry.key else { return nil }
      return key
    }
  }

  /// The keys when they can be the names of fields: all are texts, and no two are the same; otherwise `nil`.
  var fieldNames: [String]? {
    let names = names
    return names.count == count && Set(names).count == count ? names : nil
  }
}
