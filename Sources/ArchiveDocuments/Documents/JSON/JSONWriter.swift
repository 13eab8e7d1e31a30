internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Writes a node made of the kinds that JSON has: `nil`, booleans, finite numbers, strings, arrays, and dictionaries
/// with strings as keys.
///
/// Each level is indented by two spaces. Values nested deeper than 32 levels share one line: with indents at every
/// level, the size of a document would grow with the square of its depth.
struct JSONWriter {
  private var bytes: [UInt8] = []
  private let isPretty: Bool
  private let limits: ArchiveLimits
  private var depth = 0
  private var stack = StackGuard()

  /// The number of levels whose parts have their own lines.
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
    // The shortest digits that give the same number, always with a point or an exponent.
    case .double(let value): bytes += "\(value)".utf8
    case .string(let value): write(value)
    case .array(let elements): try list("[", "]", elements) { try $0.write($1) }
    case .dictionary(let entries):
      try list("{", "}", entries) { writer, entry in
        try writer.write(entry.key)
        writer.bytes += (writer.isPretty ? ": " : ":").utf8
        try writer.write(entry.value)
      }
    // The notation has replaced all other kinds.
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

  /// Begins a new line in the current list, for a part or for the closing bracket.
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
