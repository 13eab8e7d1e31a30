package import ArchiveNodes

/// The assumptions about the objects of two graphs during a comparison.
///
/// Two objects are assumed to be equal before their parts are compared, so that cycles end and shared objects are
/// compared once. Wrong assumptions are undone.
package protocol ObjectRelation {
  /// Assumes that the contents of two places are equal.
  ///
  /// - Returns: Whether their parts have to be compared; `nil` if they cannot be equal.
  mutating func relate(_ left: NodePlace, _ right: NodePlace) -> Bool?
  /// The number of assumptions.
  var count: Int { get }
  /// Undoes all assumptions after the first `count`.
  mutating func undo(to count: Int)
  /// Whether objects found to differ also differ under all other assumptions.
  static var isFinal: Bool { get }
}

/// Relates objects with equal content, regardless of identity.
///
/// Equality is transitive: if a is assumed equal to b, and b to c, then a and c need no comparison of their own. So
/// there are fewer assumptions than objects, and a comparison is linear in the size of both graphs.
package struct SameContent: ObjectRelation {
  private var numbers: [ObjectIdentity: Int] = [:]
  /// For each object, another one that it is assumed equal to, or itself.
  private var parents: [Int] = []
  private var ranks: [UInt8] = []
  /// The objects that were joined to another, in this order, and whether the other's rank rose.
  private var trail: [(child: Int, hasGrown: Bool)] = []

  package init() {}

  /// Assumptions only ever make more objects equal.
  package static var isFinal: Bool { true }
  package var count: Int { trail.count }

  private mutating func representative(of identity: ObjectIdentity) -> Int {
    guard var number = numbers[identity] else {
      numbers[identity] = parents.count
      parents.append(parents.count)
      ranks.append(0)
      return parents.count - 1
    }
    // Ranks keep this path short. Path compression could not be undone.
    while parents[number] != number { number = parents[number] }
    return number
  }

  package mutating func relate(_ left: NodePlace, _ right: NodePlace) -> Bool? {
    // Every cycle contains an object. The other side may have it at another place, so inline parts are related too.
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

  package mutating func undo(to count: Int) {
    while trail.count > count {
      let (child, hasGrown) = trail.removeLast()
      if hasGrown { ranks[parents[child]] -= 1 }
      parents[child] = child
    }
  }
}

/// Relates objects at the same places: one object on one side is one object on the other.
struct SameSharing: ObjectRelation {
  private var rightOfLeft: [ObjectIdentity: ObjectIdentity?] = [:]
  private var leftOfRight: [ObjectIdentity: ObjectIdentity?] = [:]
  private var trail: [(ObjectIdentity?, ObjectIdentity?)] = []

  static var isFinal: Bool { false }
  var count: Int { trail.count }

  mutating func relate(_ left: NodePlace, _ right: NodePlace) -> Bool? {
    let (left, right) = (left.identity, right.identity)
    // Content that is not a separate object is at one place only, and so must be the other side.
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

extension ObjectIdentity {
  /// Creates the identity of a collection or a record that is not a separate object; `nil` outside a graph.
  init?(inlined place: NodePlace) {
    guard let objects = place.objects else { return nil }
    var names: UInt = 0
    let (parts, kind): (UInt, UInt8)
    switch place.content {
    case .array(let elements): (parts, kind) = (elements.address, 1)
    case .set(let elements): (parts, kind) = (elements.address, 2)
    case .dictionary(let entries): (parts, kind) = (entries.address, 3)
    case .record(let fields): (parts, names, kind) = (fields.values.address, fields.names.address, 4)
    default: return nil
    }
    self.init(table: objects.address, number: Int(bitPattern: parts), names: names, kind: kind)
  }
}
