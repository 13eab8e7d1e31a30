package import ArchiveBytes
package import ArchiveNodes

/// A kind of information that a format cannot represent, and that was simplified or left out.
public struct ArchiveLoss: Sendable, Hashable, CustomStringConvertible {
  /// The kind of loss, in a stable wording, such as `dates are text`.
  public let kind: String
  /// The number of places where it is lost.
  public package(set) var count: Int
  /// The path from the root to the first such place, such as `events[0].time`.
  public let firstPath: String

  package init(kind: String, count: Int = 1, firstPath: [ArchiveError.PathComponent] = []) {
    (self.kind, self.count) = (kind, count)
    self.firstPath = ArchiveError(.custom, path: firstPath).pathDescription
  }

  public var description: String { "\(kind): \(count), first at \(firstPath)" }
}

extension [ArchiveLoss] {
  /// Counts a loss.
  ///
  /// - Parameter path: The place of the loss; evaluated only for the first loss of its kind.
  package mutating func count(_ kind: String, at path: @autoclosure () -> [ArchiveError.PathComponent]) {
    if let known = firstIndex(where: { $0.kind == kind }) {
      self[known].count += 1
    } else {
      append(ArchiveLoss(kind: kind, firstPath: path()))
    }
  }
}

extension ArchiveContent {
  /// The losses of formats that do not store the archiver: its name, and the number of its version.
  package var headLosses: [ArchiveLoss] {
    let usual = ArchiveContent(.null)
    return archiver == usual.archiver && archiveVersion == usual.archiveVersion
      ? [] : [ArchiveLoss(kind: "the name and the version of the archiver are left out")]
  }
}

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
