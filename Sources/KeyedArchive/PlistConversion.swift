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
        .malformed, expected: "an XML property list", found: "\(error.localizedDescription)",
        advice: "The file is damaged or is not a keyed archive.", underlying: error)
    }
  }

  /// A binary archive in another form.
  static func convert(_ data: Data, to format: PropertyListSerialization.PropertyListFormat) throws -> Data {
    do {
      let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      return try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
    } catch {
      throw ArchiveError(
        .unsupported, expected: "a format that property lists can be written in", found: "\(format)",
        advice: "Write binary or XML.", underlying: error)
    }
  }

  /// Whether the bytes look like XML: a `<` after white space and byte order marks.
  private static func isXML(_ data: Data) -> Bool {
    let insignificant: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    return data.prefix(256).first { !insignificant.contains($0) } == UInt8(ascii: "<")
  }
}
