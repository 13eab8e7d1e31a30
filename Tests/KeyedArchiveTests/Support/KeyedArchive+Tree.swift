import ArchiveDocuments
import Foundation
import StructCoding

extension KeyedArchive {
  /// The tree of the value in a binary archive, as column archives have objects of hand-written classes.
  static func tree(in data: Data, limits: ArchiveLimits = ArchiveLimits()) throws -> ArchiveNode {
    var budget = limits.decodedSizeAllowed(forArchiveOf: data.count)
    return try tree(in: data, limits, budget: &budget)
  }
}
