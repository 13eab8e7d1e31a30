package import ArchiveBytes
internal import ArchiveNodes
package import Foundation

/// Converts keyed archives from and to XML, over nodes of the property list: the object table itself is always read and
/// written in binary form.
package enum PlistConversion {
  /// Returns the binary form of an archive; binary archives are returned unchanged.
  package static func binary(_ data: Data, _ limits: ArchiveLimits) throws -> Data {
    guard data.beginsAsXML else { return data }
    let list = try XMLListReader.node(of: data, limits, freeDepth: tableDepth)
    return try BinaryListWriter.data(list, limits, freeDepth: tableDepth, sharing: false)
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
      let list = try BinaryListReader.node(ofArchive: data)
      return try XMLListWriter.data(list.sortedAsArchive, limits, freeDepth: tableDepth, isArchive: true)
    default:
      throw ArchiveError(
        .unsupported, expected: "a format that property lists can be written in",
        found: "format \(format.rawValue)",
        advice: "Write binary or XML.")
    }
  }

  /// An upper bound of the levels that the object table adds around the values of an archive.
  package static let tableDepth = 8

  /// Runs `body` on the binary form of an archive, and removes the offsets of its errors if the archive was
  /// converted.
  ///
  /// - Parameter converted: The binary form, if the archive was converted before.
  static func reading<Result>(
    from data: Data, converted: Data? = nil, _ limits: ArchiveLimits, _ body: (Data) throws -> Result
  ) throws -> Result {
    let binary = try converted ?? binary(data, limits)
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

extension ArchiveNode {
  /// The property list of an archive with the keys of the top and of the objects in order, as Apple's XML writer has them.
  fileprivate var sortedAsArchive: ArchiveNode {
    guard case .dictionary(var top) = sortedByKey else { return self }
    for position in top.indices {
      guard case .string("$objects") = top[position].key, case .array(let objects) = top[position].value
      else { continue }
      top[position].value = .array(objects.map(\.sortedByKey))
    }
    return .dictionary(top)
  }

  private var sortedByKey: ArchiveNode {
    guard case .dictionary(let entries) = self else { return self }
    func name(_ entry: Entry) -> String { if case .string(let name) = entry.key { name } else { "" } }
    return .dictionary(entries.sorted { name($0) < name($1) })
  }
}
