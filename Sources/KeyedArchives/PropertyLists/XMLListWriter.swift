package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// Writes a node as an XML property list, with one line per part, like Apple's own files.
package struct XMLListWriter {
  private var bytes: [UInt8] = []
  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var depth = 0
  private var path: [ArchiveError.PathComponent] = []

  /// Returns the property list of a node. The node must have only kinds that property lists support.
  ///
  /// - Throws: ``ArchiveError``, with its location in the list, if XML cannot express a value, such as a string with
  ///   control characters.
  package static func data(_ node: ArchiveNode, _ limits: ArchiveLimits) throws -> Data {
    var writer = XMLListWriter(limits: limits)
    writer.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    writer.line(
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
    )
    writer.line("<plist version=\"1.0\">")
    try writer.write(node)
    writer.line("</plist>")
    return Data(writer.bytes)
  }

  /// Returns whether XML can express a string: it has no control characters except white space.
  package static func hasText(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: true
      case ..<0x20, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
  }

  /// Returns whether XML can express a date: it is a whole second in the years 0 to 9999.
  package static func hasDate(_ date: Date) -> Bool {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds == seconds.rounded(), seconds != 0 || seconds.sign == .plus else { return false }
    return (try? ISO8601DateTransformer().encode(date)) != nil
  }

  /// Returns whether XML can express a number: it is not a NaN with an unusual payload.
  package static func hasDouble(_ number: Double) -> Bool {
    !number.isNaN || number.bitPattern == Double.nan.bitPattern
  }

  private init(limits: ArchiveLimits) { self.limits = limits }

  private mutating func line(_ text: String) {
    // Unlimited indentation would make the document grow with the square of its depth.
    bytes += repeatElement(0x09, count: min(depth, 32))
    bytes += text.utf8
    bytes.append(0x0A)
  }

  private mutating func write(_ node: ArchiveNode) throws {
    switch node {
    case .bool(let value): line(value ? "<true/>" : "<false/>")
    case .integer(let value): line("<integer>\(value)</integer>")
    case .unsigned(let value): line("<integer>\(value)</integer>")
    // Writes the digits of a double, since readers read all reals as doubles.
    case .float(let value): line("<real>\(Self.text(of: Double(value)))</real>")
    case .double(let value): line("<real>\(Self.text(of: value))</real>")
    case .string(let value): line("<string>\(try escaped(value))</string>")
    case .date(let value):
      guard Self.hasDate(value) else {
        throw unsayable("a date of a whole second, of the years 0 to 9999", "another")
      }
      line("<date>\(try ISO8601DateTransformer().encode(value))</date>")
    case .data(let value): line("<data>\(value.base64EncodedString())</data>")
    case .array(let elements):
      try element("array", isEmpty: elements.isEmpty) { writer in
        for (position, element) in elements.enumerated() {
          writer.path.append(.index(position))
          try writer.write(element)
          writer.path.removeLast()
        }
      }
    case .dictionary(let entries):
      try element("dict", isEmpty: entries.isEmpty) { writer in
        for entry in entries {
          guard case .string(let key) = entry.key else { continue }
          writer.path.append(.field(key))
          writer.line("<key>\(try writer.escaped(key))</key>")
          try writer.write(entry.value)
          writer.path.removeLast()
        }
      }
    // Documents write other kinds in notation, and keyed archives have none.
    default: throw unsayable("a value that XML can express", node.kindDescription)
    }
  }

  private mutating func element(
    _ name: String, isEmpty: Bool, _ content: (inout Self) throws -> Void
  ) throws {
    if isEmpty { return line("<\(name)/>") }
    line("<\(name)>")
    depth += 1
    try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    try content(&self)
    depth -= 1
    line("</\(name)>")
  }

  private static func text(of number: Double) -> String {
    switch number {
    case .infinity: "+infinity"
    case -.infinity: "-infinity"
    // Swift's description includes the payload, which no other reader understands.
    case _ where number.isNaN: "nan"
    default: "\(number)"
    }
  }

  private func unsayable(_ expected: String, _ found: String) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "\(expected), in an XML property list", found: found, path: path,
      advice: "Write the binary form, which holds everything.")
  }

  private func escaped(_ text: String) throws -> String {
    guard Self.hasText(text) else {
      let shown = text.unicodeScalars.prefix(40).map { $0.escaped(asASCII: false) }.joined()
      throw unsayable("a string without control characters", "“\(shown)”")
    }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      // Unescaped, readers may turn it into a line feed.
      case 0x0D: bytes += "&#13;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
