internal import ArchiveBytes
internal import ArchiveNodes

/// Finds the differences of two nodes, part by part and without recursion.
struct DifferenceSearch {
  typealias Step = ArchiveError.PathComponent

  /// A node of one side, and the step to it from its parent.
  private struct Part {
    let node: ArchiveNode
    let objects: [ArchiveNode]?
    let held: Int
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

  private let classes: ContentClasses
  private let limit: Int
  private var found: [ArchiveDifference] = []
  /// The pairs to compare; the next one is last.
  private var open: [Pair] = []
  /// For each part, another part that it met in the comparison, or itself. If two parts meet again, directly or through
  /// others, they need not be compared again. So a comparison is linear, and ends at objects inside themselves.
  private var partners: [Int]
  private let oldTrail = NodeTrail()
  private let newTrail = NodeTrail()

  init(_ classes: ContentClasses, limit: Int) {
    (self.classes, self.limit) = (classes, limit)
    partners = Array(classes.parts.indices)
  }

  mutating func differences(from old: ArchiveNode, to new: ArchiveNode) -> [ArchiveDifference] {
    open = [
      Pair(
        old: Part(node: old, objects: nil, held: classes.roots.left),
        new: Part(node: new, objects: nil, held: classes.roots.right), holder: -1)
    ]
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
    if classes.areSame(old.held, new.held) { return }
    let (left, right) = (NodePlace(old.node, in: old.objects), NodePlace(new.node, in: new.objects))
    func changed() { report(.changed(from: old.standalone, to: new.standalone), pair) }
    if let areSame = ArchiveNode.areSameLeaves(left.content, right.content) {
      guard areSame else { return changed() }
      guard left.unusualClasses != right.unusualClasses else { return }
      let (oldClass, newClass) = (left.classText, right.classText)
      // A number has no class unless the archive names one.
      return oldClass.isEmpty || newClass.isEmpty || oldClass == newClass
        ? changed() : report(.classChanged(from: oldClass, to: newClass), pair)
    }
    guard left.isComparable(with: right) else { return changed() }
    // Every cycle contains an object. On the other side the object may be at another place, so inline parts count
    // too.
    if left.identity != nil || right.identity != nil, !meet(old.held, new.held) { return }
    let (oldClass, newClass) = (left.classText, right.classText)
    if oldClass != newClass { report(.classChanged(from: oldClass, to: newClass), pair) }
    let holder = oldTrail.append(pair.holder, old.step)
    _ = newTrail.append(pair.holder, new.step)
    open += parts(left, right, classes.contents(of: old.held), classes.contents(of: new.held), holder)
      .reversed()
  }

  /// Records that two parts meet.
  ///
  /// - Returns: Whether they must be compared.
  private mutating func meet(_ left: Int, _ right: Int) -> Bool {
    let (first, second) = (representative(of: left), representative(of: right))
    partners[first] = second
    return first != second
  }

  private mutating func representative(of part: Int) -> Int {
    var part = part
    while partners[part] != part {
      partners[part] = partners[partners[part]]
      part = partners[part]
    }
    return part
  }

  // MARK: Parts

  /// Returns the parts of two nodes of the same kind, in the order of the new one.
  private func parts(
    _ left: NodePlace, _ right: NodePlace, _ oldContents: [Int], _ newContents: [Int], _ holder: Int
  ) -> [Pair] {
    func part(_ place: NodePlace, _ held: [Int], _ position: Int) -> Part {
      let (step, node) = place.part(at: position)
      // A dictionary also contains its keys.
      let number = held.count > place.partCount ? 2 * position + 1 : position
      return Part(node: node, objects: place.objects, held: held[number], step: step)
    }
    func pairs(_ positions: [(old: Int?, new: Int?)]) -> [Pair] {
      positions.map { old, new in
        Pair(
          old: old.map { part(left, oldContents, $0) }, new: new.map { part(right, newContents, $0) },
          holder: holder)
      }
    }
    let (old, new) = (oldContents.map { classes.numbers[$0] }, newContents.map { classes.numbers[$0] })
    switch (left.content, right.content) {
    case (.array, .array):
      return pairs(
        ArrayAlignment(old: old, new: new).positions {
          likeness(part(left, oldContents, $0), part(right, newContents, $1))
        })
    case (.set, .set): return pairs(unordered(old, new))
    case (.dictionary, .dictionary):
      func keys(_ numbers: [Int]) -> [Int] { stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] } }
      return pairs(unordered(keys(old), keys(new)))
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

  /// Pairs unordered parts that have equal content or equal keys.
  private func unordered(_ old: [Int], _ new: [Int]) -> [(old: Int?, new: Int?)] {
    var candidates = Dictionary(grouping: old.indices.reversed()) { old[$0] }
    let pairs = new.indices.map { (candidates[new[$0]]?.popLast() ?? nil, $0) }
    return pairs + candidates.values.flatMap { $0 }.sorted().map { ($0, nil) }
  }

  /// Returns how much two different nodes have in common: from 0, nothing, to 1.
  private func likeness(_ old: Part, _ new: Part) -> Double {
    let (left, right) = (NodePlace(old.node, in: old.objects), NodePlace(new.node, in: new.objects))
    guard left.isComparable(with: right) else { return 0 }
    guard case (.record(let one), .record(let other)) = (left.content, right.content) else { return 0.5 }
    let (first, second) = (classes.contents(of: old.held), classes.contents(of: new.held))
    let shared = one.names.indices.count { position in
      other.names.position(ofName: one.names[position]).map { classes.areSame(first[position], second[$0]) }
        ?? false
    }
    return Double(1 + shared) / Double(1 + max(one.names.count, other.names.count))
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
}
