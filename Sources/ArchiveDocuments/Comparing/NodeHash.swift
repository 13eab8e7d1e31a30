package import ArchiveNodes

/// A hash that is the same for equal nodes, computed from the nearest content of a node.
///
/// The number of levels and elements is limited, so hashing takes about the same time for a graph of any depth.
package struct NodeHash {
  /// The number of levels of parts to hash.
  package static let depth = 3
  /// The number of elements of an array to hash, and the largest number of unordered parts to hash in depth.
  private static let width = 8

  package static func hash(_ node: ArchiveNode, in objects: [ArchiveNode]? = nil, depth: Int = depth) -> Int {
    var hasher = Hasher()
    combine(node, in: objects, depth: depth, into: &hasher)
    return hasher.finalize()
  }

  static func combine(
    _ node: ArchiveNode, in objects: [ArchiveNode]?, depth: Int = depth, into hasher: inout Hasher
  ) {
    if node.isLeaf { return node.hashLeaf(into: &hasher) }
    let place = NodePlace(node, in: objects)
    if !place.classes.isEmpty {
      let classes = place.unusualClasses
      if !classes.isEmpty { hasher.combine(classes) }
    }
    place.content.hashLeaf(into: &hasher)
    /// Combines the parts independent of their order.
    func combineUnordered<Part>(_ parts: some Collection<Part>, _ hash: (Part, _ depth: Int) -> Int) {
      hasher.combine(parts.count)
      if depth == 0 { return }
      let inner = parts.count <= Self.width ? depth - 1 : 0
      hasher.combine(parts.reduce(0) { $0 &+ hash($1, inner) })
    }
    switch place.content {
    case .array(let elements):
      hasher.combine(elements.count)
      guard depth > 0 else { return }
      for element in elements.prefix(Self.width) {
        combine(element, in: place.objects, depth: depth - 1, into: &hasher)
      }
    case .set(let elements):
      combineUnordered(elements) { hash($0, in: place.objects, depth: $1) }
    case .dictionary(let entries):
      combineUnordered(entries) { entry, depth in
        var hasher = Hasher()
        combine(entry.key, in: place.objects, depth: depth, into: &hasher)
        combine(entry.value, in: place.objects, depth: depth, into: &hasher)
        return hasher.finalize()
      }
    case .record(let fields):
      hasher.combine(fields.className)
      hasher.combine(fields.caseName)
      hasher.combine(fields.version)
      combineUnordered(fields.names.indices) { position, depth in
        var hasher = Hasher()
        hasher.combine(fields.names[position])
        combine(fields.values[position], in: place.objects, depth: depth, into: &hasher)
        return hasher.finalize()
      }
    default: break
    }
  }
}
