package import ArchiveBytes
package import ArchiveNodes
package import Foundation

/// Writes the parts of a document as JSON: `nil`, booleans, finite numbers, strings, arrays and dictionaries. In a
/// dictionary, each value follows its key.
///
/// Each level is indented by two spaces. Values nested deeper than 32 levels share one line: with indents at every
/// level, the size of a document would grow with the square of its depth.
package struct JSONWriter {
  /// The text that has not been taken.
  private var data = Data()
  /// The text written last. Bytes are appended faster here than to `Data`.
  private var bytes: [UInt8] = []
  private let isPretty: Bool
  private let limits: ArchiveLimits
  /// Takes the text, piece by piece; `nil` to keep it.
  private let take: ((Data) throws -> Void)?
  /// For each open array or dictionary, whether it is a dictionary, and whether it has parts.
  private var open: [(isDictionary: Bool, hasParts: Bool)] = []

  /// The number of levels whose parts have their own lines.
  private static let deepestLine = 32
  private static let pieceSize = 64 << 10

  /// - Parameter take: Takes all pieces of the text except the last; `nil` to keep them.
  package init(isPretty: Bool, _ limits: ArchiveLimits, to take: ((Data) throws -> Void)? = nil) {
    (self.isPretty, self.limits, self.take) = (isPretty, limits, take)
  }

  /// Returns the text that has not been taken.
  package consuming func finish() -> Data {
    if isPretty { bytes.append(0x0A) }
    data.append(contentsOf: bytes)
    return data
  }

  private mutating func flush() throws {
    if let take { try take(Data(bytes)) } else { data.append(contentsOf: bytes) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes a value with all its parts. It recurses as deep as they nest; the caller has checked the depth.
  package mutating func write(_ node: ArchiveNode) throws {
    switch node {
    case .array(let elements):
      try beginArray()
      for element in elements { try write(element) }
      end()
    case .dictionary(let entries):
      try beginDictionary()
      for entry in entries {
        try write(key: entry.key.stringValue ?? "")
        try write(entry.value)
      }
      end()
    default: try write(leaf: node)
    }
  }

  private mutating func write(leaf: ArchiveNode) throws {
    try beginPart()
    switch leaf {
    case .bool(let value): bytes += "\(value)".utf8
    case .integer(let value): bytes += "\(value)".utf8
    case .unsigned(let value): bytes += "\(value)".utf8
    // The shortest digits that give the same number, always with a point or an exponent.
    case .double(let value): bytes += "\(value)".utf8
    case .float(let value): bytes += "\(value)".utf8
    case .string(let value): write(value)
    // The caller has replaced all other kinds.
    default: bytes += "null".utf8
    }
  }

  package mutating func beginArray() throws { try begin(UInt8(ascii: "["), isDictionary: false) }
  package mutating func beginDictionary() throws { try begin(UInt8(ascii: "{"), isDictionary: true) }

  package mutating func write(key: String) throws {
    try newPart()
    write(key)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(0x20) }
  }

  /// Ends the innermost open array or dictionary.
  package mutating func end() {
    let depth = open.count
    let ended = open.removeLast()
    if ended.hasParts { newLine(in: depth, indent: depth - 1) }
    bytes.append(UInt8(ascii: ended.isDictionary ? "}" : "]"))
  }

  // MARK: Parts

  private mutating func begin(_ bracket: UInt8, isDictionary: Bool) throws {
    try beginPart()
    bytes.append(bracket)
    open.append((isDictionary, false))
    guard open.count <= limits.maximumDepth else {
      throw ArchiveError.tooDeep(open.count, limits)
    }
  }

  /// Begins an element of an array; a value of a dictionary follows its key.
  private mutating func beginPart() throws {
    if let last = open.last, !last.isDictionary { try newPart() }
  }

  private mutating func newPart() throws {
    let depth = open.count
    if open[depth - 1].hasParts {
      bytes.append(UInt8(ascii: ","))
      if isPretty, depth > Self.deepestLine { bytes.append(0x20) }
    }
    open[depth - 1].hasParts = true
    newLine(in: depth, indent: depth)
    if bytes.count >= Self.pieceSize { try flush() }
  }

  /// Begins a new line in a list, for a part or for the closing bracket.
  private mutating func newLine(in depth: Int, indent: Int) {
    guard isPretty, depth <= Self.deepestLine else { return }
    bytes += Self.line[...(2 * indent)]
  }

  /// The end of a line, and the deepest indent.
  private static let line: [UInt8] = [0x0A] + Array(repeating: 0x20, count: 2 * deepestLine)

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for position in utf8.indices {
        guard let escape = Self.escape(unsafe utf8[position]) else { continue }
        unsafe bytes.append(contentsOf: utf8[start..<position])
        bytes += escape.utf8
        start = position + 1
      }
      unsafe bytes.append(contentsOf: utf8[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the escape sequence of a byte that a string cannot contain.
  private static func escape(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    case 0x08: "\\b"
    case 0x0C: "\\f"
    case ..<0x20: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
    default: nil
    }
  }
}
