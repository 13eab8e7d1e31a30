public import ArchiveBytes
public import ArchiveNodes
public import Foundation
internal import KeyedArchives

extension ArchiveFormat {
  /// The default formats: those of this library, property lists and JSON.
  public static let standard: [ArchiveFormat] = [.columnArchive, .keyedArchive, .propertyList, .json]

  /// Detects the format of data. The data may still be damaged.
  ///
  /// - Parameter formats: The formats to try, in this order.
  /// - Throws: ``ArchiveError`` if the bytes match none of the formats; it says what they look like.
  public static func format(
    of data: Data, among formats: [ArchiveFormat] = standard, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ArchiveFormat {
    if let format = try formats.first(where: { try $0.recognizes(data, limits: limits) }) { return format }
    throw unknown(data, formats)
  }

  /// Opens data in one of these formats.
  static func open(
    _ data: Data, among formats: [ArchiveFormat], options: ReadingOptions,
    progress: (Int) -> Void = { _ in }
  ) throws -> (format: ArchiveFormat, file: any ArchiveFile) {
    for format in formats {
      if let file = try format.open(data, options: options, progress: progress) { return (format, file) }
    }
    throw unknown(data, formats)
  }

  private static func unknown(_ data: Data, _ formats: [ArchiveFormat]) -> ArchiveError {
    let names = formats.map(\.fileDescription)
    return ArchiveError(
      data.isEmpty ? .truncated : .unsupported,
      expected: names.dropLast().joined(separator: ", ") + (names.count > 1 ? " or " : "")
        + (names.last ?? ""),
      found: BytesDescription.description(of: data), offset: 0)
  }
}

/// Describes bytes of an unknown format.
private enum BytesDescription {
  /// Returns what the bytes look like.
  static func description(of data: Data) -> String {
    if data.isEmpty { return "no bytes" }
    if let (_, name) = signatures.first(where: { data.starts(with: $0.0) }) { return name }
    if data.beginsAsXML { return "XML or HTML, but not a property list" }
    if data.prefix(64).contains(0),
      String(validUTF8: data.prefix(64)) != nil || data.starts(with: [0xFF, 0xFE])
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
    ([0x04, 0x0B, 0x73, 0x74, 0x72, 0x65, 0x61, 0x6D], "an NSArchiver archive, which is not a keyed one"),
    ([0xCF, 0xFA, 0xED, 0xFE], "a program"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    (Array("bplist".utf8), "a binary property list of an unsupported version"),
  ]
}
