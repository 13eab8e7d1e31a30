internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchive

/// Tells formats by their first bytes.
enum FormatDetection {
  /// The format of a file, and the list that was read to tell that it is a keyed archive in XML.
  ///
  /// - Throws: ``ArchiveError`` that says what the bytes look like, when they are of no format that is read here.
  static func detect(
    _ data: Data, _ limits: ArchiveLimits
  ) throws -> (format: ArchiveFormat, list: ArchiveNode?) {
    if data.starts(with: [0xC3, 0x53, 0x43, 0x41]) { return (.columnArchive, nil) }
    if data.starts(with: "TSAF".utf8) || data.starts(with: "FAST".utf8) { return (.fastCoding, nil) }
    if data.starts(with: BinaryPlist.mark.utf8) {
      let keys = try BinaryListReader.topKeys(of: data) ?? []
      return (keyedArchiveKeys.allSatisfy(keys.contains) ? .keyedArchive : .propertyList, nil)
    }
    if data.beginsAsXML {
      let text = try XMLListReader.text(of: data)
      if text.prefix(1024).range(of: Data("<plist".utf8)) != nil {
        // Only a list that has these words can be a keyed archive, and only its top says whether it is.
        guard text.range(of: Data("$archiver".utf8)) != nil, text.range(of: Data("$objects".utf8)) != nil
        else { return (.propertyList, nil) }
        let list = try PlistConversion.list(of: data, limits)
        return list.isKeyedArchive ? (.keyedArchive, list) : (.propertyList, nil)
      }
    }
    if isJSON(data) { return (.json, nil) }
    throw ArchiveError(
      data.isEmpty ? .truncated : .unsupported,
      expected: "a keyed archive, a column archive, a FastCoding file, JSON or a property list",
      found: description(of: data), offset: 0)
  }

  /// The keys that the dictionary at the top of a property list has when a keyed archiver wrote it.
  static let keyedArchiveKeys = ["$archiver", "$objects", "$top"]

  private static func isJSON(_ data: Data) -> Bool {
    guard let byte = data.firstSignificantByte else { return false }
    if "{[\"-0123456789".utf8.contains(byte) { return true }
    let text = data.drop { $0 <= 0x20 }
    return ["true", "false", "null"].contains { text.starts(with: $0.utf8) }
  }

  /// What the bytes look like.
  private static func description(of data: Data) -> String {
    if data.isEmpty { return "no bytes" }
    if let (_, name) = signatures.first(where: { data.starts(with: $0.0) }) { return name }
    if data.beginsAsXML { return "XML or HTML that is no property list" }
    if data.prefix(64).contains(0),
      String(validating: data.prefix(64), as: UTF8.self) != nil || data.starts(with: [0xFF, 0xFE])
        || data.starts(with: [0xFE, 0xFF])
    {
      return "text in UTF-16 or binary data"
    }
    let start = data.prefix(512).prefix { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    if start.count == min(data.count, 512) {
      return "text that begins “\(String(decoding: start.prefix(24), as: UTF8.self))”"
    }
    let bytes = data.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    return "bytes that begin with \(bytes)"
  }

  private static let signatures: [([UInt8], String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    ([0x1F, 0x8B], "gzip data; unpack it first"),
    (Array("BZh".utf8), "bzip2 data; unpack it first"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data; unpack it first"),
    ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data; unpack it first"),
    (Array("bvx".utf8), "LZFSE data; unpack it first"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"),
    (Array("%PDF".utf8), "a PDF document"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    ([0x04, 0x0B, 0x73, 0x74, 0x72, 0x65, 0x61, 0x6D], "an archive of NSArchiver, which is no keyed one"),
    ([0xCF, 0xFA, 0xED, 0xFE], "a program"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    (Array("bplist".utf8), "a binary property list of a version that is not read"),
  ]
}
