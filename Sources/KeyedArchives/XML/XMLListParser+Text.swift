internal import ArchiveBytes

// Tags, the comments and white space between them, and the text of elements.
extension XMLListParser {
  // MARK: Tags

  /// Returns the next tag, skipping comments and white space.
  mutating func tag() throws -> XMLTag {
    try skipSpace()
    let start = position
    guard take("<") else { throw error("a tag") }
    let isEnd = take("/")
    let nameStart = position
    while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
    try move(to: UInt8(ascii: ">"), "“>”")
    let isEmpty = bytes[position - 1] == UInt8(ascii: "/") && position > nameStart
    position += 1
    return XMLTag(name: name, isEnd: isEnd, isEmpty: isEmpty, start: start)
  }

  /// Reads the end tag of an element.
  mutating func end(_ element: String) throws {
    let tag = try tag()
    guard tag.isEnd, tag.name == element else {
      position = tag.start
      throw error("“</\(element)>”")
    }
  }

  /// Skips white space, comments, and everything before the property list.
  mutating func skipSpace() throws {
    while position < bytes.count {
      if Self.isSpace(bytes[position]) {
        position += 1
      } else if bytes[position] != UInt8(ascii: "<") || position + 1 == bytes.count {
        return
      } else if bytes[position + 1] == UInt8(ascii: "?") {
        try skip(past: "?>")
      } else if bytes[position + 1] != UInt8(ascii: "!") {
        return
      } else if has("<!--") {
        try skip(past: "-->")
      } else if has("<!DOCTYPE") {
        let start = position
        try skip(past: ">")
        guard !bytes[start..<position].contains(UInt8(ascii: "[")) else {
          position = start
          throw error("a document type without declarations", "one with them", .unsupported)
        }
      } else {
        return
      }
    }
  }

  /// Whether this text is at the current position.
  private func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Moves to the next byte of a kind.
  private mutating func move(to byte: UInt8, _ expected: String) throws {
    while position < bytes.count, bytes[position] != byte { position += 1 }
    if position == bytes.count { throw error(expected) }
  }

  private mutating func skip(past mark: String) throws {
    let first = mark.utf8.first!
    while true {
      try move(to: first, "“\(mark)”")
      if has(mark) { break }
      position += 1
    }
    position += mark.utf8.count
  }

  // MARK: Text

  /// Reads the text of an element and its end tag.
  mutating func text(_ tag: XMLTag) throws -> ArraySlice<UInt8> {
    if tag.isEmpty { return [] }
    let start = position
    skipPlainText()
    if isEntity || isMarkup { return try composedText(tag, from: start) }
    let text = bytes[start..<position]
    try endText(tag)
    return text
  }

  /// Moves to the next byte that begins a tag or an entity.
  private mutating func skipPlainText() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "<"), !isEntity { position += 1 }
  }

  private var isEntity: Bool { position < bytes.count && bytes[position] == UInt8(ascii: "&") }
  /// Whether a comment or a section begins here.
  private var isMarkup: Bool { position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "!") }

  private mutating func endText(_ tag: XMLTag) throws {
    guard position < bytes.count else { throw error("“</\(tag.name)>”") }
    try end(tag.name)
  }

  /// Reads text with entities, comments or sections of characters, which begins at an offset.
  @inline(never)
  private mutating func composedText(_ tag: XMLTag, from start: Int) throws -> ArraySlice<UInt8> {
    var text = Array(bytes[start..<position])
    while position < bytes.count {
      if isEntity {
        text.append(contentsOf: try entity())
      } else if isMarkup, has("<![CDATA[") {
        position += 9
        let start = position
        try skip(past: "]]>")
        text += bytes[start..<position - 3]
      } else if isMarkup, has("<!--") {
        try skip(past: "-->")
      } else {
        break
      }
      let start = position
      skipPlainText()
      text += bytes[start..<position]
    }
    try endText(tag)
    return text[...]
  }

  /// Reads an entity, and returns its character in UTF-8.
  private mutating func entity() throws -> Unicode.UTF8.EncodedScalar {
    let start = position
    let name = bytes[(start + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
    guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";"),
      let scalar = Self.scalar(String(decoding: name, as: UTF8.self)), let encoded = UTF8.encode(scalar)
    else { throw error("one of XML's own entities, or a character by its number") }
    position = name.endIndex + 1
    return encoded
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard digits.first?.isHexDigit == true else { return nil }
      return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    }
  }

  // MARK: Bytes

  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether a byte is a visible ASCII character.
  static func isGraphic(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

  @inline(__always)
  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }
}
