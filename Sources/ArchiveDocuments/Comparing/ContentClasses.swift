internal import ArchiveBytes
internal import ArchiveNodes

/// Numbers the parts of nodes, collections and records, by content. Two parts have the same number if they have the
/// same content, however their objects are shared, numbered and nested in themselves.
///
/// This is the refinement of a partition. Parts of the same kind, class and size begin with the same number. Parts
/// with one number are divided as long as the numbers of their contents differ; then the parts that contain a divided
/// part are examined again. The largest division keeps its number, so a part changes its own a logarithmic number of
/// times. The algorithm does not backtrack or recurse.
struct ContentClasses {
  /// The properties of a part, without its contents.
  private struct Head: Hashable {
    let kind: Kind
    let count: Int
    let classes: [String]
    var className = ""
    var caseName: String?
    var version = 0
    /// The names of the fields, in alphabetical order.
    var names: [String] = []
  }

  enum Kind: UInt8 {
    case array, set, dictionary, record
    /// Another part, of classes that are not the usual ones.
    case instance
  }

  private struct Leaf: Hashable {
    let node: ArchiveNode
    let classes: [String]
  }

  struct Part {
    var kind = Kind.array
    /// The contents: keys and values alternately for a dictionary.
    var held: [Held] = []
    /// The positions of the fields of a record, in the order of their names.
    var order: [Int] = []

    /// The contents. The order is the same for the same content, except in sets and dictionaries.
    var ordered: [Held] { kind == .record ? order.map { held[$0] } : held }
  }

  /// One content of a part: another part by its position, or a value without parts by its number.
  enum Held: Hashable {
    case part(Int)
    case leaf(Int)
  }

  private(set) var parts: [Part] = []
  /// The number of each part.
  private(set) var numbers: [Int] = []
  private var places: [NodePlace] = []
  private var objects: [ObjectIdentity: Int] = [:]
  private var leaves: [Leaf: Int] = [:]
  private var heads: [Head: Int] = [:]

  /// The two nodes, in the form of a part's contents.
  private(set) var roots: (left: Held, right: Held) = (.leaf(0), .leaf(0))

  /// Numbers the parts of two nodes.
  init(_ left: ArchiveNode, _ right: ArchiveNode) {
    roots = (hold(left, in: nil), hold(right, in: nil))
    while parts.count > numbers.count { open(numbers.count) }
    refine()
    places = []
  }

  func areSame(_ left: Held, _ right: Held) -> Bool { number(left) == number(right) }

  /// Returns the number that identifies the content: equal for equal content, and different for any other.
  func number(_ held: Held) -> Int {
    switch held {
    case .part(let part): numbers[part]
    case .leaf(let number): ~number
    }
  }

  /// Returns the contents of a collection or a record.
  func contents(of held: Held) -> [Held] {
    guard case .part(let part) = held else { return [] }
    return parts[part].kind == .instance ? contents(of: parts[part].held[0]) : parts[part].held
  }

  // MARK: Parts

  private mutating func hold(_ node: ArchiveNode, in table: [ArchiveNode]?) -> Held {
    if node.isLeaf { return leaf(Leaf(node: node, classes: [])) }
    let place = NodePlace(node, in: table)
    if case .reference(let number) = place.content {
      // Outside a graph, only the number is known. All references known to lead nowhere are the same.
      let isNowhere = place.objects != nil || number < 0
      return leaf(Leaf(node: .reference(isNowhere ? -1 : number), classes: place.unusualClasses))
    }
    if place.content.isLeaf { return leaf(Leaf(node: place.content, classes: place.unusualClasses)) }
    var part = place.identity.flatMap { objects[$0] }
    if part == nil {
      if let object = place.identity { objects[object] = parts.count }
      part = append(Part(), place)
    }
    guard let part, !place.unusualClasses.isEmpty else { return .part(part ?? 0) }
    // Classes belong to the place, because another place may refer to the same object without them.
    return .part(append(Part(kind: .instance, held: [.part(part)]), place))
  }

  private mutating func append(_ part: Part, _ place: NodePlace) -> Int {
    parts.append(part)
    places.append(place)
    return parts.count - 1
  }

  private mutating func leaf(_ leaf: Leaf) -> Held {
    if let known = leaves[leaf] { return .leaf(known) }
    leaves[leaf] = leaves.count
    return .leaf(leaves.count - 1)
  }

  /// Adds the contents of a part, and gives it its first number.
  private mutating func open(_ part: Int) {
    let place = places[part]
    if parts[part].kind == .instance {
      let head = Head(kind: .instance, count: 1, classes: place.unusualClasses)
      return numbers.append(number(of: head))
    }
    let held = place.content.heldNodes
    let kind: Kind
    var record: ArchiveNode.Fields?
    switch place.content {
    case .set: kind = .set
    case .dictionary: kind = .dictionary
    case .record(let fields): (record, kind) = (fields, .record)
    default: kind = .array
    }
    var head = Head(kind: kind, count: held.count, classes: [])
    if let record {
      let order = record.names.indices.sorted { record.names[$0].isBefore(record.names[$1]) }
      (head.className, head.caseName, head.version) = (record.className, record.caseName, record.version)
      head.names = order.map { record.names[$0] }
      parts[part].order = order
    }
    numbers.append(number(of: head))
    parts[part].kind = kind
    for node in held {
      let inside = hold(node, in: place.objects)
      parts[part].held.append(inside)
    }
  }

  private mutating func number(of head: Head) -> Int {
    if let known = heads[head] { return known }
    heads[head] = heads.count
    return heads.count - 1
  }

  // MARK: Numbers

  private mutating func refine() {
    var holders: [[Int]] = Array(repeating: [], count: parts.count)
    for (position, part) in parts.enumerated() {
      for case .part(let inside) in part.held { holders[inside].append(position) }
    }
    /// The parts of each number, including some that have another number by now, and the count of parts with that
    /// number.
    var members = Dictionary(grouping: parts.indices) { numbers[$0] }
    var counts = members.mapValues(\.count)
    var next = heads.count
    var changed: [Int] = Array(parts.indices)
    while !changed.isEmpty {
      var moved: [Int] = []
      for (number, affected) in Dictionary(grouping: changed, by: { numbers[$0] }) {
        var groups = Array(Dictionary(grouping: affected, by: signature).values)
        // The other parts contain nothing with a new number, so they differ from all of these.
        let restCount = (counts[number] ?? 0) - affected.count
        groups.sort { $0.count < $1.count }
        if restCount < groups[groups.count - 1].count {
          let kept = groups.removeLast()
          if restCount > 0 {
            let others = Set(affected)
            groups.append((members[number] ?? []).filter { numbers[$0] == number && !others.contains($0) })
          }
          members[number] = kept
        }
        for group in groups {
          for part in group { numbers[part] = next }
          (members[next], counts[next]) = (group, group.count)
          counts[number, default: 0] -= group.count
          next += 1
          moved += group
        }
      }
      changed = Array(Set(moved.flatMap { holders[$0] }))
    }
  }

  /// Returns the numbers of a part's contents, sorted if their order has no meaning.
  private func signature(_ part: Int) -> [Int] {
    let numbers = parts[part].ordered.map(number)
    switch parts[part].kind {
    case .array, .record, .instance: return numbers
    case .set: return numbers.sorted()
    case .dictionary:
      let pairs = stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
      return pairs.sorted { $0 < $1 }.flatMap { [$0.0, $0.1] }
    }
  }
}

extension String {
  /// An order that puts names next to each other if Swift calls them equal.
  fileprivate func isBefore(_ other: String) -> Bool {
    self == other ? utf8.lexicographicallyPrecedes(other.utf8) : self < other
  }
}
