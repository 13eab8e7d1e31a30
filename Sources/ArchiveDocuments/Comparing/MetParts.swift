internal import ArchiveNodes

/// Parts of two nodes that met in a comparison: what meets again, directly or through others, need not be compared again.
/// So a comparison is linear, and objects inside of themselves end it.
struct MetParts {
  private var numbers: [ObjectIdentity: Int] = [:]
  /// For each part, another one that it met, or itself.
  private var parents: [Int] = []

  /// Notes that two parts meet.
  ///
  /// - Returns: Whether they have to be compared.
  mutating func join(_ left: NodePlace, _ right: NodePlace) -> Bool {
    // Every cycle contains an object. The other side may have it at another place, so inline parts count too.
    guard left.identity != nil || right.identity != nil,
      let left = left.identity ?? ObjectIdentity(inlined: left),
      let right = right.identity ?? ObjectIdentity(inlined: right)
    else { return true }
    let (first, second) = (representative(of: left), representative(of: right))
    parents[first] = second
    return first != second
  }

  private mutating func representative(of identity: ObjectIdentity) -> Int {
    guard var number = numbers[identity] else {
      numbers[identity] = parents.count
      parents.append(parents.count)
      return parents.count - 1
    }
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }
}

extension ObjectIdentity {
  /// Creates the identity of a collection or a record that is not a separate object; `nil` outside a graph.
  fileprivate init?(inlined place: NodePlace) {
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
