import Foundation

/// What a file that is no archive may be instead, by its first bytes.
enum FileLooks {
  private static let beginnings: [(bytes: [UInt8], name: String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    ([0x1F, 0x8B], "a gzip file; unpack it first"),
    ([0x42, 0x5A, 0x68], "a bzip2 file; unpack it first"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file; unpack it first"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file; unpack it first"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("%PDF".utf8), "a PDF document"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (Array("NIBArchive".utf8), "a compiled NIB, which is no keyed archive"),
    (Array("typedstream".utf8), "an NSArchiver archive of before keyed archives"),
    ([0x04, 0x0B] + Array("streamtyped".utf8), "an NSArchiver archive of before keyed archives"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ([0xCF, 0xFA, 0xED, 0xFE], "a program"),
    ([0xCA, 0xFE, 0xBA, 0xBE], "a program"),
    ([0xC3, 0x53, 0x43, 0x41], "a column archive, cut off or damaged"),
    (Array("TSAF".utf8), "a FastCoding file, cut off or damaged"),
    (Array("bplist0".utf8), "a binary property list, cut off or damaged"),
    (Array("bplist".utf8), "a binary property list of another version"),
    (Array("<!DOCTYPE html".utf8), "a web page"),
    (Array("<html".utf8), "a web page"),
    (Array("<?xml".utf8), "XML"),
  ]

  /// What the file looks like; `nil` when there is nothing to say.
  static func describe(_ data: Data) -> String? {
    guard !data.isEmpty else { return "an empty one" }
    if let known = beginnings.first(where: { data.starts(with: $0.bytes) }) { return known.name }
    let start = data.prefix(256)
    if start.allSatisfy({ $0 == 0 }) { return "zeros" }
    let bytes = start.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    let isText = start.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return isText
      ? "text that begins “\(printable(String(decoding: start.prefix(24), as: UTF8.self)))”"
      : "binary data that begins \(bytes)"
  }
}
