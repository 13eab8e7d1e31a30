/// Parts of two nodes that met in a comparison, by number. If they meet again, directly or through others, they need
/// not be compared again. So a comparison is linear, and ends at objects inside themselves.
struct MetParts {
  /// For each part, another part that it met, or itself.
  private var parents: [Int]

  init(_ count: Int) { parents = Array(0..<count) }

  /// Records that two parts meet.
  ///
  /// - Returns: Whether they must be compared.
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
