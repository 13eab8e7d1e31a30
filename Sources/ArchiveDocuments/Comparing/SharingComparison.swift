internal import ArchiveNodes

/// Compares how two nodes with the same content share their objects: one object on one side is one object on the other.
struct SharingComparison {
  private typealias Held = ContentClasses.Held
  private let classes: ContentClasses
  /// The part that each part of one side met on the other.
  private var rightOfLeft: [Int: Int] = [:]
  private var leftOfRight: [Int: Int] = [:]
  private var open: [(left: Held, right: Held)] = []

  static func areSame(_ left: ArchiveNode, _ right: ArchiveNode) -> Bool {
    let classes = ContentClasses(left, right)
    guard classes.areSame(classes.roots.left, classes.roots.right) else { return false }
    var comparison = SharingComparison(classes: classes, open: [classes.roots])
    return comparison.areSame()
  }

  private init(classes: ContentClasses, open: [(left: Held, right: Held)]) {
    (self.classes, self.open) = (classes, open)
  }

  private mutating func areSame() -> Bool {
    while let next = open.popLast() {
      guard case (.part(let left), .part(let right)) = next else { continue }
      if classes.parts[left].isObject || classes.parts[right].isObject {
        if rightOfLeft[left] != nil || leftOfRight[right] != nil {
          guard rightOfLeft[left] == right, leftOfRight[right] == left else { return false }
          continue
        }
        (rightOfLeft[left], leftOfRight[right]) = (right, left)
      }
      pair(left, right)
    }
    return true
  }

  /// Adds what two parts hold. In a set or a dictionary, what has the same content is paired: with what it met before, or
  /// else in order.
  private mutating func pair(_ left: Int, _ right: Int) {
    let (one, other) = (classes.parts[left].ordered, classes.parts[right].ordered)
    let size: Int
    switch classes.parts[left].kind {
    case .array, .record, .instance:
      open += zip(one, other).map { ($0, $1) }
      return
    case .set: size = 1
    case .dictionary: size = 2
    }
    func units(_ held: [Held]) -> [[Held]] {
      stride(from: 0, to: held.count, by: size).map { Array(held[$0..<($0 + size)]) }
    }
    var candidates = Dictionary(grouping: units(other)) { $0.map(classes.number) }
    for unit in units(one) {
      let content = unit.map(classes.number)
      guard let group = candidates[content], !group.isEmpty else { continue }
      let position = group.firstIndex { hasMet(unit[0], $0[0]) } ?? group.firstIndex { isNew($0[0]) } ?? 0
      open += zip(unit, group[position]).map { ($0, $1) }
      candidates[content]?.remove(at: position)
    }
  }

  private func hasMet(_ left: Held, _ right: Held) -> Bool {
    if case (.part(let left), .part(let right)) = (left, right) { rightOfLeft[left] == right } else { false }
  }

  private func isNew(_ held: Held) -> Bool {
    if case .part(let part) = held { leftOfRight[part] == nil } else { true }
  }
}
