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
    /// The number of the object; `nil` if it is none.
    package let number: Int?
    /// Whether the object was at another place before.
    package let isAgain: Bool
    package let around: Around
    /// The number of collections and records around it.
    package let depth: Int

    /// Whether it is an object of the graph.
    package var isObject: Bool { number != nil }
  }

  private let objects: [ArchiveNode]
  private var isVisited: [Bool]
  private var equalLeaves: Set<ArchiveNode> = []
  private var losses: [ArchiveLoss] = []
  private var current: ArchiveWalk.Visit?
  private var skipsParts = false

  /// Returns what `visit` calls a loss, each kind once.
  ///
  /// - Complexity: Linear in the size of the graph.
  package static func losses(
    in graph: ArchiveGraph, _ visit: (inout LossSearch, Place) -> Void
  ) -> [ArchiveLoss] {
    var search = LossSearch(graph.objects)
    var walk = ArchiveNode.graph(graph).walk()
    while let step = walk.next() {
      let around: Around =
        switch step.step {
        case nil: .nothing
        case .field?: .record
        default: .collection
        }
      search.current = step
      search.skipsParts = false
      let content = search.look(at: step.depth == 0 ? graph.root : step.held, around, visit)
      if search.skipsParts { walk.skipParts() }
      // A walk does not stop at keys.
      guard case .dictionary(let entries)? = content else { continue }
      var keys: [ArchiveNode] = entries.reversed().map(\.key)
      while let key = keys.popLast() {
        if let inside = search.look(at: key, .collection, visit) { keys += inside.heldNodes.reversed() }
      }
    }
    return search.losses
  }

  private init(_ objects: [ArchiveNode]) {
    self.objects = objects
    isVisited = Array(repeating: false, count: objects.count)
  }

  /// Visits a value, and what is in it if it is an instance.
  ///
  /// - Returns: The content, if its parts are to be visited.
  private mutating func look(
    at node: ArchiveNode, _ around: Around, _ visit: (inout LossSearch, Place) -> Void
  ) -> ArchiveNode? {
    var (node, around, number) = (node, around, Int?.none)
    while true {
      if case .reference(let reference) = node {
        guard let target = objects.target(of: reference) else { return nil }
        (node, number) = (objects[target], target)
      }
      let isAgain = number.map { isVisited[$0] } ?? false
      visit(
        &self,
        Place(node: node, number: number, isAgain: isAgain, around: around, depth: current?.depth ?? 0))
      if let number { isVisited[number] = true }
      if isAgain || skipsParts { return nil }
      guard case .instance(_, let content) = node else { return node }
      (node, around, number) = (content, .instance, nil)
    }
  }

  // MARK: Losses

  /// Notes a loss at the current place.
  package mutating func lose(_ kind: String) {
    if !losses.count(kind) {
      let path = current?.path.steps.map { step in
        if case .key(let name) = step { ArchiveError.PathComponent.field(name) } else { step }
      }
      losses.append(ArchiveLoss(kind: kind, firstPath: path ?? []))
    }
  }

  /// Leaves out the parts of the value at the current place.
  package mutating func skipParts() { skipsParts = true }

  /// Returns the value at the current place alone, with the objects that it refers to.
  package func alone(_ place: Place) -> ArchiveNode {
    ArchiveNode(root: place.node, objects: objects).compacted()
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
