internal import ArchiveNodes
internal import ArchiveValues

extension ArchiveNode.Fields {
  /// The elements of a set that has additional keys, such as the counts of a counted set; `nil` for every other record.
  var elementsOfSet: [ArchiveNode]? {
    guard FoundationClass.set.schema.accepts(className: className) else { return nil }
    if let node = self["NS.objects"] {
      guard case .instance(.plain, .array(let elements)) = node else { return nil }
      return elements
    }
    let nodes = Dictionary(zip(names, values), uniquingKeysWith: { first, _ in first })
    var elements: [ArchiveNode] = []
    while let next = nodes["NS.object\(elements.count)"] ?? nodes[Self.orderedSetKey(elements.count)] {
      elements.append(next)
    }
    return elements
  }

  /// Returns the key of an element of an ordered set.
  package static func orderedSetKey(_ position: Int) -> String { "NS.object.\(position)" }
}
