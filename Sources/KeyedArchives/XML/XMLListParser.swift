package import ArchiveBytes
internal import ArchiveValues
package import Foundation
internal import PropertyLists

/// Parses an XML property list, and converts it to a binary one.
///
/// (Foundation's reader crashes on deep nesting.) It accepts control characters: strict XML forbids them, but Apple's
/// files contain them.
package struct XMLListParser: TextDocumentParser {
  package let bytes: [UInt8]
  package var position = 0
  package var depth = 0
  package let stack = StackGuard()
  package let limits: ArchiveLimits
  /// The path to the current value: positions in arrays, and the complements of the offsets of keys' tags.
  private var steps: [Int] = []
  private var list: BinaryListBuilder

  private init(_ bytes: [UInt8], _ limits: ArchiveLimits, freeDepth: Int) {
    (self.bytes, self.limits) = (bytes, limits)
    list = BinaryListBuilder(limits: limits)
    depth = -freeDepth
  }

  /// Returns the binary form of a list. Its keys keep their order, and equal values stay separate objects: the limits
  /// derive the allowed decoded size from the size of the list, so the list should not be smaller than its content.
  ///
  /// - Parameter freeDepth: The number of levels around the values that do not count against the limits.
  package static func binary(_ data: Data, _ limits: ArchiveLimits, freeDepth: Int = 0) throws -> Data {
    var parser = XMLListParser(try XMLEncoding.utf8(data), limits, freeDepth: freeDepth)
    let top = try parser.parse()
    return try parser.list.finish(top: top)
  }

  /// Reads the whole document.
  private mutating func parse() throws -> UInt32 {
    try begin("a property list")
    var tag = try tag()
    let isWrapped = tag.name == "plist"
    if isWrapped { tag = try self.tag() }
    let value = try value(tag)
    if isWrapped { try end("plist") }
    try skipSpace()
    guard position == bytes.count else { throw error("nothing after the list") }
    return value
  }

  // MARK: Values

  /// Returns the value that begins with a tag. ``leaf(_:)`` reads values that are not collections. It is a separate
  /// method, because its many local variables would take stack at each level.
  private mutating func value(_ tag: XMLTag) throws -> UInt32 {
    if tag.isEnd { return try leaf(tag) }
    switch tag.name {
    case "array" where tag.isEmpty: return list.add(array: [])
    case "dict" where tag.isEmpty: return list.add(keys: [], values: [])
    case "array": return try nested(at: tag.start) { try $0.array() }
    case "dict": return try nested(at: tag.start) { try $0.dictionary() }
    default: return try leaf(tag)
    }
  }

  @inline(never)
  private mutating func leaf(_ tag: XMLTag) throws -> UInt32 {
    guard !tag.isEnd else {
      position = tag.start
      throw error("a value")
    }
    switch tag.name {
    case "true", "false":
      if !tag.isEmpty { try end(tag.name) }
      return list.add(.bool(tag.name == "true"))
    case "string":
      guard let value = String(validUTF8: try text(tag)) else { throw notUTF8(tag) }
      return try list.add(value)
    case "integer":
      return list.add(try integer(tag))
    case "real":
      let text = try trimmed(text(tag), tag)
      guard let number = Double(text) else { throw wrong("a number", text, tag) }
      return list.add(.double(number))
    case "date":
      let text = try trimmed(text(tag), tag)
      guard let date = try? ISO8601DateTransformer().decode(text) else {
        throw wrong("a date in ISO 8601", text, tag)
      }
      return list.add(date)
    case "data":
      let text = try text(tag)
      let digits = Data(text.lazy.filter { !Self.isSpace($0) })
      guard let data = Data(base64Encoded: digits) else {
        guard String(validUTF8: text) != nil else { throw notUTF8(tag) }
        throw wrong("Base64", String(decoding: digits.prefix(40), as: UTF8.self), tag)
      }
      return try list.add(data)
    default:
      position = tag.start
      throw error("an element of property lists", "<\(tag.name.prefix(40))>")
    }
  }

  private mutating func wrong(_ expected: String, _ found: String, _ tag: XMLTag) -> ArchiveError {
    position = tag.start
    return error(expected, "“\(found.prefix(40))”", .invalidValue)
  }

  private mutating func notUTF8(_ tag: XMLTag) -> ArchiveError {
    position = tag.start
    return error("text in UTF-8", "invalid UTF-8")
  }

  /// Returns the text of a number or a date without the white space around it.
  private mutating func trimmed(_ text: ArraySlice<UInt8>, _ tag: XMLTag) throws -> String {
    guard let string = String(validUTF8: text) else { throw notUTF8(tag) }
    // Most texts have no white space around them. The others may have any white space of Unicode.
    if let first = text.first, let last = text.last, Self.isGraphic(first), Self.isGraphic(last) {
      return string
    }
    return string.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func integer(_ tag: XMLTag) throws -> StoredNumber {
    let text = try trimmed(text(tag), tag)
    guard let number = Self.integer(text) else { throw wrong("an integer of 64 bits", text, tag) }
    return number
  }

  /// Returns an integer of 64 bits, decimal or hexadecimal.
  private static func integer(_ text: String) -> StoredNumber? {
    if let number = Int64(text) { return .signed(number) }
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHexadecimal = digits.lowercased().hasPrefix("0x")
    guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"),
      let size = UInt64(isHexadecimal ? digits.dropFirst(2) : digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    if !isNegative { return .unsigned(size) }
    return size <= 1 << 63 ? .signed(Int64(truncatingIfNeeded: 0 &- size)) : nil
  }

  private mutating func array() throws -> UInt32 {
    var elements: [UInt32] = []
    while true {
      let tag = try tag()
      if tag.isEnd, tag.name == "array" { return list.add(array: elements) }
      steps.append(elements.count)
      elements.append(try value(tag))
      steps.removeLast()
    }
  }

  private mutating func dictionary() throws -> UInt32 {
    var (keys, values, known) = ([UInt32](), [UInt32](), Set<UInt32>())
    while true {
      let tag = try tag()
      if tag.isEnd, tag.name == "dict" { return list.add(keys: keys, values: values) }
      guard tag.name == "key", !tag.isEnd else {
        position = tag.start
        throw error("<key>")
      }
      let name = try text(tag)
      if keys.isEmpty, name.elementsEqual("CF$UID".utf8) {
        steps.append(~tag.start)
        let (reference, number) = try reference(self.tag())
        steps.removeLast()
        if let reference { return reference }
        keys.append(try list.key("CF$UID"))
        values.append(number)
      } else {
        guard let text = String(validUTF8: name) else { throw notUTF8(tag) }
        let key = try list.key(text)
        guard known.insert(key).inserted else {
          position = tag.start
          throw error("each key once", "the key “\(text.prefix(80))” again")
        }
        keys.append(key)
        steps.append(~tag.start)
        values.append(try value(self.tag()))
        steps.removeLast()
      }
    }
  }

  /// Reads the value under the key of a reference. If it is a reference, also reads the end of the dictionary.
  private mutating func reference(_ tag: XMLTag) throws -> (reference: UInt32?, value: UInt32) {
    guard tag.name == "integer", !tag.isEnd else { return (nil, try value(tag)) }
    let number = try integer(tag)
    let start = position
    if let uid = number.integer(UInt32.self), let end = try? self.tag(), end.isEnd, end.name == "dict" {
      return (list.add(uid: uid), 0)
    }
    position = start
    return (nil, list.add(number))
  }

  // MARK: Errors

  /// The path to the current value. Only errors need it, so the keys are read again.
  package var path: [ArchiveError.PathComponent] {
    var reader = self
    reader.steps = []
    return steps.map { step in
      if step >= 0 { return .index(step) }
      reader.position = ~step
      let text = (try? reader.tag()).flatMap { try? reader.text($0) } ?? []
      return .field(String(decoding: text, as: UTF8.self))
    }
  }

  package var placeDescription: String { "line \(line)" }
  package static var shownCount: Int { 20 }
}

/// A start tag or an end tag.
struct XMLTag {
  let name: String
  let isEnd: Bool
  /// Whether the tag is both a start tag and an end tag.
  let isEmpty: Bool
  /// The offset of the tag's first byte.
  let start: Int
}
