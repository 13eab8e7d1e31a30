internal import ArchiveBytes
package import Foundation

/// The supported XML encodings: UTF-8; UTF-16 with or without a byte order mark; UTF-32 with a mark; and ISO 8859-1
/// if the declaration names it.
package enum XMLEncoding {
  /// Returns the bytes of a document as UTF-8, without a byte order mark and without zero padding.
  package static func utf8(_ data: Data) throws -> [UInt8] {
    let data = data.dropLast(data.paddingBehindText)
    for (mark, encoding) in marks where data.starts(with: mark) {
      let text = data.dropFirst(mark.count)
      return try encoding == .utf8 ? Array(text) : utf8(text, in: encoding)
    }
    if let encoding = data.xmlEncodingWithoutMark { return try utf8(data, in: encoding) }
    switch declared(data) {
    case "UTF-8", "US-ASCII", "ASCII", nil: return Array(data)
    case "ISO-8859-1", "LATIN1": return data.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
    case let name?:
      throw ArchiveError(
        .unsupported, expected: "XML in UTF-8", found: "XML in \(name)", offset: 0,
        advice: "Convert the file to UTF-8.")
    }
  }

  private static func utf8(_ text: Data, in encoding: String.Encoding) throws -> [UInt8] {
    guard let text = String(data: text, encoding: encoding) else {
      throw ArchiveError(
        .malformed, expected: "text in the encoding that its first bytes show", found: "other bytes",
        offset: 0)
    }
    return Array(text.utf8)
  }

  /// Longer marks come first, because the UTF-32 mark begins with the UTF-16 mark.
  private static let marks: [([UInt8], String.Encoding)] = [
    ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian),
    ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
    ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
  ]

  /// Returns the encoding in the declaration, in upper case; `nil` if it names none.
  private static func declared(_ data: Data) -> String? {
    let head = String(decoding: data.prefix(256), as: UTF8.self)
    guard let start = head.range(of: "<?xml"), let end = head.range(of: "?>"),
      start.upperBound <= end.lowerBound,
      let name = head[start.upperBound..<end.lowerBound].range(of: "encoding=")
    else { return nil }
    let value = head[name.upperBound..<end.lowerBound]
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return value.dropFirst().prefix { $0 != quote }.uppercased()
  }
}
