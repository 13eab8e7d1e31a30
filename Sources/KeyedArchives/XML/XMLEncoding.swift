package import ArchiveBytes
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
    case .xml: return try XMLListWriter.data(of: data, limits, freeDepth: tableDepth, isArchive: true)
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

/// The common parts of text parsers: the bytes, the current position and depth, and errors with locations.
package protocol TextDocumentParser {
  associatedtype Bytes: RandomAccessCollection<UInt8> where Bytes.Index == Int
  /// The text, from position 0.
  var bytes: Bytes { get }
  var position: Int { get set }
  var depth: Int { get set }
  var stack: StackGuard { get }
  var path: [ArchiveError.PathComponent] { get }
  var limits: ArchiveLimits { get }

  /// The current line, and what else locates the position, for errors.
  var placeDescription: String { get }
  /// The number of bytes at the position that errors show.
  static var shownCount: Int { get }
}

extension TextDocumentParser {
  /// Starts parsing a document, after its byte order mark.
  package mutating func begin(_ document: String) throws {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE]) {
      throw error("\(document) in UTF-8", "text in another encoding")
    }
  }

  package var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Runs `body` one level deeper, inside the value that begins at an offset.
  package mutating func nested<Result>(at offset: Int, _ body: (inout Self) throws -> Result) throws -> Result
  {
    depth += 1
    defer { depth -= 1 }
    do {
      try stack.check(depth: depth, limits)
    } catch let error as ArchiveError {
      throw ArchiveError(
        error.code, expected: error.expected, found: error.found, path: path, offset: offset,
        advice: error.advice)
    }
    return try body(&self)
  }

  /// The current line, from 1.
  package var line: Int { bytes[..<position].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) } }

  /// Returns an error at the current position.
  package func error(
    _ expected: String, _ found: String? = nil, _ code: ArchiveError.Code = .malformed,
    advice: ArchiveError.Advice? = nil
  ) -> ArchiveError {
    let isEnd = position >= bytes.count
    let rest = String(decoding: bytes[position...].prefix(Self.shownCount), as: UTF8.self)
    return ArchiveError(
      isEnd && found == nil ? .truncated : code, expected: "\(expected) in \(placeDescription)",
      found: found ?? (isEnd ? "the end of the document" : "“\(rest)”"), path: path, offset: position,
      advice: advice)
  }
}
