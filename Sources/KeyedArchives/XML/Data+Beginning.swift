package import Foundation

// Detecting formats by the first bytes.
extension Data {
  /// Whether the bytes are a binary property list of any version.
  package var beginsAsBinaryPlist: Bool { starts(with: "bplist".utf8) }

  /// Whether the bytes look like XML: a `<` after a byte order mark and white space.
  package var beginsAsXML: Bool {
    // Every binary list begins with this byte.
    if first == UInt8(ascii: "b") { return false }
    return firstSignificantByte == UInt8(ascii: "<") || starts(with: [0xFF, 0xFE, 0x3C, 0])
      || starts(with: [0xFE, 0xFF, 0, 0x3C]) || xmlEncodingWithoutMark != nil
  }

  /// The encoding of XML in UTF-16 without a byte order mark, recognised by its first two characters: `<` and another
  /// character with a zero byte.
  package var xmlEncodingWithoutMark: String.Encoding? {
    let start = Array(prefix(4))
    guard start.count == 4 else { return nil }
    switch (start[0], start[1], start[2], start[3]) {
    case (0x3C, 0, 1..., 0): return .utf16LittleEndian
    case (0, 0x3C, 0, 1...): return .utf16BigEndian
    default: return nil
    }
  }

  /// The number of padding bytes after a text in UTF-8: all trailing zeros and white space, if they include a zero.
  /// Programs pad records and blocks with zeros.
  package var paddingBehindText: Int {
    // In UTF-16, zeros belong to the text.
    guard last == 0 || last == 0x0A, !prefix(4).contains(0), !prefix(2).contains(0xFF),
      let end = lastIndex(where: { ![0, 0x20, 0x09, 0x0A, 0x0D].contains($0) })
    else { return 0 }
    let padding = self[index(after: end)...]
    return padding.contains(0) ? padding.count : 0
  }

  /// The first byte after a byte order mark and white space.
  package var firstSignificantByte: UInt8? {
    first { byte in
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: false
      default: true
      }
    }
  }
}
