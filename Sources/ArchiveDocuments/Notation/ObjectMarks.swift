internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// Where a node of a document stands, as far as a keyed archive makes an object of it there.
enum ObjectPlace {
  /// At the root, and in a collection, where everything is an object.
  case element
  /// In a record, whose numbers stand in it.
  case field
  /// In a value of a property list, where collections and what is in them are none.
  case plain
}

/// A value of which equal ones are one object in a keyed archive.
enum PooledValue: Hashable {
  case null
  case nullObject
  case bool(Bool)
  case integer(UInt64, isSigned: Bool)
  case float(UInt32)
  case double(UInt64)
  case string(ExactText)

  init?(_ node: ArchiveNode) {
    switch node {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(UInt64(bitPattern: value), isSigned: true)
    case .unsigned(let value): self = .integer(value, isSigned: false)
    case .float(let value): self = .float(value.bitPattern)
    case .double(let value): self = .double(value.bitPattern)
    case .string(let value): self = .string(ExactText(text: value))
    case .record(let fields) where fields.isUsualNull: self = .nullObject
    default: return nil
    }
  }
}

/// A text that is equal to those of the same bytes alone. Swift's own strings are equal also when they only look alike.
struct ExactText: Hashable {
  let text: String

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// What a document has to say of the objects of a graph so that they are the same objects in a keyed archive of it.
struct ObjectMarks {
  /// The objects that are equal to others, from which they would not be told apart.
  private var equal: Set<Int> = []

  init() {}

  /// - Parameter counts: How often each object is referred to.
  init(_ objects: [ArchiveNode], counts: [Int]) {
    var first: [PooledValue: Int] = [:]
    for (number, object) in objects.enumerated() where counts[number] > 0 {
      guard let value = PooledValue(object) else { continue }
      if let known = first.updateValue(number, forKey: value) { equal.formUnion([known, number]) }
    }
  }

  /// Whether an object has to be told from others that are equal.
  func isOneOfMany(_ number: Int) -> Bool { equal.contains(number) }

  /// Whether an object that is written at the only place that leads to it would not be one there.
  static func needsWord(_ object: ArchiveNode, at place: ObjectPlace) -> Bool {
    switch object {
    case .null, .instance(KeyedNodes.plain, _): true
    case .string, .date, .data, .array, .dictionary: place == .plain
    case .instance(_, let content) where content.isNumber: place != .element
    default: object.isNumber && place != .element
    }
  }
}
