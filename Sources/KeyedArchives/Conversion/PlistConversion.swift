package import ArchiveBytes
internal import ArchiveNodes
package import Foundation

/// Converts keyed archives from and to XML, over nodes of the property list: the object table itself is always read and
/// written in binary form.
package enum PlistConversion {
  /// Returns the binary form of an archive; binary archives are returned unchanged.
  package static func binary(_ data: Data, _ limits: ArchiveLimits) throws -> Data {
    guard data.beginsAsXML else { return data }
    let list = try XMLListReader.node(of: data, limits, freeDepth: tableDepth, isArchive: true)
    return try BinaryListWriter.data(list, limits, freeDepth: tableDepth, isArchive: true)
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
      var list = try BinaryListReader.node(ofArchive: data)
      list.sortAsArchive()
      return try XMLListWriter.data(list, limits, freeDepth: tableDepth, isArchive: true)
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
  /// Sorts the keys of the top and of the objects of an archive's list, as Apple's XML writer does.
  fileprivate mutating func sortAsArchive() {
    sortByKey { name, value in
      guard name == "$objects", case .array(var objects) = value else { return }
      value = .null
      for position in objects.indices { objects[position].sortByKey { _, _ in } }
      value = .array(objects)
    }
  }

  /// Sorts the entries of a dictionary in place, and calls `body` with each.
  private mutating func sortByKey(_ body: (String, inout ArchiveNode) -> Void) {
    guard case .dictionary(var entries) = self else { return }
    // So that the entries have one owner, and are not copied.
    self = .null
    func name(_ entry: Entry) -> String { if case .string(let name) = entry.key { name } else { "" } }
    entries.sort { name($0) < name($1) }
    for position in entries.indices { body(name(entries[position]), &entries[position].value) }
    self = .dictionary(entries)
  }
}
