internal import ArchiveBytes
package import ArchiveNodes

/// Goes through the values of a graph, to find what a format cannot hold of them: once through each object, and to each
/// place of it. There is no recursion.
package struct LossSearch {
  /// What a value is directly in.
  package enum Around {
    case nothing, record, collection, instance
  }

  /// A value at one of its places.
  package struct Place {
    /// The value, which is no reference.
    package let node: ArchiveNode
    /// Whether it is an object of the graph.
    package let isObject: Bool
    /// Whether the object was at another place before.
    package let isAgain: Bool
    package let around: Around
    /// The number of values around it.
    package let depth: Int
    /// The number of the object; `nil` if it is none.
    package let number: Int?
  }

  /// A value whose parts are visited.
  private struct Frame {
    let node: ArchiveNode
    let parts: [ArchiveNode]
    var next = 0
  }

  private let objects: [ArchiveNode]
  private var isVisited: [Bool]
  private var frames: [Frame] = []
  private var equalLeaves: Set<ArchiveNode> = []
  private var losses: [ArchiveLoss] = []
  private var skipsParts = false

  /// Returns what `visit` calls a loss, each kind once.
  ///
  /// - Complexity: Linear in the size of the graph.
  package static func losses(
    in graph: ArchiveGraph, _ visit: (inout LossSearch, Place) -> Void
  ) -> [ArchiveLoss] {
    var search = LossSearch(graph.objects)
    search.begin(graph.root, visit)
    while let last = search.frames.indices.last {
      let position = search.frames[last].next
      guard position < search.frames[last].parts.count else {
        search.frames.removeLast()
        continue
      }
      search.frames[last].next += 1
      search.begin(search.frames[last].parts[position], visit)
    }
    return search.losses
  }

  private init(_ objects: [ArchiveNode]) {
    self.objects = objects
    isVisited = Array(repeating: false, count: objects.count)
  }

  private mutating func begin(_ node: ArchiveNode, _ visit: (inout LossSearch, Place) -> Void) {
    var (content, number) = (node, Int?.none)
    if case .reference(let reference) = node {
      guard let target = objects.target(of: reference) else { return }
      (content, number) = (objects[target], target)
    }
    let isAgain = number.map { isVisited[$0] } ?? false
    visit(
      &self,
      Place(
        node: content, isObject: number != nil, isAgain: isAgain, around: around, depth: frames.count,
        number: number))
    if let number { isVisited[number] = true }
    defer { skipsParts = false }
    if !isAgain, !content.isLeaf, !skipsParts {
      frames.append(Frame(node: content, parts: content.heldNodes))
    }
  }

  private var around: Around {
    switch frames.last?.node {
    case nil: .nothing
    case .record?: .record
    case .instance?: .instance
    default: .collection
    }
  }

  // MARK: Losses

  /// Notes a loss at the current place.
  package mutating func lose(_ kind: String) {
    if !losses.count(kind) { losses.append(ArchiveLoss(kind: kind, firstPath: path)) }
  }

  /// Leaves out the parts of the value at the current place.
  package mutating func skipParts() { skipsParts = true }

  /// Returns the value at the current place alone, with the objects that it refers to.
  package func alone(_ place: Place) -> ArchiveNode {
    ArchiveNode(root: place.node, objects: objects).compacted()
  }

  /// The path to the current place.
  private var path: [ArchiveError.PathComponent] {
    frames.compactMap { frame in
      let position = frame.next - 1
      switch frame.node {
      case .array, .set: return .index(position)
      case .dictionary(let entries): return component(ofKey: entries[position / 2].key, position / 2)
      case .record(let fields): return .field(fields.names[position])
      default: return nil
      }
    }
  }

  private func component(ofKey key: ArchiveNode, _ position: Int) -> ArchiveError.PathComponent {
    switch key {
    case .string(let text): .field(text)
    case .reference(let number):
      if let target = objects.target(of: number), case .string(let text) = objects[target] {
        .field(text)
      } else {
        .index(position)
      }
    default: .index(position)
    }
  }

  /// Notes what formats without the object table of a keyed archive lose at a place: how values are stored, where the
  /// values themselves are kept.
  package mutating func loseStorage(of place: Place) {
    switch place.node {
    // The top of an archive with several values has none.
    case .record(let fields) where fields.superclassNames != []:
      if fields.superclassNames != ["NSObject"] || !fields.fallbackClassNames.isEmpty {
        lose("names of superclasses are left out")
      }
    case .instance(.plain, _): lose("values are objects, or parts of one, as in a new archive")
    case .null where place.isObject && place.around == .collection:
      lose("nil in a collection is NSNull in a keyed archive")
    case let node where node.isNumber && place.isObject && place.around == .record:
      lose("values are objects, or parts of one, as in a new archive")
    default: break
    }
    guard place.isObject, !place.isAgain else { return }
    switch place.node {
    case .bool, .integer, .unsigned, .float, .double, .string:
      if !equalLeaves.insert(place.node).inserted { lose("equal texts and numbers are one object") }
    default: break
    }
  }
}
