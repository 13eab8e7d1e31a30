internal import ArchiveBytes
package import ArchiveNodes

/// Visits the values of a graph to find the values that a format cannot hold. It visits each object once, and each of
/// its places.
package struct LossSearch {
  private var walk: ArchiveWalk
  private var visit: ArchiveWalk.Visit?
  private var losses: [ArchiveLoss] = []
  /// The texts and numbers that are objects (`leaves`), and the numbers of these objects (`leafObjects`).
  private var leaves: Set<ArchiveNode> = []
  private var leafObjects: Set<Int> = []

  /// Returns the losses that `look` reports, each kind once.
  ///
  /// - Complexity: Linear in the size of the graph.
  package static func losses(
    in graph: ArchiveGraph, _ look: (inout LossSearch, ArchiveWalk.Visit) -> Void
  ) -> [ArchiveLoss] {
    var search = LossSearch(walk: ArchiveWalk(.graph(graph), visitsKeys: true))
    while let visit = search.walk.next() {
      search.visit = visit
      if !visit.place.isMissing { look(&search, visit) }
    }
    return search.losses
  }

  private init(walk: ArchiveWalk) { self.walk = walk }

  /// Records a loss at the current place.
  package mutating func lose(_ kind: String) {
    let visit = visit
    losses.count(
      kind,
      at: (visit?.path.steps ?? []).map { step in
        if case .key(let name) = step { ArchiveError.PathComponent.field(name) } else { step }
      })
  }

  /// Skips the parts of the value at the current place.
  package mutating func skipParts() { walk.skipParts() }

  /// Records the losses at a place in formats without the object table of a keyed archive. These formats keep the
  /// values, but not how they are stored.
  package mutating func loseStorage(of visit: ArchiveWalk.Visit) {
    let place = visit.place
    // The top of an archive with several values has no superclasses.
    if case .record(let fields) = place.content, fields.superclassNames != [],
      fields.superclassNames != ["NSObject"] || !fields.fallbackClassNames.isEmpty
    {
      lose("names of superclasses are left out")
    }
    let isNumber = place.classes.isEmpty ? place.content.isNumber : place.classes == [.wideInteger]
    if place.classes.contains(.plain) || isNumber && place.object != nil && visit.isField {
      lose("values are objects, or parts of one, as in a new archive")
    }
    guard let object = place.object, place.content.isLeaf, place.classes.isEmpty else { return }
    if case .null = place.content, visit.depth > 0, !visit.isField {
      lose("nil in a collection is NSNull in a keyed archive")
    }
    guard leafObjects.insert(object).inserted else { return }
    switch place.content {
    case .bool, .integer, .unsigned, .float, .double, .string:
      if !leaves.insert(place.content).inserted { lose("equal texts and numbers are one object") }
    default: break
    }
  }
}

extension ArchiveWalk.Visit {
  /// Whether the node is the field of a record.
  package var isField: Bool { if case .field? = step { true } else { false } }
}
