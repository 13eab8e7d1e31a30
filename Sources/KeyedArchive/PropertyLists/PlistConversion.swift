internal import ArchiveBytes
internal import Foundation

/// The XML form of keyed archives, through Foundation's own property list code: the object table is always read and
/// written in its binary form.
enum PlistConversion {
  /// The binary form of an archive; binary ones pass unchanged.
  static func binary(_ data: Data) throws -> Data {
    guard data.beginsAsXML else { return data }
    do {
      let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    } catch {
      throw ArchiveError(
        .malformed, expected: "an XML property list", found: "one that does not parse",
        advice: "The file is damaged, or is no keyed archive: ArchiveDocument.format(of:) tells what it is.",
        underlying: error)
    }
  }

  /// A binary archive in a form; the binary one is itself.
  static func convert(_ data: Data, to format: PropertyListSerialization.PropertyListFormat) throws -> Data {
    if format == .binary { return data }
    // Foundation on Linux ends the process when it is asked for another format.
    guard format == .xml else {
      throw ArchiveError(
        .unsupported, expected: "a format that property lists can be written in",
        found: "format \(format.rawValue)",
        advice: "Write binary or XML.")
    }
    do {
      let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      return try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    } catch {
      throw ArchiveError(
        .unsupported, expected: "values that XML can carry", found: "others",
        advice: "Write a binary archive.",
        underlying: error)
    }
  }

  /// Runs `body` on the binary form of an archive; offsets in its errors mean nothing in another form it came in.
  static func reading<Result>(from data: Data, _ body: (Data) throws -> Result) throws -> Result {
    do {
      return try body(try binary(data))
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
