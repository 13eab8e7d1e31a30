package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// Reads XML property lists: as nodes, which keep the order of keys and every digit of numbers, or as the bytes of
/// binary lists.
package enum XMLListReader {
  /// Returns the node of a property list.
  ///
  /// - Parameter freeDepth: The number of levels around the values that do not count against the limits.
  package static func node(
    of data: Data, _ limits: ArchiveLimits, freeDepth: Int = 0, meter: TextMeter? = nil
  ) throws -> ArchiveNode {
    var parser = try XMLListParser(
      XMLEncoding.utf8(data), NodeOutput(), limits, freeDepth: freeDepth, meter: meter)
    return try parser.parse()
  }

  /// Returns a property list as a binary one.
  ///
  /// - Parameter freeDepth: The number of levels around the values that do not count against the limits.
  static func binary(of data: Data, _ limits: ArchiveLimits, freeDepth: Int) throws -> Data {
    let bytes = try XMLEncoding.utf8(data)
    var parser = XMLListParser(
      bytes, BinaryListOutput(sizeOfText: bytes.count, limits), limits, freeDepth: freeDepth)
    let top = try parser.parse()
    return try parser.output.finish(top)
  }

  /// Returns a UTF-16 document as UTF-8; any other unchanged.
  package static func text(of data: Data) throws -> Data {
    data.prefix(2).contains(0xFF) || data.xmlEncodingWithoutMark != nil
      ? Data(try XMLEncoding.utf8(data)) : data
  }
}
