package import ArchiveBytes
package import Foundation

/// Converts keyed archives from and to XML: the object table itself is always read and written in binary form.
package enum PlistConversion {
  /// Returns the binary form of an archive; binary archives are returned unchanged.
  package static func binary(_ data: Data, _ limits: ArchiveLimits) throws -> Data {
    data.beginsAsXML ? try XMLListParser.binary(data, limits, freeDepth: tableDepth) : data
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
    case .xml: return try XMLListWriter.data(ofArchive: data, limits, freeDepth: tableDepth)
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
  static func reading<Result>(
    from data: Data, _ limits: ArchiveLimits, _ body: (Data) throws -> Result
  ) throws -> Result {
    let binary = try binary(data, limits)
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
