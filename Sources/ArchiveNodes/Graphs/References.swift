// The targets of the references in a graph.

extension [ArchiveNode] {
  /// Returns the number of the object to which a reference leads, through references to references; `nil` if it leads
  /// nowhere.
  package func target(of reference: Int) -> Int? {
    var number = reference
    for _ in 0..<NodePlace.longestChain {
      guard indices.contains(number) else { return nil }
      guard case .reference(let next) = self[number] else { return number }
      number = next
    }
    return nil
  }
}
