internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// The place of a node in a document, which determines whether a keyed archive stores the node as an object.
enum ObjectPlace {
  /// At the root or in a collection, where everything is an object.
  case element
  /// In a record, which stores numbers inline.
  case field
  /// In a property list value, where collections and their contents are not objects.
  case plain
}

/// A value that a keyed archive stores once, together with all equal values.
enum PooledValue: Hashable {
  /// Texts with the same code points, not only the same characters.
  case text(ExactName)
  /// `nil`, a number, or `NSNull`.
  case other(ArchiveNode)

  init?(_ node: ArchiveNode) {
    switch node {
    case .string(let value): self = .text(ExactName(value))
    case .null, .bool, .integer, .unsigned, .float, .double: self = .other(node)
    case .record(let fields) where fields.isUsualNull: self = .other(node)
    default: return nil
    }
  }
}

/// The objects of a graph that a document must mark, so that a keyed archive made from it has the same objects.
enum ObjectMarks {
  /// Returns the numbers of the objects that equal other objects, and would become one object with them.
  ///
  /// - Parameter counts: The number of references to each object.
  static func equal(_ objects: [ArchiveNode], counts: [Int]) -> Set<Int> {
    var (first, equal): ([PooledValue: Int], Set<Int>) = ([:], [])
    for (number, object) in objects.enumerated() where counts[number] > 0 {
      guard let value = PooledValue(object) else { continue }
      if let known = first.updateValue(number, forKey: value) { equal.formUnion([known, number]) }
    }
    return equal
  }

  /// Returns whether an object, written at its only place, would not be read as an object there.
  static func needsWord(_ object: ArchiveNode, at place: ObjectPlace) -> Bool {
    switch object {
    case .null, .instance(.plain, _): true
    case .string, .date, .data, .array, .dictionary, .instance(.brokenText, _): place == .plain
    case .instance(_, let content) where content.isNumber: place != .element
    default: object.isNumber && place != .element
    }
  }
}
