package import ArchiveBytes

/// The common parts of text parsers: the bytes, the current position and depth, and errors with locations.
package protocol TextDocumentParser {
  /// The text.
  var bytes: [UInt8] { get }
  var position: Int { get set }
  var depth: Int { get set }
  var stack: StackGuard { get set }
  var path: [ArchiveError.PathComponent] { get }
  var limits: ArchiveLimits { get }

  /// An error at the present place.
  func error(_ expected: String, _ found: String?, _ code: ArchiveError.Code, advice: ArchiveError.Advice?)
    -> ArchiveError
}

extension TextDocumentParser {
  /// An error at the present place.
  package func error(
    _ expected: String, _ found: String? = nil, _ code: ArchiveError.Code = .malformed
  ) -> ArchiveError {
    error(expected, found, code, advice: nil)
  }

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

  /// Returns an error at the current position. The message names `place` and shows the given number of bytes.
  package func error(
    _ expected: String, _ found: String?, _ code: ArchiveError.Code, in place: String, showing count: Int,
    advice: ArchiveError.Advice?
  ) -> ArchiveError {
    let isEnd = position >= bytes.count
    let rest = String(decoding: bytes[position...].prefix(count), as: UTF8.self)
    return ArchiveError(
      isEnd && found == nil ? .truncated : code, expected: "\(expected) in \(place)",
      found: found ?? (isEnd ? "the end of the document" : "“\(rest)”"), path: path, offset: position,
      advice: advice)
  }
}
