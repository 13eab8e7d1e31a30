internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Writes a node of the kinds that JSON has: `nil`, booleans, finite numbers, texts, arrays, and dictionaries with texts
/// as keys.
///
/// Lines are indented by two spaces a level. Values that are nested deeper than 32 levels stand on one line: with indents
/// of any width, a document would be as large as the square of its depth.
struct JSONWriter {
  private var bytes: [UInt8] = []
  private let isPretty: Bool
  private let limits: ArchiveLimits
  private var depth = 0
  private var stack = StackGuard()

  /// How many levels have lines of their own.
  private static let deepestLine = 32

  static func data(_ node: ArchiveNode, isPretty: Bool, _ limits: ArchiveLimits) throws -> Data {
    var writer = JSONWriter(isPretty: isPretty, limits: limits)
    try writer.write(node)
    if isPretty { writer.bytes.append(0x0A) }
    return Data(writer.bytes)
  }

  private init(isPretty: Bool, limits: ArchiveLimits) { (self.isPretty, self.limits) = (isPretty, limits) }

  private mutating func write(_ node: ArchiveNode) throws {
    switch node {
    case .bool(let value): bytes += "\(value)".utf8
    case .integer(let value): bytes += "\(value)".utf8
    case .unsigned(let value): bytes += "\(value)".utf8
    // The shortest digits that mean this number, always with a point or an exponent.
    case .double(let value): bytes += "\(value)".utf8
    case .string(let value): write(value)
    case .array(let elements): try list("[", "]", elements) { try $0.write($1) }
    case .dictionary(let entries):
      try list("{", "}", entries) { writer, entry in
        try writer.write(entry.key)
        writer.bytes += (writer.isPretty ? ": " : ":").utf8
        try writer.write(entry.value)
      }
    // Other kinds are in notation before they come here.
    default: bytes += "null".utf8
    }
  }

  private mutating func list<Part>(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ parts: [Part],
    _ write: (inout Self, Part) throws -> Void
  ) throws {
    bytes.append(UInt8(ascii: open))
    depth += 1
    try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    for (position, part) in parts.enumerated() {
      if position > 0 {
        bytes.append(UInt8(ascii: ","))
        if isPretty, depth > Self.deepestLine { bytes.append(0x20) }
      }
      newLine(at: depth)
      try write(&self, part)
    }
    if !parts.isEmpty { newLine(at: depth - 1) }
    depth -= 1
    bytes.append(UInt8(ascii: close))
  }

  /// Begins a line in the present list, for a part or for its end.
  private mutating func newLine(at indent: Int) {
    guard isPretty, depth <= Self.deepestLine else { return }
    bytes.append(0x0A)
    bytes += repeatElement(0x20, count: 2 * indent)
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
