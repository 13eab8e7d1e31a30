internal import ArchiveBytes
public import ArchiveNodes

/// Numbers the parts of nodes by content: collections, records and leaves. Two parts have the same number if they have
/// the same content, however their objects are shared, numbered and nested in themselves.
///
/// This is the refinement of a partition. Parts of the same kind, class and size begin with the same number. Parts
/// with one number are divided as long as the numbers of their contents differ; then the parts that contain a divided
/// part are examined again. The largest division keeps its number, so a part changes its own a logarithmic number of
/// times. The algorithm does not backtrack or recurse.
struct ContentClasses {
  /// The properties of a part, without its contents.
  private struct Head: Hashable {
    var kind: Kind
    let count: Int
    let classes: [String]
    var className = ""
    var caseName: String?
    var version = 0
    /// The names of the fields, in alphabetical order.
    var names: [String] = []
  }

  enum Kind: UInt8 {
    case leaf, array, set, dictionary, record
    /// Another part, of classes that are not the usual ones.
    case instance
  }

  private struct Leaf: Hashable {
    let node: ArchiveNode
    let classes: [String]
  }

  struct Part {
    var kind: Kind
    /// The contents, by their positions among the parts: keys and values alternately for a dictionary.
    var held: [Int] = []
    /// The positions of the fields of a record, in the order of their names.
    var order: [Int] = []

    /// The contents. The order is the same for the same content, except in sets and dictionaries.
    var ordered: [Int] { kind == .record ? order.map { held[$0] } : held }
  }

  /// The parts. Equal leaves are one part.
  private(set) var parts: [Part] = []
  /// The number of each part.
  private(set) var numbers: [Int] = []
  private var places: [NodePlace] = []
  private var objects: [ObjectIdentity: Int] = [:]
  private var leaves: [Leaf: Int] = [:]
  private var heads: [Head: Int] = [:]

  /// The two nodes, by their positions among the parts.
  private(set) var roots = (left: 0, right: 0)

  /// Numbers the parts of two nodes.
  init(_ left: ArchiveNode, _ right: ArchiveNode) {
    roots = (hold(left, in: nil), hold(right, in: nil))
    while parts.count > numbers.count { open(numbers.count) }
    refine()
    places = []
  }

  func areSame(_ left: Int, _ right: Int) -> Bool { numbers[left] == numbers[right] }

  /// Returns the contents of a collection or a record.
  func contents(of part: Int) -> [Int] {
    parts[part].kind == .instance ? contents(of: parts[part].held[0]) : parts[part].held
  }

  // MARK: Parts

  private mutating func hold(_ node: ArchiveNode, in table: [ArchiveNode]?) -> Int {
    let place = NodePlace(node, in: table)
    var content = place.content
    if case .reference(let number) = content {
      // Outside a graph, only the number is known. All references known to lead nowhere are the same.
      content = .reference(place.objects != nil || number < 0 ? -1 : number)
    }
    if content.isLeaf || place.isMissing {
      let leaf = Leaf(node: content, classes: place.unusualClasses)
      if let known = leaves[leaf] { return known }
      leaves[leaf] = parts.count
      return append(Part(kind: .leaf), place)
    }
    var part = place.identity.flatMap { objects[$0] }
    if part == nil {
      if let object = place.identity { objects[object] = parts.count }
      part = append(Part(kind: .array), place)
    }
    guard let part, !place.unusualClasses.isEmpty else { return part ?? 0 }
    // Classes belong to the place, because another place may refer to the same object without them.
    return append(Part(kind: .instance, held: [part]), place)
  }

  private mutating func append(_ part: Part, _ place: NodePlace) -> Int {
    parts.append(part)
    places.append(place)
    return parts.count - 1
  }

  /// Adds the contents of a part, and gives it its first number.
  private mutating func open(_ part: Int) {
    let place = places[part]
    switch parts[part].kind {
    // No other leaf has the same content.
    case .leaf: return numbers.append(-1 - part)
    case .instance:
      return numbers.append(number(of: Head(kind: .instance, count: 1, classes: place.unusualClasses)))
    default: break
    }
    let held = place.content.heldNodes
    var head = Head(kind: .array, count: held.count, classes: [])
    switch place.content {
    case .set: head.kind = .set
    case .dictionary: head.kind = .dictionary
    case .record(let record):
      head.kind = .record
      let order = record.names.indices.sorted { record.names[$0].isBefore(record.names[$1]) }
      (head.className, head.caseName, head.version) = (record.className, record.caseName, record.version)
      head.names = order.map { record.names[$0] }
      parts[part].order = order
    default: break
    }
    numbers.append(number(of: head))
    parts[part].kind = head.kind
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
      for inside in part.held where parts[inside].kind != .leaf { holders[inside].append(position) }
    }
    var changed = parts.indices.filter { parts[$0].kind != .leaf }
    /// The parts of each number, including some that have another number by now, and the count of parts with that
    /// number.
    var members = Dictionary(grouping: changed) { numbers[$0] }
    var counts = members.mapValues(\.count)
    var next = heads.count
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
    let numbers = parts[part].ordered.map { self.numbers[$0] }
    switch parts[part].kind {
    case .leaf, .array, .record, .instance: return numbers
    case .set: return numbers.sorted()
    case .dictionary:
      let pairs = stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
      return pairs.sorted { $0 < $1 }.flatMap { [$0.0, $0.1] }
    }
  }

  // MARK: Sharing

  /// Returns the part at each place of a node, identified by the number of parts that come before its first place.
  /// Two nodes with the same content have the same numbers if they share their objects in the same way.
  func sharing(of root: Int) -> [Int] {
    var met: [Int: Int] = [:]
    var places: [Int] = []
    var open = [root]
    while let part = open.popLast() {
      // Leaves have no identity.
      if parts[part].kind == .leaf { continue }
      places.append(met[part] ?? met.count)
      guard met[part] == nil else { continue }
      met[part] = met.count
      open += inOrder(part, met).reversed()
    }
    return places
  }

  /// Returns the contents of a part. Contents without an order, in a set or a dictionary, are ordered by their
  /// content, and then by the places where they were met.
  private func inOrder(_ part: Int, _ met: [Int: Int]) -> [Int] {
    let held = parts[part].ordered
    let size: Int
    switch parts[part].kind {
    case .leaf, .array, .record, .instance: return held
    case .set: size = 1
    case .dictionary: size = 2
    }
    let units = stride(from: 0, to: held.count, by: size).map { start in
      let unit = held[start..<(start + size)]
      let places = unit.map { parts[$0].kind == .leaf ? 0 : met[$0] ?? .max }
      return (unit: unit, order: unit.map { numbers[$0] } + places)
    }
    return units.sorted { $0.order.lexicographicallyPrecedes($1.order) }.flatMap(\.unit)
  }
}

extension String {
  /// An order that puts names next to each other if Swift calls them equal.
  fileprivate func isBefore(_ other: String) -> Bool {
    self == other ? utf8.lexicographicallyPrecedes(other.utf8) : self < other
  }
}

extension ArchiveNode {
  /// Returns whether two nodes represent the same content.
  ///
  /// The comparison follows references. A graph has the content of the tree that it expands to, and two graphs have
  /// the same content if they look the same from their roots, however their objects are numbered and shared.
  /// ``hasSameSharing(as:)`` also compares the sharing, and `==` compares the structure of the nodes.
  ///
  /// - Arrays are compared in order; sets, dictionaries and the fields of records in any order.
  /// - Numbers are the same if they have the same kind and the same bits: NaN is the same as itself, 0 and -0 differ, and
  ///   so do `3` and `3.0`. Dates are compared in the same way.
  /// - The class name of an ``instance(_:_:)`` counts, unless it is the default class: an `NSMutableArray` differs from
  ///   an array, an `NSArray` does not. For records, class name, case and version count.
  /// - References that lead nowhere are the same. Outside graphs, targets are unknown, and references are the same if
  ///   they have the same number.
  ///
  /// - Complexity: O(*n* log *n*) in the size of both, at any depth, including cycles.
  public func hasSameContent(as other: ArchiveNode) -> Bool {
    if let areSame = Self.areSameLeaves(self, other) { return areSame }
    let classes = ContentClasses(self, other)
    return classes.areSame(classes.roots.left, classes.roots.right)
  }

  /// Returns whether two nodes have the same content and share objects in the same way: an object at several places of
  /// one node is a single object at the same places of the other.
  ///
  /// The numbers of objects are not compared. At a single place, an object and the same content inline are equal.
  /// Numbers, strings and other leaves have no identity. For equal elements of a set, the possible assignments are
  /// not tried.
  ///
  /// - Complexity: The same as ``hasSameContent(as:)``.
  public func hasSameSharing(as other: ArchiveNode) -> Bool {
    let classes = ContentClasses(self, other)
    let (left, right) = classes.roots
    return classes.areSame(left, right) && classes.sharing(of: left) == classes.sharing(of: right)
  }
}
