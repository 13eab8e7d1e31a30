internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Reads the bytes of an XML property list as a node.
///
/// (Foundation's reader crashes on deep nesting.) It accepts control characters: strict XML forbids them, but Apple's
/// files contain them.
struct XMLListParser: TextDocumentParser {
  let bytes: [UInt8]
  var position = 0
  var depth = 0
  var stack = StackGuard()
  let limits: ArchiveLimits
  /// The way to the present value: positions in arrays, and the complements of the offsets of keys' tags.
  private var steps: [Int] = []
  /// Whether the list is an archive's, in which UIDs become references.
  private let isArchive: Bool

  init(_ bytes: [UInt8], _ limits: ArchiveLimits, freeDepth: Int = 0, isArchive: Bool = false) {
    (self.bytes, self.limits, self.isArchive) = (bytes, limits, isArchive)
    depth = -freeDepth
  }

  /// Reads the whole document.
  mutating func parse() throws -> ArchiveNode {
    try begin("a property list")
    var tag = try tag()
    let isWrapped = tag.element == .plist
    if isWrapped { tag = try self.tag() }
    let value = try value(tag)
    if isWrapped { try end(.plist) }
    try skipSpace()
    guard position == bytes.count else { throw error("nothing after the list") }
    return value
  }

  // MARK: Values

  /// Returns the value that begins with a tag. ``leaf(_:)`` reads values that are not collections, since its many
  /// local variables would take stack at each level.
  private mutating func value(_ tag: XMLTag) throws -> ArchiveNode {
    if tag.isEnd { return try leaf(tag) }
    switch tag.element {
    case .array where tag.isEmpty: return .array([])
    case .dict where tag.isEmpty: return .dictionary([])
    case .array: return try nested(at: tag.start) { try $0.array() }
    case .dict: return try nested(at: tag.start) { try $0.dictionary() }
    default: return try leaf(tag)
    }
  }

  @inline(never)
  private mutating func leaf(_ tag: XMLTag) throws -> ArchiveNode {
    guard !tag.isEnd else {
      position = tag.start
      throw error("a value")
    }
    switch tag.element {
    case .true, .false:
      if !tag.isEmpty { try end(tag.element!) }
      return .bool(tag.element == .true)
    case .string:
      guard let value = String(validUTF8: try text(tag, .string)) else { throw notUTF8(tag) }
      return .string(value)
    case .integer:
      let text = try trimmed(text(tag, .integer), tag)
      guard let number = Self.integer(text) else { throw wrong("an integer of 64 bits", text, tag) }
      return number
    case .real:
      let text = try trimmed(text(tag, .real), tag)
      guard let number = Double(text) else { throw wrong("a number", text, tag) }
      return .double(number)
    case .date:
      let text = try trimmed(text(tag, .date), tag)
      guard let date = try? ISO8601DateTransformer().decode(text) else {
        throw wrong("a date in ISO 8601", text, tag)
      }
      return .date(date)
    case .data:
      let text = try text(tag, .data)
      let digits = Data(text.lazy.filter { !Self.isSpace($0) })
      guard let data = Data(base64Encoded: digits) else {
        guard String(validUTF8: text) != nil else { throw notUTF8(tag) }
        throw wrong("Base64", String(decoding: digits.prefix(40), as: UTF8.self), tag)
      }
      return .data(data)
    default:
      position = tag.start
      throw error("an element of property lists", "<\(name(of: tag).prefix(40))>")
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
    // Most texts have none, and those with other characters than digits may have any that Unicode knows.
    if let first = text.first, let last = text.last, Self.isGraphic(first), Self.isGraphic(last) {
      return string
    }
    return string.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the node of an integer of 64 bits, decimal or hexadecimal.
  private static func integer(_ text: String) -> ArchiveNode? {
    if let number = Int64(text) { return .integer(number) }
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHexadecimal = digits.lowercased().hasPrefix("0x")
    guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"),
      let size = UInt64(isHexadecimal ? digits.dropFirst(2) : digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    if !isNegative { return ArchiveNode(size) }
    return size <= 1 << 63 ? .integer(Int64(truncatingIfNeeded: 0 &- size)) : nil
  }

  private mutating func array() throws -> ArchiveNode {
    var elements: [ArchiveNode] = []
    while true {
      let tag = try tag()
      if tag.isEnd, tag.element == .array { return .array(elements) }
      steps.append(elements.count)
      elements.append(try value(tag))
      steps.removeLast()
    }
  }

  private mutating func dictionary() throws -> ArchiveNode {
    var (entries, names) = ([ArchiveNode.Entry](), Set<ExactName>())
    while true {
      let tag = try tag()
      if tag.isEnd, tag.element == .dict { return .dictionary(entries) }
      guard tag.element == .key, !tag.isEnd else {
        position = tag.start
        throw error("<key>")
      }
      let name = try text(tag, .key)
      if isArchive, entries.isEmpty, name.elementsEqual("CF$UID".utf8), let uid = restOfReference() {
        return uid
      }
      guard let key = String(validUTF8: name) else { throw notUTF8(tag) }
      guard entries.isNew(key, &names) else {
        position = tag.start
        throw error("each key once", "the key “\(key.prefix(80))” again")
      }
      steps.append(~tag.start)
      entries.append(.init(key: .string(key), value: try value(self.tag())))
      steps.removeLast()
    }
  }

  /// Reads the rest of a dictionary that is a reference of an archive, after its key. Returns `nil` and reads nothing if it
  /// is another, or has an unusual number.
  ///
  /// An archive is half references, so making no dictionary for them saves a sixth of the time (the benchmark “xml”).
  private mutating func restOfReference() -> ArchiveNode? {
    let start = position
    var uid: UInt32 = 0
    if let tag = try? tag(), !tag.isEnd, tag.element == .integer, let digits = try? text(tag, .integer),
      !digits.isEmpty, digits.count < 10,
      digits.allSatisfy({ digit in
        uid = uid &* 10 &+ UInt32(digit &- 0x30)
        return (0x30...0x39).contains(digit)
      }),
      let end = try? self.tag(), end.isEnd, end.element == .dict
    {
      return .reference(Int(uid))
    }
    position = start
    return nil
  }

  // MARK: Errors

  /// The way to the present value. Only errors need it, so the keys are read again.
  var path: [ArchiveError.PathComponent] {
    var reader = self
    reader.steps = []
    return steps.map { step in
      if step >= 0 { return .index(step) }
      reader.position = ~step
      let text = (try? reader.tag()).flatMap { try? reader.text($0, .key) } ?? []
      return .field(String(decoding: text, as: UTF8.self))
    }
  }

  /// Returns an error at the current position, with its line.
  func error(
    _ expected: String, _ found: String?, _ code: ArchiveError.Code, advice: ArchiveError.Advice?
  ) -> ArchiveError {
    error(expected, found, code, in: "line \(line)", showing: 20, advice: advice)
  }
}

/// The elements of property lists. The numbers are the bytes of their names.
enum XMLElement: UInt64 {
  case plist = 0x70_6C69_7374
  case array = 0x61_7272_6179
  case dict = 0x6469_6374
  case key = 0x6B_6579
  case string = 0x7374_7269_6E67
  case integer = 0x69_6E74_6567_6572
  case real = 0x7265_616C
  case date = 0x6461_7465
  case data = 0x6461_7461
  case `true` = 0x7472_7565
  case `false` = 0x66_616C_7365

  /// The name, for errors.
  var name: String { "\(self)" }
}

/// A start tag or an end tag.
struct XMLTag {
  /// The element; `nil` if property lists have none of that name.
  let element: XMLElement?
  let isEnd: Bool
  /// Whether it is a start tag and an end tag in one.
  let isEmpty: Bool
  /// The offset of its first byte.
  let start: Int
}
