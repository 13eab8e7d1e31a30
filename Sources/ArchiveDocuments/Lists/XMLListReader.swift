package import ArchiveBytes
package import ArchiveNodes
package import Foundation
internal import KeyedArchives

/// Reads XML property lists as nodes, which keep the order of keys and every digit of numbers.
package enum XMLListReader {
  /// Returns the node of a property list.
  package static func node(of data: Data, _ limits: ArchiveLimits) throws -> ArchiveNode {
    let list = try XMLListParser.binary(data, limits)
    // The list has no shared parts, so it is no larger than its content.
    return try BinaryListReader.node(
      of: list, ArchiveLimits(maximumDepth: limits.maximumDepth, maximumDecodedSize: .max))
  }

  /// Returns a UTF-16 document as UTF-8, and any other document unchanged.
  package static func text(of data: Data) throws -> Data {
    data.prefix(2).contains(0xFF) || data.xmlEncodingWithoutMark != nil
      ? Data(try XMLEncoding.utf8(data)) : data
  }
}
