package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// Converts keyed archives from and to XML: the object table itself is always read and written in binary form.
package enum PlistConversion {
  /// Returns the property list of an XML archive.
  package static func list(of data: Data, _ limits: ArchiveLimits) throws -> ArchiveNode {
    try XMLListReader.node(of: data, limits, freeDepth: tableDepth)
  }

  /// Returns the binary form of an archive; binary archives are returned unchanged. `list` is the property list of an
  /// XML archive, if it was parsed before.
  static func binary(_ data: Data, list: ArchiveNode? = nil, _ limits: ArchiveLimits) throws -> Data {
    guard data.beginsAsXML else { return data }
    return try BinaryListWriter.data(list ?? self.list(of: data, limits), withTable(limits))
  }

  /// Converts a binary archive to a format; returns it unchanged for the binary format.
  ///
  /// - Throws: ``ArchiveError/Code/unsupported``, with its location in the object table, if XML cannot express a
  ///   value.
  static func convert(
    _ data: Data, to format: PropertyListSerialization.PropertyListFormat, _ limits: ArchiveLimits
  ) throws -> Data {
    switch format {
    case .binary: return data
    case .xml:
      // The archive was just written, so its size is trusted.
      let limits = ArchiveLimits(maximumDepth: withTable(limits).maximumDepth, maximumDecodedSize: .max)
      var list = try BinaryListReader.node(of: data, limits)
      if case .graph = list { list = try list.expanded(limits: limits) }
      return try XMLListWriter.data(sorted(list), limits)
    default:
      throw ArchiveError(
        .unsupported, expected: "a format that property lists can be written in",
        found: "format \(format.rawValue)",
        advice: "Write binary or XML.")
    }
  }

  /// An upper bound of the levels that the object table adds around the values of an archive.
  private static let tableDepth = 8

  /// Returns the limits for the property list of an archive.
  private static func withTable(_ limits: ArchiveLimits) -> ArchiveLimits {
    var limits = limits
    limits.maximumDepth = limits.maximumDepth > .max - tableDepth ? .max : limits.maximumDepth + tableDepth
    return limits
  }

  /// Returns the archive with the keys of its top and of its objects in the order of Apple's XML writer.
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

  /// Runs `body` on the binary form of an archive, and removes the offsets of its errors if the archive was
  /// converted.
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
  /// The error without an offset, for an archive that was converted before it was read.
  var withoutOffset: ArchiveError {
    var error = self
    error.offset = nil
    return error
  }
}
