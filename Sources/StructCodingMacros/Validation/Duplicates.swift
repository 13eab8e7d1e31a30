/// Finds repeated names, except in different clauses of one `#if`.
enum Duplicates {
  struct Duplicate<Element> {
    let element: Element
    /// The earlier element with the name.
    let first: Element
    /// Whether one of the two is inside an `#if`.
    let isConditional: Bool
  }

  static func find<Element>(
    in members: [Conditional<Element>], by name: KeyPath<Element, String>
  ) -> [Duplicate<Element>] {
    var seen: [String: (element: Element, isBlock: Bool)] = [:]
    var duplicates: [Duplicate<Element>] = []
    for member in members {
      var isBlock = false
      if case .block(let block) = member {
        isBlock = true
        duplicates += block.clauses.flatMap { find(in: $0.members, by: name) }
      }
      var own: [String: Element] = [:]
      for element in member.elements where !element[keyPath: name].isEmpty {
        if let other = seen[element[keyPath: name]] {
          duplicates.append(
            Duplicate(element: element, first: other.element, isConditional: isBlock || other.isBlock))
        }
        own[element[keyPath: name]] = element
      }
      for (name, element) in own { seen[name] = (element, isBlock) }
    }
    return duplicates
  }
}
