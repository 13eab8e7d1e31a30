internal import ArchiveBytes
internal import ArchiveNodes

/// Finds the differences of two nodes, part by part and without recursion.
struct DifferenceSearch {
  typealias Step = ArchiveError.PathComponent

  /// A node of one side, and the step to it from its parent.
  private struct Part {
    let node: ArchiveNode
    let objects: [ArchiveNode]?
    var step: Step?

    var standalone: ArchiveNode { NodePlace(.null, in: objects).standalone(node) ?? node }
  }

  /// The parts at the same place on both sides, or on only one of them.
  private struct Pair {
    let old: Part?
    let new: Part?
    /// The position of the parents in the trails.
    let holder: Int
  }

  private let limit: Int
  private var found: [ArchiveDifference] = []
  /// The pairs to compare; the next one is last.
  private var open: [Pair] = []
  private var met = MetParts()
  private var oldTrail = NodeTrail()
  private var newTrail = NodeTrail()

  init(limit: Int) { self.limit = limit }

  mutating func differences(from old: ArchiveNode, to new: ArchiveNode) -> [ArchiveDifference] {
    open = [Pair(old: Part(node: old, objects: nil), new: Part(node: new, objects: nil), holder: -1)]
    while found.count < limit, let pair = open.popLast() {
      switch (pair.old, pair.new) {
      case (let old?, let new?): compare(old, new, pair)
      case (let old?, nil): report(.removed(old.standalone), pair)
      case (nil, let new?): report(.added(new.standalone), pair)
      case (nil, nil): break
      }
    }
    return found
  }

  private mutating func report(_ kind: ArchiveDifference.Kind, _ pair: Pair) {
    let former = pair.old.map { oldTrail.path(pair.holder, $0.step) }
    let path = pair.new.map { newTrail.path(pair.holder, $0.step) } ?? former ?? ArchiveNodePath()
    found.append(ArchiveDifference(kind: kind, path: path, formerPath: former ?? path))
  }

  private mutating func compare(_ old: Part, _ new: Part, _ pair: Pair) {
    if ArchiveNode.areSameLeaves(old.node, new.node) == true { return }
    let (left, right) = (NodePlace(old.node, in: old.objects), NodePlace(new.node, in: new.objects))
    func changed() { report(.changed(from: old.standalone, to: new.standalone), pair) }
    if left.isMissing && right.isMissing { return }
    if let areSame = ArchiveNode.areSameLeaves(left.content, right.content) {
      guard areSame else { return changed() }
      guard left.unusualClasses != right.unusualClasses else { return }
      let (oldClass, newClass) = (left.classText, right.classText)
      // A number is of no class unless the archive says so.
      return oldClass.isEmpty || newClass.isEmpty || oldClass == newClass
        ? changed() : report(.classChanged(from: oldClass, to: newClass), pair)
    }
    guard left.isComparable(with: right) else { return changed() }
    guard met.join(left, right) else { return }
    let (oldClass, newClass) = (left.classText, right.classText)
    if oldClass != newClass { report(.classChanged(from: oldClass, to: newClass), pair) }
    let holder = oldTrail.append(pair.holder, old.step)
    _ = newTrail.append(pair.holder, new.step)
    open += parts(left, right, holder).reversed()
  }

  // MARK: Parts

  /// Returns the parts of two nodes of the same kind, in the order of the new one.
  private func parts(_ left: NodePlace, _ right: NodePlace, _ holder: Int) -> [Pair] {
    func part(_ place: NodePlace, _ position: Int?) -> Part? {
      position.map {
        let (step, node) = place.part(at: $0)
        return Part(node: node, objects: place.objects, step: step)
      }
    }
    func pairs(_ positions: [(old: Int?, new: Int?)]) -> [Pair] {
      positions.map { Pair(old: part(left, $0.old), new: part(right, $0.new), holder: holder) }
    }
    switch (left.content, right.content) {
    case (.array(let old), .array(let new)):
      let alignment = ArrayAlignment(
        old.map { NodeHash.hash($0, in: left.objects) }, new.map { NodeHash.hash($0, in: right.objects) })
      return pairs(
        alignment.positions { first, second in
          NodePlace(old[first], in: left.objects).likeness(to: NodePlace(new[second], in: right.objects))
        })
    case (.set(let old), .set(let new)):
      return pairs(
        unordered(
          old.map { NodeHash.hash($0, in: left.objects) }, new.map { NodeHash.hash($0, in: right.objects) }
        ) { ArchiveNode.areSame(old[$0], in: left.objects, new[$1], in: right.objects) })
    case (.dictionary(let old), .dictionary(let new)):
      return pairs(
        unordered(
          old.map { NodeHash.hash($0.key, in: left.objects) },
          new.map { NodeHash.hash($0.key, in: right.objects) }
        ) { ArchiveNode.areSame(old[$0].key, in: left.objects, new[$1].key, in: right.objects) })
    case (.record(let old), .record(let new)):
      let known = NamePositions(old.names)
      var taken: Set<Int> = []
      let found = new.names.indices.map { position in
        (known[new.names[position]].flatMap { taken.insert($0).inserted ? $0 : nil }, position)
      }
      return pairs(found + old.names.indices.filter { !taken.contains($0) }.map { ($0, nil) })
    default: return []
    }
  }

  /// Pairs unordered parts by their hashes. Among several with the same hash, it pairs equal ones first, then the
  /// others in order.
  private func unordered(
    _ old: [Int], _ new: [Int], areEqual: (Int, Int) -> Bool
  ) -> [(old: Int?, new: Int?)] {
    /// Larger groups are paired in order.
    let largest = 16
    var candidates = Dictionary(grouping: old.indices) { old[$0] }
    let groups = Dictionary(grouping: new.indices) { new[$0] }
    var partners: [Int?] = Array(repeating: nil, count: new.count)
    for (hash, positions) in groups {
      guard var group = candidates[hash] else { continue }
      if positions.count > 1 || group.count > 1, max(positions.count, group.count) <= largest {
        for position in positions {
          guard let index = group.firstIndex(where: { areEqual($0, position) }) else { continue }
          partners[position] = group.remove(at: index)
        }
      }
      for position in positions where partners[position] == nil && !group.isEmpty {
        partners[position] = group.removeFirst()
      }
      candidates[hash] = group
    }
    return new.indices.map { (partners[$0], $0) }
      + candidates.values.flatMap { $0 }.sorted().map { ($0, nil) }
  }
}

extension NodePlace {
  /// The class, as shown in a difference.
  fileprivate var classText: String {
    var text = unusualClasses
    if case .record(let fields) = content { text.append(NodeText.head(fields)) }
    return text.isEmpty ? content.usualClassName ?? "" : text.joined(separator: " ")
  }

  /// Returns whether differences of the parts are more informative than a difference of the whole.
  fileprivate func isComparable(with other: NodePlace) -> Bool {
    switch (content, other.content) {
    case (.array, .array), (.set, .set), (.dictionary, .dictionary): true
    case (.record(let old), .record(let new)):
      old.caseName == new.caseName
        && (old.className == new.className || !Set(old.names).isDisjoint(with: new.names))
    default: false
    }
  }

  /// Returns how much two different nodes have in common: from 0, nothing, to 1.
  fileprivate func likeness(to other: NodePlace) -> Double {
    guard isComparable(with: other) else { return 0 }
    switch (content, other.content) {
    case (.record(let old), .record(let new)):
      let shared = old.names.count { name in
        guard let first = old[name], let second = new[name] else { return false }
        return NodeHash.hash(first, in: objects, depth: 1)
          == NodeHash.hash(second, in: other.objects, depth: 1)
      }
      return Double(1 + shared) / Double(1 + max(old.names.count, new.names.count))
    default: return 0.5
    }
  }
}
