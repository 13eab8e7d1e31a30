package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// Reads an XML property list and keeps the order of keys and every digit of numbers.
///
/// (Foundation's reader keeps neither, and crashes on deep nesting.) It accepts control characters: strict XML
/// forbids them, but Apple's files contain them.
package struct XMLListReader: TextDocumentParser {
  package let bytes: [UInt8]
  package var position = 0
  package var depth = 0
  package var stack = StackGuard()
  package private(set) var path: [ArchiveError.PathComponent] = []
  package let limits: ArchiveLimits
  /// Counts the bytes between a key and the next one for that key.
  private var meter: TextMeter?

  /// Returns the node of a property list.
  ///
  /// - Parameter freeDepth: The number of levels around the values that do not count against the limits.
  package static func node(
    of data: Data, _ limits: ArchiveLimits, freeDepth: Int = 0, meter: TextMeter? = nil
  ) throws -> ArchiveNode {
    var reader = try XMLListReader(bytes: XMLEncoding.utf8(data), limits: limits)
    (reader.depth, reader.meter) = (-freeDepth, meter)
    try reader.begin("a property list")
    var tag = try reader.tag()
    let isWrapped = tag.name == "plist"
    if isWrapped { tag = try reader.tag() }
    let node = try reader.value(tag)
    if isWrapped { try reader.end("plist") }
    try reader.skipSpace()
    guard reader.position == reader.bytes.count else { throw reader.error("nothing after the list") }
    return node
  }

  /// Returns a UTF-16 document as UTF-8; any other unchanged.
  package static func text(of data: Data) throws -> Data {
    data.prefix(2).contains(0xFF) ? Data(try XMLEncoding.utf8(data)) : data
  }

  private init(bytes: [UInt8], limits: ArchiveLimits) { (self.bytes, self.limits) = (bytes, limits) }

  // MARK: Tags

  private struct Tag {
    let name: String
    var isEnd = false
    var isEmpty = false
    let start: Int
  }

  /// Returns the next tag, skipping comments and white space.
  private mutating func tag() throws -> Tag {
    try skipSpace()
    let start = position
    guard take("<") else { throw error("a tag") }
    let isEnd = take("/")
    let nameStart = position
    while let byte = peek, !Self.isSpace(byte), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
      position += 1
    }
    let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
    guard let close = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
      position = bytes.count
      throw error("“>”")
    }
    let isEmpty = bytes[close - 1] == UInt8(ascii: "/") && close > nameStart
    position = close + 1
    return Tag(name: name, isEnd: isEnd, isEmpty: isEmpty, start: start)
  }

  private mutating func end(_ name: String) throws {
    let tag = try tag()
    guard tag.isEnd, tag.name == name else {
      position = tag.start
      throw error("“</\(name)>”")
    }
  }

  /// Skips white space, comments, and everything before the property list.
  private mutating func skipSpace() throws {
    while let byte = peek {
      if Self.isSpace(byte) {
        position += 1
      } else if bytes[position...].starts(with: "<!--".utf8) {
        try skip(past: "-->")
      } else if bytes[position...].starts(with: "<?".utf8) {
        try skip(past: "?>")
      } else if bytes[position...].starts(with: "<!DOCTYPE".utf8) {
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

  private mutating func skip(past mark: String) throws {
    let mark = Array(mark.utf8)
    while position < bytes.count {
      if bytes[position...].starts(with: mark) {
        position += mark.count
        return
      }
      position += 1
    }
    throw error("“\(String(decoding: mark, as: UTF8.self))”")
  }

  // MARK: Values

  /// Returns the value that begins with a tag. ``leaf(_:)`` reads values that are not collections, since its many
  /// local variables would take stack at each level.
  private mutating func value(_ tag: Tag) throws -> ArchiveNode {
    if tag.isEnd { return try leaf(tag) }
    switch tag.name {
    case "array": return try nested(tag) { try $0.array() }
    case "dict": return try nested(tag) { try $0.dictionary() }
    default: return try leaf(tag)
    }
  }

  private mutating func leaf(_ tag: Tag) throws -> ArchiveNode {
    func wrong(_ expected: String, _ found: String) -> ArchiveError {
      position = tag.start
      return error(expected, "“\(found.prefix(40))”", .invalidValue)
    }
    guard !tag.isEnd else {
      position = tag.start
      throw error("a value")
    }
    switch tag.name {
    case "true", "false":
      if !tag.isEmpty { try end(tag.name) }
      return .bool(tag.name == "true")
    case "string": return .string(try text(tag))
    case "integer":
      let text = Self.trimmed(try text(tag))
      guard let number = Self.integer(text) else { throw wrong("an integer of 64 bits", text) }
      return number
    case "real":
      let text = Self.trimmed(try text(tag))
      guard let number = Double(text) else { throw wrong("a number", text) }
      return .double(number)
    case "date":
      let text = Self.trimmed(try text(tag))
      guard let date = try? ISO8601DateTransformer().decode(text) else {
        throw wrong("a date in ISO 8601", text)
      }
      return .date(date)
    case "data":
      let digits = try text(tag).utf8.filter { !Self.isSpace($0) }
      guard let data = Data(base64Encoded: String(decoding: digits, as: UTF8.self)) else {
        throw wrong("Base64", String(decoding: digits.prefix(40), as: UTF8.self))
      }
      return .data(data)
    default:
      position = tag.start
      throw error("an element of property lists", "<\(tag.name.prefix(40))>")
    }
  }

  private mutating func nested(_ tag: Tag, _ body: (inout Self) throws -> ArchiveNode) throws -> ArchiveNode {
    if tag.isEmpty { return tag.name == "array" ? .array([]) : .dictionary([]) }
    return try nested(at: tag.start, body)
  }

  private mutating func array() throws -> ArchiveNode {
    var elements: [ArchiveNode] = []
    while true {
      let tag = try tag()
      if tag.isEnd, tag.name == "array" { return .array(elements) }
      path.append(.index(elements.count))
      elements.append(try value(tag))
      path.removeLast()
    }
  }

  private mutating func dictionary() throws -> ArchiveNode {
    var entries: [ArchiveNode.Entry] = []
    var keys: Set<[UInt8]> = []
    while true {
      let tag = try tag()
      if !entries.isEmpty { meter?.end(at: tag.start) }
      if tag.isEnd, tag.name == "dict" { return .dictionary(entries) }
      guard tag.name == "key", !tag.isEnd else {
        position = tag.start
        throw error("<key>")
      }
      let key = try text(tag)
      guard keys.insert(Array(key.utf8)).inserted else {
        position = tag.start
        throw error("each key once", "the key “\(key.prefix(80))” again")
      }
      path.append(.field(key))
      meter?.begin(key, at: tag.start)
      entries.append(.init(key: .string(key), value: try value(self.tag())))
      path.removeLast()
    }
  }

  private static func integer(_ text: String) -> ArchiveNode? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHexadecimal = digits.lowercased().hasPrefix("0x")
    guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"),
      let size = UInt64(isHexadecimal ? digits.dropFirst(2) : digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    if !isNegative { return ArchiveNode(size) }
    return size <= 1 << 63 ? .integer(Int64(truncatingIfNeeded: 0 &- size)) : nil
  }

  // MARK: Text

  /// Reads the text of an element and its end tag.
  private mutating func text(_ tag: Tag) throws -> String {
    if tag.isEmpty { return "" }
    var text: [UInt8] = []
    while let byte = peek {
      if byte == UInt8(ascii: "&") {
        text += try entity()
      } else if byte != UInt8(ascii: "<") {
        text.append(byte)
        position += 1
      } else if bytes[position...].starts(with: "<![CDATA[".utf8) {
        position += 9
        let start = position
        try skip(past: "]]>")
        text += bytes[start..<(position - 3)]
      } else if bytes[position...].starts(with: "<!--".utf8) {
        try skip(past: "-->")
      } else {
        try end(tag.name)
        guard let string = String(validating: text, as: UTF8.self) else {
          position = tag.start
          throw error("text in UTF-8", "invalid UTF-8")
        }
        return string
      }
    }
    throw error("“</\(tag.name)>”")
  }

  private mutating func entity() throws -> [UInt8] {
    let start = position
    let name = bytes[(position + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
    position += name.count + 2
    switch String(decoding: name, as: UTF8.self) {
    case _ where position > bytes.count: break
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    case let text where text.hasPrefix("#"):
      let isHexadecimal = text.hasPrefix("#x")
      let digits = text.dropFirst(isHexadecimal ? 2 : 1)
      guard digits.first?.isHexDigit == true, let code = UInt32(digits, radix: isHexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(code)
      else { break }
      return UTF8.encode(scalar).map(Array.init) ?? []
    default: break
    }
    position = start
    throw error("one of XML's own entities, or a character by its number")
  }

  private static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: Bytes

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Returns an error at the current position, with its line.
  package func error(
    _ expected: String, _ found: String?, _ code: ArchiveError.Code, advice: String?
  ) -> ArchiveError {
    error(expected, found, code, in: "line \(line)", showing: 20, advice: advice)
  }
}
