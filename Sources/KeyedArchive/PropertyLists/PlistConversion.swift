package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// The XML form of keyed archives: the object table is always read and written in its binary form.
package enum PlistConversion {
  /// The list that an archive in XML is.
  package static func list(of data: Data, _ limits: ArchiveLimits) throws -> ArchiveNode {
    try XMLListReader.node(of: data, limits, freeDepth: tableDepth)
  }

  /// The binary form of an archive, whose list in XML may have been read before; binary ones pass unchanged.
  static func binary(_ data: Data, list: ArchiveNode? = nil, _ limits: ArchiveLimits) throws -> Data {
    guard data.beginsAsXML else { return data }
    return try BinaryListWriter.data(list ?? self.list(of: data, limits), withTable(limits))
  }

  /// A binary archive in a form; the binary one is itself.
  ///
  /// - Throws: ``ArchiveError/Code/unsupported``, located in the object table, when XML cannot say something in it.
  static func convert(
    _ data: Data, to format: PropertyListSerialization.PropertyListFormat, _ limits: ArchiveLimits
  ) throws -> Data {
    switch format {
    case .binary: return data
    case .xml:
      // What was written is trusted to be as large as it is.
      let limits = ArchiveLimits(maximumDepth: withTable(limits).maximumDepth, maximumDecodedSize: .max)
      var list = try BinaryListReader.node(of: data, limits)
      if case .graph = list { list = try list.tree(limits: limits) }
      return try XMLListWriter.data(sorted(list), limits)
    default:
      throw ArchiveError(
        .unsupported, expected: "a format that property lists can be written in",
        found: "format \(format.rawValue)",
        advice: "Write binary or XML.")
    }
  }

  /// More levels than the object table has around the values of an archive.
  private static let tableDepth = 8

  /// The limits of a list that is an archive.
  private static func withTable(_ limits: ArchiveLimits) -> ArchiveLimits {
    var limits = limits
    limits.maximumDepth = limits.maximumDepth > .max - tableDepth ? .max : limits.maximumDepth + tableDepth
    return limits
  }

  /// The archive with the keys of its top and of its objects in the order that Apple's writer gives them in XML.
  private static func sorted(_ list: ArchiveNode) -> ArchiveNode {
    func sortedKeys(_ node: ArchiveNode) -> ArchiveNode {
      guard case .dictionary(let entries) = node else { return node }
      func key(_ entry: ArchiveNode.Entry) -> String {
        if case .string(let key) = entry.key { key } else { "" }
      }
      return .dictionary(entries.sorted { key($0) < key($1) })
    }
    guard case .dictionary(var entries) = sortedKeys(list) else { return list }
    for position in entries.indices where entries[position].key == .string("$objects") {
      guard case .array(let objects) = entries[position].value else { continue }
      entries[position].value = .array(objects.map(sortedKeys))
    }
    return .dictionary(entries)
  }

  /// Runs `body` on the binary form of an archive; offsets in its errors mean nothing in another form it came in.
  static func reading<Result>(
    from data: Data, list: ArchiveNode? = nil, _ limits: ArchiveLimits, _ body: (Data) throws -> Result
  ) throws -> Result {
    let binary = try binary(data, list: list, limits)
    do {
      return try body(binary)
    } catch let error as ArchiveError where data.beginsAsXML {
      throw error.withoutOffset
    }
  }
}

extension ArchiveError {
  /// The error of an archive that was converted before it was read.
  var withoutOffset: ArchiveError {
    var error = self
    error.offset = nil
    return error
  }
}
