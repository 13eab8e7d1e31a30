internal import ArchiveBytes
internal import Foundation

/// The XML form of keyed archives, through Foundation's own property list code: the object table is always read and
/// written in its binary form.
enum PlistConversion {
  /// The binary form of an archive; binary ones pass unchanged.
  static func binary(_ data: Data) throws -> Data {
    guard isXML(data) else { return data }
    do {
      let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    } catch {
      throw ArchiveError(
        .malformed, expected: "an XML property list", found: "one that does not parse",
        advice: "The file is damaged or is not a keyed archive.", underlying: error)
    }
  }

  /// A binary archive in another form.
  static func convert(_ data: Data, to format: PropertyListSerialization.PropertyListFormat) throws -> Data {
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
    } catch let error as ArchiveError where isXML(data) {
      throw error.withoutOffset
    }
  }

  /// Whether the bytes look like XML: a `<` after white space and byte order marks.
  static func isXML(_ data: Data) -> Bool {
    let insignificant: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    return data.prefix(256).first { !insignificant.contains($0) } == UInt8(ascii: "<")
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
