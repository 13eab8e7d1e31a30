/// Parts of two nodes that met in a comparison, by number: what meets again, directly or through others, need not be compared
/// again. So a comparison is linear, and objects inside of themselves end it.
struct MetParts {
  /// For each part, another one that it met, or itself.
  private var parents: [Int]

  init(_ count: Int) { parents = Array(0..<count) }

  /// Notes that two parts meet.
  ///
  /// - Returns: Whether they have to be compared.
  mutating func join(_ left: Int, _ right: Int) -> Bool {
    let (first, second) = (representative(of: left), representative(of: right))
    parents[first] = second
    return first != second
  }

  private mutating func representative(of part: Int) -> Int {
    var part = part
    while parents[part] != part {
      parents[part] = parents[parents[part]]
      part = parents[part]
    }
    return part
  }
}
