/// A number that equal nodes share: of what a node looks like from near.
///
/// Only so many levels and elements are looked at, so a hash takes about the same time for a graph of any depth.
struct NodeHash {
  /// How many levels of parts are looked at.
  private static let depth = 3
  /// How many elements of an array are looked at, and up to how many parts in no order are looked into.
  private static let width = 8

  static func hash(_ node: ArchiveNode, in objects: [ArchiveNode]? = nil, depth: Int = depth) -> Int {
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
    /// The same for the parts in every order.
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
        combine(fields.nodes[position], in: place.objects, depth: depth, into: &hasher)
        return hasher.finalize()
      }
    default: break
    }
  }
}
