internal import Foundation

/// A node, and the objects that the references in it lead to.
///
/// A tree cannot say that two of its places hold one object, or that an object leads back to itself. A graph can: its
/// objects stand in a table, and an ``ArchiveNode/reference(_:)`` at a place is the number of one. Objects refer to each
/// other in the same way, so a chain of any length is no deeper than one object.
///
/// A graph is a value like every node. Copies share the table.
public struct ArchiveGraph: Sendable, Hashable {
  /// The node that the graph stands for.
  public var root: ArchiveNode
  /// The objects, by their numbers. None of them is a graph of its own.
  public var objects: [ArchiveNode]

  public init(root: ArchiveNode, objects: [ArchiveNode]) {
    self.root = root
    self.objects = objects
  }
}
