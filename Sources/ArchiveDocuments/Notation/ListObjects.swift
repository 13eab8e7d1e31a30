internal import ArchiveNodes
internal import ArchiveValues

/// The arrays and dictionaries that a property list has at several places.
///
/// A binary list refers to such an object from each of its places, and an XML list has a copy at each. So other programs
/// read the same list, which they would not if an `$alias` stood there. The collections of a property list have no
/// identity that a copy would lose.
///
/// Only graphs as property lists have them are written so: of values that lists hold, whose objects are collections.
/// In all others, such as those of keyed archives, each object has an identity that the document keeps by aliases.
struct ListObjects {
  /// The numbers of the objects. Those that contain themselves are not among them.
  private var members: Set<Int> = []
  /// Whether all objects of the graph are among them, so that nothing needs an alias.
  private(set) var areAll = true

  init() {}

  /// - Parameter counts: The number of references to each object.
  /// - Complexity: Linear in the size of the graph.
  init(_ graph: ArchiveGraph, counts: [Int]) {
    let shared = counts.indices.filter { counts[$0] > 0 }
    guard !shared.isEmpty else { return }
    guard graph.isPropertyList(objects: shared) else {
      areAll = false
      return
    }
    let cycles = ObjectCycles(graph.objects).members
    members = Set(shared).subtracting(cycles)
    areAll = members.count == shared.count
  }

  func contains(_ number: Int) -> Bool { members.contains(number) }
}

extension ArchiveGraph {
  /// Whether the graph is made of values that property lists hold, and its objects are collections.
  ///
  /// In a keyed archive, each text and number in a collection is an object, as is each collection. So it is none of these,
  /// unless it has nothing but empty collections. Then its root tells, which is an object too.
  fileprivate func isPropertyList(objects numbers: [Int]) -> Bool {
    var open = [root]
    var hasInlineParts = !root.isReference
    for number in numbers {
      switch objects[number] {
      case .array, .set, .dictionary: open.append(objects[number])
      default: return false
      }
    }
    while let node = open.popLast() {
      switch node {
      case .array(let elements), .set(let elements):
        hasInlineParts = hasInlineParts || elements.contains { !$0.isReference }
        open += elements.lazy.filter { !$0.isLeaf }
      case .dictionary(let entries):
        guard entries.allSatisfy(\.key.isLeaf) else { return false }
        hasInlineParts = hasInlineParts || !entries.isEmpty
        open += entries.lazy.map(\.value).filter { !$0.isLeaf }
      case .instance(.brokenText, _), .reference: break
      default: guard node.isLeaf else { return false }
      }
    }
    return hasInlineParts
  }
}

extension ArchiveNode {
  fileprivate var isReference: Bool { if case .reference = self { true } else { false } }
}
