import ArchiveDocuments
import Foundation
import StructCoding

extension KeyedArchive {
  /// The tree of the value in an archive.
  static func tree(in data: Data, limits: ArchiveLimits = ArchiveLimits()) throws -> ArchiveNode {
    try decode(ArchiveNode.self, from: data, options: DecodingOptions(limits: limits))
  }
}
