internal import ArchiveBytes
internal import ArchiveDocuments
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// A keyed archive in a FastCoding file. It contains one object and everything that the object refers to.
struct EmbeddedArchive {
  let data: Data

  init(_ data: Data) { self.data = data }

  /// Creates the archive of an object.
  init(of object: ArchiveNode, _ limits: ArchiveLimits) throws {
    data = try KeyedArchive.data(of: object, options: .init(limits: limits))
  }

  /// Returns whether the archive holds exactly this object.
  func holds(_ object: ArchiveNode, _ limits: ArchiveLimits) -> Bool {
    guard let content = try? content(limits) else { return false }
    return ArchiveNode.graph(content).hasSameSharing(as: object)
  }

  /// Reads the object, with everything that it refers to.
  func content(_ limits: ArchiveLimits) throws -> ArchiveGraph {
    let graph = try KeyedArchive(data, options: .init(limits: limits)).graph()
    let node = ArchiveNode.graph(graph).inlined(levels: min(limits.maximumDepth, 256))
    return if case .graph(let graph) = node { graph } else { ArchiveGraph(root: node) }
  }
}
