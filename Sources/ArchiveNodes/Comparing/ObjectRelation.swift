/// What is assumed of the objects of two graphs while they are compared.
///
/// Two objects are taken for equal before their parts are compared, so that cycles end and shared objects are compared
/// once. What turns out wrong is taken back.
protocol ObjectRelation {
  /// Takes what is at two places for equal.
  ///
  /// - Returns: Whether their parts have to be compared; `nil` when they cannot be equal.
  mutating func relate(_ left: NodePlace, _ right: NodePlace) -> Bool?
  /// How many assumptions were made.
  var count: Int { get }
  /// Takes back all assumptions but the first `count`.
  mutating func undo(to count: Int)
  /// Whether objects that were found to differ do so under all other assumptions.
  static var isFinal: Bool { get }
}

/// Objects of equal content, whichever they are.
///
/// Equality is transitive: when a is taken for b, and b for c, then a and c need no comparison of their own. So there
/// are fewer assumptions than objects, and a comparison is linear in the size of both graphs.
struct SameContent: ObjectRelation {
  private var numbers: [ObjectIdentity: Int] = [:]
  /// Of each object another one that it was taken for, or itself.
  private var parents: [Int] = []
  private var ranks: [UInt8] = []
  /// The objects that were taken for another, in this order, and whether the other's rank rose.
  private var trail: [(child: Int, hasGrown: Bool)] = []

  /// Too much is only ever assumed to be equal.
  static var isFinal: Bool { true }
  var count: Int { trail.count }

  private mutating func representative(of identity: ObjectIdentity) -> Int {
    guard var number = numbers[identity] else {
      numbers[identity] = parents.count
      parents.append(parents.count)
      ranks.append(0)
      return parents.count - 1
    }
    // Ranks keep this short; shortening it further could not be taken back.
    while parents[number] != number { number = parents[number] }
    return number
  }

  mutating func relate(_ left: NodePlace, _ right: NodePlace) -> Bool? {
    // Every cycle leads through an object. That the other side may have it at another place needs the second half.
    guard left.identity != nil || right.identity != nil,
      let left = left.identity ?? ObjectIdentity(inlined: left),
      let right = right.identity ?? ObjectIdentity(inlined: right)
    else { return true }
    var (child, parent) = (representative(of: left), representative(of: right))
    if child == parent { return false }
    if ranks[child] > ranks[parent] { swap(&child, &parent) }
    let hasGrown = ranks[child] == ranks[parent]
    if hasGrown { ranks[parent] += 1 }
    parents[child] = parent
    trail.append((child, hasGrown))
    return true
  }

  mutating func undo(to count: Int) {
    while trail.count > count {
      let (child, hasGrown) = trail.removeLast()
      if hasGrown { ranks[parents[child]] -= 1 }
      parents[child] = child
    }
  }
}

/// Objects that stand at the same places: one on one side is one on the other.
struct SameSharing: ObjectRelation {
  private var rightOfLeft: [ObjectIdentity: ObjectIdentity?] = [:]
  private var leftOfRight: [ObjectIdentity: ObjectIdentity?] = [:]
  private var trail: [(ObjectIdentity?, ObjectIdentity?)] = []

  static var isFinal: Bool { false }
  var count: Int { trail.count }

  mutating func relate(_ left: NodePlace, _ right: NodePlace) -> Bool? {
    let (left, right) = (left.identity, right.identity)
    // One that is no object of its own is at one place only, and so must be the other.
    let (knownRight, knownLeft) = (left.flatMap { rightOfLeft[$0] }, right.flatMap { leftOfRight[$0] })
    if knownRight != nil || knownLeft != nil {
      guard let left, let right, knownRight == .some(right), knownLeft == .some(left) else { return nil }
      return false
    }
    if left == nil, right == nil { return true }
    if let left { rightOfLeft[left] = .some(right) }
    if let right { leftOfRight[right] = .some(left) }
    trail.append((left, right))
    return true
  }

  mutating func undo(to count: Int) {
    while trail.count > count {
      let (left, right) = trail.removeLast()
      if let left { rightOfLeft[left] = nil }
      if let right { leftOfRight[right] = nil }
    }
  }
}
