internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Reads the bytes of an XML property list, and hands the values to an output as soon as they are complete.
///
/// (Foundation's reader crashes on deep nesting.) It accepts control characters: strict XML forbids them, but Apple's
/// files contain them.
struct XMLListParser<Output: XMLListOutput>: TextDocumentParser {
  let bytes: [UInt8]
  var position = 0
  var depth = 0
  var stack = StackGuard()
  let limits: ArchiveLimits
  var output: Output
  /// The keys and the values of unfinished containers, innermost last.
  private var keys: [Output.Key] = []
  private var values: [Output.Value] = []
  /// The way to the present value: positions in arrays, and the complements of the offsets of keys' tags.
  private var steps: [Int] = []
  /// Counts the bytes between a key and the next one for that key.
  private var meter: TextMeter?

  init(
    _ bytes: [UInt8], _ output: Output, _ limits: ArchiveLimits, freeDepth: Int = 0, meter: TextMeter? = nil
  ) {
    (self.bytes, self.output, self.limits, self.meter) = (bytes, output, limits, meter)
    depth = -freeDepth
  }

  /// Reads the whole document.
  mutating func parse() throws -> Output.Value {
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
  private mutating func value(_ tag: XMLTag) throws -> Output.Value {
    if tag.isEnd { return try leaf(tag) }
    switch tag.element {
    case .array where tag.isEmpty: return output.array(0, of: &values)
    case .dict where tag.isEmpty: return output.dictionary(0, of: &keys, &values)
    case .array: return try nested(at: tag.start) { try $0.array() }
    case .dict: return try nested(at: tag.start) { try $0.dictionary() }
    default: return try leaf(tag)
    }
  }

  @inline(never)
  private mutating func leaf(_ tag: XMLTag) throws -> Output.Value {
    guard !tag.isEnd else {
      position = tag.start
      throw error("a value")
    }
    switch tag.element {
    case .true, .false:
      if !tag.isEmpty { try end(tag.element!) }
      return output.bool(tag.element == .true)
    case .string:
      guard let value = try output.string(text(tag, .string)) else { throw notUTF8(tag) }
      return value
    case .integer:
      let text = try text(tag, .integer)
      if let small = XMLNumber.small(text) { return output.integer(small) }
      switch try XMLNumber.integer(trimmed(text, tag)) {
      case .signed(let value)?: return output.integer(value)
      case .unsigned(let value)?: return output.unsigned(value)
      default: throw try wrong("an integer of 64 bits", trimmed(text, tag), tag)
      }
    case .real:
      let text = try trimmed(text(tag, .real), tag)
      guard let number = Double(text) else { throw wrong("a number", text, tag) }
      return output.real(number)
    case .date:
      let text = try trimmed(text(tag, .date), tag)
      guard let date = try? ISO8601DateTransformer().decode(text) else {
        throw wrong("a date in ISO 8601", text, tag)
      }
      return output.date(date)
    case .data:
      let text = try text(tag, .data)
      let digits = Data(text.lazy.filter { !Self.isSpace($0) })
      guard let data = Data(base64Encoded: digits) else {
        guard String(validUTF8: text) != nil else { throw notUTF8(tag) }
        throw wrong("Base64", String(decoding: digits.prefix(40), as: UTF8.self), tag)
      }
      return try output.data(data)
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
    if let first = text.first, let last = text.last, XMLNumber.isGraphic(first), XMLNumber.isGraphic(last) {
      return string
    }
    return string.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func array() throws -> Output.Value {
    let mark = values.count
    while true {
      let tag = try tag()
      if tag.isEnd, tag.element == .array { return output.array(values.count - mark, of: &values) }
      steps.append(values.count - mark)
      let isCounted = meter?.beginElement(values.count - mark, at: tag.start) ?? false
      let value = try value(tag)
      if isCounted { meter?.end(at: position) }
      values.append(value)
      steps.removeLast()
    }
  }

  private mutating func dictionary() throws -> Output.Value {
    let mark = keys.count
    var known: Set<Output.Key> = []
    while true {
      let tag = try tag()
      if keys.count > mark { meter?.end(at: tag.start) }
      if tag.isEnd, tag.element == .dict { return output.dictionary(keys.count - mark, of: &keys, &values) }
      guard tag.element == .key, !tag.isEnd else {
        position = tag.start
        throw error("<key>")
      }
      let text = try text(tag, .key)
      guard let key = try output.key(text) else { throw notUTF8(tag) }
      guard isNew(key, since: mark, &known) else {
        position = tag.start
        throw error("each key once", "the key “\(String(decoding: text, as: UTF8.self).prefix(80))” again")
      }
      keys.append(key)
      steps.append(~tag.start)
      meter?.begin(String(decoding: text, as: UTF8.self), at: tag.start)
      let value = try value(self.tag())
      values.append(value)
      steps.removeLast()
    }
  }

  /// Returns whether the innermost dictionary does not have a key yet. One with many keys has a set of them.
  private func isNew(_ key: Output.Key, since mark: Int, _ known: inout Set<Output.Key>) -> Bool {
    if keys.count - mark < 16 {
      for position in mark..<keys.count where keys[position] == key { return false }
      return true
    }
    if known.isEmpty { known = Set(keys[mark...]) }
    return known.insert(key).inserted
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
    _ expected: String, _ found: String?, _ code: ArchiveError.Code, advice: String?
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

/// Integers in the text of XML lists.
enum XMLNumber {
  case signed(Int64)
  case unsigned(UInt64)

  /// Returns an integer of at most 18 digits and nothing else, as nearly all are.
  static func small(_ text: ArraySlice<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    guard (1...18).contains(digits.count) else { return nil }
    var number: Int64 = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      // Eighteen digits cannot overflow.
      number = number &* 10 &+ Int64(digit)
    }
    return isNegative ? -number : number
  }

  /// Returns any integer of 64 bits, decimal or hexadecimal.
  static func integer(_ text: String) -> XMLNumber? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHexadecimal = digits.lowercased().hasPrefix("0x")
    guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"),
      let size = UInt64(isHexadecimal ? digits.dropFirst(2) : digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    if !isNegative { return Int64(exactly: size).map { .signed($0) } ?? .unsigned(size) }
    return size <= 1 << 63 ? .signed(Int64(truncatingIfNeeded: 0 &- size)) : nil
  }

  /// Whether a byte is a visible ASCII character.
  static func isGraphic(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
}
