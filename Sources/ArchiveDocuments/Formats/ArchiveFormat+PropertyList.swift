internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import KeyedArchives
internal import PropertyLists

extension ArchiveFormat {
  /// A binary or XML property list that is not a keyed archive.
  public static let propertyList = ArchiveFormat(
    name: "plist", fileDescription: "a property list",
    recognizes: { data, _ in try data.starts(with: BinaryPlist.mark.utf8) || data.xmlPropertyList != nil },
    open: { data, options, _ in PropertyListFile(data: data, options: options) },
    encode: { content, options in
      try content.propertyListData(options.propertyListFormat, options.limits)
    })
}

private struct PropertyListFile: ArchiveFile {
  let data: Data
  let options: ArchiveFormat.ReadingOptions

  var summary: ArchiveSummary {
    var summary = ArchiveSummary()
    summary.isXML = data.beginsAsXML
    summary.bytesBehindEnd =
      summary.isXML ? data.paddingBehindText : BinaryListReader.paddingCount(of: data)
    return summary
  }

  func content() throws -> ArchiveContent {
    try ArchiveContent(propertyList: data, notation: options.notation, options.limits)
  }
}

extension Data {
  /// Returns the bytes in UTF-8 if they begin like an XML property list.
  var xmlPropertyList: Data? {
    get throws {
      guard beginsAsXML else { return nil }
      let text = try XMLListReader.text(of: self)
      return text.prefix(1024).range(of: Data("<plist".utf8)) == nil ? nil : text
    }
  }
}
