internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation

/// Writes the parts of a document as JSON: `nil`, booleans, finite numbers, strings, arrays and dictionaries.
///
/// Each level is indented by two spaces. Values nested deeper than 32 levels share one line: with indents at every
/// level, the size of a document would grow with the square of its depth.
struct JSONWriter: DocumentOutput {
  private var data = Data()
  /// What was written last, in bytes that are appended faster than to `Data`.
  private var bytes: [UInt8] = []
  private let isPretty: Bool
  private let limits: ArchiveLimits
  /// For each array or dictionary that was begun, whether it is a dictionary, and whether it has parts.
  private var open: [(isDictionary: Bool, hasParts: Bool)] = []

  /// The number of levels whose parts have their own lines.
  private static let deepestLine = 32
  private static let pieceSize = 64 << 10

  init(isPretty: Bool, _ limits: ArchiveLimits) { (self.isPretty, self.limits) = (isPretty, limits) }

  /// Returns the whole text.
  consuming func finish() -> Data {
    if isPretty { bytes.append(0x0A) }
    data.append(contentsOf: bytes)
    return data
  }

  mutating func write(_ leaf: ArchiveNode) {
    beginPart()
    switch leaf {
    case .bool(let value): bytes += "\(value)".utf8
    case .integer(let value): bytes += "\(value)".utf8
    case .unsigned(let value): bytes += "\(value)".utf8
    // The shortest digits that give the same number, always with a point or an exponent.
    case .double(let value): bytes += "\(value)".utf8
    case .string(let value): write(value)
    // The notation has replaced all other kinds.
    default: bytes += "null".utf8
    }
  }

  mutating func beginArray() throws { try begin(UInt8(ascii: "["), isDictionary: false) }
  mutating func beginDictionary() throws { try begin(UInt8(ascii: "{"), isDictionary: true) }

  mutating func write(key: String) {
    newPart()
    write(key)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(0x20) }
  }

  mutating func end() {
    let depth = open.count
    let ended = open.removeLast()
    if ended.hasParts { newLine(in: depth, indent: depth - 1) }
    bytes.append(UInt8(ascii: ended.isDictionary ? "}" : "]"))
  }

  // MARK: Parts

  private mutating func begin(_ bracket: UInt8, isDictionary: Bool) throws {
    beginPart()
    bytes.append(bracket)
    open.append((isDictionary, false))
    guard open.count <= limits.maximumDepth else {
      throw ArchiveError.tooDeep(open.count, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    }
  }

  /// Begins an element of an array; a value of a dictionary follows its key.
  private mutating func beginPart() {
    if let last = open.last, !last.isDictionary { newPart() }
  }

  private mutating func newPart() {
    let depth = open.count
    if open[depth - 1].hasParts {
      bytes.append(UInt8(ascii: ","))
      if isPretty, depth > Self.deepestLine { bytes.append(0x20) }
    }
    open[depth - 1].hasParts = true
    newLine(in: depth, indent: depth)
    if bytes.count >= Self.pieceSize {
      data.append(contentsOf: bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Begins a new line in a list, for a part or for the closing bracket.
  private mutating func newLine(in depth: Int, indent: Int) {
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
