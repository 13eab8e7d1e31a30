extension Array {
  /// Returns the elements whose name an earlier one has, each with the first of the name. An empty name counts for none.
  func repetitions(of name: KeyPath<Element, String>) -> [(element: Element, first: Element)] {
    var first: [String: Element] = [:]
    return compactMap { element in
      let name = element[keyPath: name]
      if name.isEmpty { return nil }
      if let other = first[name] { return (element, other) }
      first[name] = element
      return nil
    }
  }
}
