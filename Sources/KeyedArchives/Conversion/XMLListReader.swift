package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// Reads XML property lists as nodes, which keep the order of keys and every digit of numbers.
package enum XMLListReader {
  /// Returns the node of a property list.
  ///
  /// - Parameters:
  ///   - freeDepth: The number of levels around the values that do not count against the limits.
  ///   - isArchive: Whether the list is an archive's, in which UIDs become references.
  package static func node(
    of data: Data, _ limits: ArchiveLimits, freeDepth: Int = 0, isArchive: Bool = false
  ) throws -> ArchiveNode {
    var parser = try XMLListParser(
      XMLEncoding.utf8(data), limits, freeDepth: freeDepth, isArchive: isArchive)
    return try parser.parse()
  }

  /// Returns a UTF-16 document as UTF-8; any other unchanged.
  package static func text(of data: Data) throws -> Data {
    data.prefix(2).contains(0xFF) || data.xmlEncodingWithoutMark != nil
      ? Data(try XMLEncoding.utf8(data)) : data
  }
}
