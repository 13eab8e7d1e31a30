internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives
internal import NodeCoding

/// Objects of `NSCoding` classes inside values: each is a keyed archive, which only the object's class reads.
///
/// In nodes, such an archive is a graph of its own, which no other node of a column archive is.
enum StoredObjects: ObjectConversion {
  private static let field = "archive"

  /// Returns the node of a stored object.
  static func node(ofArchive data: Data) -> ArchiveNode {
    .graph(ArchiveGraph(root: .object("NSObject", [field: .data(data)])))
  }

  /// Returns the archive in the node of a stored object; `nil` for other nodes.
  static func archive(in node: ArchiveNode) -> Data? {
    guard case .graph(let graph) = node, graph.objects.isEmpty, case .record(let fields) = graph.root,
      fields.className == "NSObject", fields.names == [field], case .data(let data)? = fields[field]
    else { return nil }
    return data
  }

  static var storesForeignObjects: Bool { false }

  static func className(of type: AnyClass) throws -> String { try KeyedObjects.className(of: type) }

  static func node(of object: NSObject, limits: ArchiveLimits) throws -> ArchiveNode {
    node(ofArchive: try KeyedArchive.encode(object: object))
  }

  static func archive(of node: ArchiveNode, limits: ArchiveLimits) throws -> Data {
    // An object of an archive that was written from nodes is a record.
    try archive(in: node) ?? KeyedObjects.archive(of: node, limits: limits)
  }

  static func object<Object: NSObject & ArchiveValue>(
    of type: Object.Type, in archive: Data, limits: ArchiveLimits, budget: inout Int
  ) throws -> Object {
    try KeyedObjects.object(of: type, in: archive, limits: limits, budget: &budget)
  }
}
