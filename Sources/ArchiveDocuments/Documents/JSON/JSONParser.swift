internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Reads JSON (RFC 8259). It keeps the order of keys, and distinguishes integers from other numbers.
///
/// (Foundation's readers do neither.) A duplicate key is an error, because one of the values would be lost. Numbers
/// without a decimal point and an exponent are integers of up to 64 bits. A larger integer becomes a `Double` if the
/// `Double` is exact; otherwise it is an error.
struct JSONParser: TextDocumentParser {
  let bytes: LentBytes
  var position = 0
  var depth = 0
  let stack = StackGuard()
  private(set) var path: [ArchiveError.PathComponent] = []
  let limits: ArchiveLimits

  /// Returns the value of a document, which may begin with a byte order mark.
  static func parse(_ data: Data, _ limits: ArchiveLimits) throws -> ArchiveNode {
    try unsafe data.withUnsafeBytes { bytes in
      var parser = JSONParser(bytes: unsafe LentBytes(bytes), limits: limits)
      try parser.begin("JSON")
      let node = try parser.value()
      parser.skipSpace()
      guard parser.position == parser.bytes.count else { throw parser.error("nothing after the value") }
      return node
    }
  }

  // MARK: Values

  private mutating func value() throws -> ArchiveNode {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try nested { try $0.object() }
    case UInt8(ascii: "["): return try nested { try $0.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default:
      guard isDigit else { throw error("a value") }
      return try number()
    }
  }

  /// Runs `body` after the bracket, one level deeper.
  private mutating func nested(_ body: (inout Self) throws -> ArchiveNode) throws -> ArchiveNode {
    try nested(at: position) { parser in
      parser.position += 1
      parser.skipSpace()
      return try body(&parser)
    }
  }

  private mutating func object() throws -> ArchiveNode {
    var entries: [ArchiveNode.Entry] = []
    var names: Set<ExactName> = []
    if take("}") { return .dictionary([]) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw error("a key") }
      let start = position
      let key = try string()
      guard entries.isNew(key, &names) else {
        position = start
        throw error("each key once", "the key “\(key.prefix(80))” again")
      }
      skipSpace()
      guard take(":") else { throw error("“:” after a key") }
      skipSpace()
      path.append(.field(key))
      entries.append(.init(key: .string(key), value: try value()))
      path.removeLast()
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("“,” or “}”") }
    return .dictionary(entries)
  }

  private mutating func array() throws -> ArchiveNode {
    var elements: [ArchiveNode] = []
    if take("]") { return .array([]) }
    repeat {
      path.append(.index(elements.count))
      elements.append(try value())
      path.removeLast()
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("“,” or “]”") }
    return .array(elements)
  }

  private mutating func word(_ word: String, _ node: ArchiveNode) throws -> ArchiveNode {
    guard bytes[position...].starts(with: word.utf8) else { throw error("a value") }
    position += word.utf8.count
    return node
  }

  // MARK: Numbers

  private mutating func number() throws -> ArchiveNode {
    let start = position
    let isNegative = take("-")
    if take("0") {
      if isDigit { throw error("no further digits after a leading 0") }
    } else {
      try digits()
    }
    var isInteger = true
    if take(".") {
      isInteger = false
      try digits()
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, text != "-0" {
      if let number = Int64(text) { return .integer(number) }
      if let number = UInt64(text) { return ArchiveNode(number) }
    }
    guard let number = Double(text), number.isFinite else {
      position = start
      throw error("a number that Double can hold", "\(text.prefix(40))", .invalidValue)
    }
    if isInteger, text != "-0", text.count > 310 || String(format: "%.0f", number) != text {
      position = start
      throw error(
        "an integer of 64 bits", "\(text.prefix(40))", .invalidValue,
        advice: "Write it as a string, or with “.0” for the nearest Double.")
    }
    return .double(isNegative && number == 0 ? -0.0 : number)
  }

  private var isDigit: Bool {
    guard let peek else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek)
  }

  private mutating func digits() throws {
    guard isDigit else { throw error("a digit") }
    while isDigit { position += 1 }
  }

  // MARK: Strings

  private mutating func string() throws -> String {
    position += 1
    var start = position
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[start..<position]
        guard let string = String(validUTF8: text) else {
          throw error("text in UTF-8", "invalid UTF-8")
        }
        position += 1
        return string
      case UInt8(ascii: "\\"):
        text += bytes[start..<position]
        try escape(&text)
        start = position
      case 0..<0x20: throw error("an escaped control character, \\u00XX", "an unescaped one")
      default: position += 1
      }
    }
    throw error("“\"” at the end of a text")
  }

  private mutating func escape(_ text: inout [UInt8]) throws {
    let start = position
    position += 1
    guard let byte = peek else { throw error("the rest of an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code), bytes[position...].starts(with: "\\u".utf8) {
        position += 2
        let low = try hexadecimal()
        // An unpaired surrogate is not a Unicode scalar, and is refused below.
        if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
      }
      guard let scalar = Unicode.Scalar(code) else {
        position = start
        throw error("a character", "half of a surrogate pair")
      }
      text += UTF8.encode(scalar).map(Array.init) ?? []
    default:
      position = start
      throw error("a JSON escape sequence")
    }
  }

  private mutating func hexadecimal() throws -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits") }
    position += 4
    return code
  }

  // MARK: Bytes

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  var placeDescription: String {
    let lineStart = (bytes[..<position].lastIndex(of: 0x0A) ?? -1) + 1
    let column = String(decoding: bytes[lineStart..<position], as: UTF8.self).unicodeScalars.count + 1
    return "line \(line), column \(column)"
  }

  static var shownCount: Int { 12 }
}

/// The bytes of a text that another object keeps in place. An array of them would be a second copy of a large text.
///
/// Safe, because positions are checked. It must not outlive the call that lends the bytes.
@safe
struct LentBytes: RandomAccessCollection {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  var startIndex: Int { 0 }
  var endIndex: Int { unsafe bytes.count }

  @inline(__always)
  subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < endIndex, "a position inside of the text")
    return unsafe bytes[position]
  }
}
