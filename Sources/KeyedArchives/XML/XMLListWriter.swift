package import ArchiveBytes
internal import ArchiveValues
package import Foundation
internal import PropertyLists

/// Converts a binary property list made by this library to XML, with one line per part, like Apple's own files.
package struct XMLListWriter {
  private let plist: BinaryPlist
  private var bytes: [UInt8] = []
  private let limits: ArchiveLimits
  private let stack = StackGuard()
  private var depth = 0
  private let freeDepth: Int
  /// The text around the number of an archive's last reference, and its depth. Half of an archive is references;
  /// formatting these lines each time would make writing a third slower (the benchmark “xml”).
  private var uidLayout: (depth: Int, start: [UInt8], end: [UInt8]) = (-1, [], [])

  /// Returns the XML form of a list. No array or dictionary in it has several references.
  ///
  /// - Parameters:
  ///   - freeDepth: The number of levels around the values that do not count against the limits.
  ///   - isArchive: Whether the list is a keyed archive.
  /// - Throws: ``ArchiveError``, with its location in the list, if XML cannot express a value, such as a string with
  ///   control characters.
  package static func data(
    of list: Data, _ limits: ArchiveLimits, freeDepth: Int = 0, isArchive: Bool = false
  ) throws -> Data {
    try unsafe list.withUnsafeBytes { bytes in
      var writer = XMLListWriter(try unsafe BinaryPlist(bytes), limits, freeDepth)
      writer.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
      writer.line(
        "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
      )
      writer.line("<plist version=\"1.0\">")
      try writer.write(object: writer.plist.topObject, as: isArchive ? .top : .other)
      writer.line("</plist>")
      return Data(writer.bytes)
    }
  }

  private init(_ plist: BinaryPlist, _ limits: ArchiveLimits, _ freeDepth: Int) {
    (self.plist, self.limits, self.freeDepth) = (plist, limits, freeDepth)
  }

  // MARK: Values that XML can express

  /// Returns whether XML can express a date: it is a whole second in the years 0 to 9999.
  package static func hasDate(_ date: Date) -> Bool {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds == seconds.rounded(), seconds != 0 || seconds.sign == .plus else { return false }
    return (try? ISO8601DateTransformer().encode(date)) != nil
  }

  private func notExpressible(_ expected: String, _ found: String) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "\(expected), in an XML property list", found: found,
      advice: .writeBinary)
  }

  // MARK: Lines

  /// The maximum white space before a line. Without a limit, the document would grow with the square of its depth.
  private static let indent = [UInt8](repeating: 0x09, count: 32)

  private mutating func indent() {
    bytes.append(contentsOf: Self.indent.prefix(depth))
  }

  /// Appends text that is part of the notation.
  @inline(__always)
  private mutating func append(_ text: StaticString) {
    // SAFETY: a static string of more than one scalar has `utf8CodeUnitCount` bytes at its address.
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func line(_ text: StaticString) {
    indent()
    append(text)
    bytes.append(0x0A)
  }

  /// Writes an element of text that needs no escapes.
  private mutating func line(_ start: StaticString, _ text: String, _ end: StaticString) {
    indent()
    append(start)
    bytes.append(contentsOf: text.utf8)
    append(end)
    bytes.append(0x0A)
  }

  // MARK: Values

  private mutating func write(_ value: Double) { line("<real>", Self.text(of: value), "</real>") }

  private mutating func write(_ value: Date) throws {
    guard Self.hasDate(value) else {
      throw notExpressible("a date of a whole second, of the years 0 to 9999", "another")
    }
    line("<date>", try ISO8601DateTransformer().encode(value), "</date>")
  }

  /// Writes an element of text that may need escapes.
  private mutating func write(_ start: StaticString, _ text: String, _ end: StaticString) throws {
    var text = text
    try text.withUTF8 { try unsafe write(start, utf8: $0, end) }
  }

  private mutating func write(
    _ start: StaticString, utf8 text: UnsafeBufferPointer<UInt8>, _ end: StaticString
  ) throws {
    indent()
    append(start)
    if unsafe !append(escaped: text) { throw unsafe controlCharacters(String(decoding: text, as: UTF8.self)) }
    append(end)
    bytes.append(0x0A)
  }

  /// Writes the reference to an entry of `$objects`.
  private mutating func write(uid: Int) throws {
    if uidLayout.depth != depth { uidLayout = try makeUIDLayout() }
    bytes += uidLayout.start
    bytes += uid.description.utf8
    bytes += uidLayout.end
  }

  /// Returns the text around the number of a reference at this depth.
  private mutating func makeUIDLayout() throws -> (depth: Int, start: [UInt8], end: [UInt8]) {
    let start = bytes.count
    var middle = start
    try container(isArray: false, isEmpty: false) { writer in
      writer.line("<key>CF$UID</key>")
      writer.indent()
      writer.append("<integer>")
      middle = writer.bytes.count
      writer.append("</integer>\n")
    }
    defer { bytes.removeSubrange(start...) }
    return (depth, Array(bytes[start..<middle]), Array(bytes[middle...]))
  }

  private func controlCharacters(_ text: String) -> ArchiveError {
    let shown = text.unicodeScalars.prefix(40).map { $0.escaped(asASCII: false) }.joined()
    return notExpressible("a string without control characters", "“\(shown)”")
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

  /// Appends text in UTF-8; returns `false` if it has control characters.
  private mutating func append(escaped text: UnsafeBufferPointer<UInt8>) -> Bool {
    var copied = 0
    for position in text.indices {
      let escape: StaticString
      switch unsafe text[position] {
      case UInt8(ascii: "&"): escape = "&amp;"
      case UInt8(ascii: "<"): escape = "&lt;"
      case UInt8(ascii: ">"): escape = "&gt;"
      // Unescaped, readers may turn it into a line feed.
      case 0x0D: escape = "&#13;"
      case 0x09, 0x0A: continue
      case ..<0x20: return false
      // U+FFFE and U+FFFF are the bytes EF BF BE and EF BF BF.
      case 0xBE...0xBF where position >= 2:
        if unsafe text[position - 1] == 0xBF && text[position - 2] == 0xEF { return false }
        continue
      default: continue
      }
      unsafe bytes.append(contentsOf: text[copied..<position])
      append(escape)
      copied = position + 1
    }
    unsafe bytes.append(contentsOf: text[copied...])
    return true
  }

  // MARK: Containers

  /// Writes an array or a dictionary with the elements or entries that `content` writes.
  private mutating func container(
    isArray: Bool, isEmpty: Bool, _ content: (inout Self) throws -> Void
  ) throws {
    if isEmpty { return line(isArray ? "<array/>" : "<dict/>") }
    line(isArray ? "<array>" : "<dict>")
    depth += 1
    try stack.check(depth: depth - freeDepth, limits)
    try content(&self)
    depth -= 1
    line(isArray ? "</array>" : "</dict>")
  }

  /// The parts of an archive's list whose keys are in order: its top-level dictionary, and the entries of `$objects`.
  private enum Part { case top, objects, object, other }

  /// Writes an object of the list.
  private mutating func write(object: Int, as part: Part = .other) throws {
    let offset = try plist.offset(of: object)
    guard let parts = try plist.parts(at: offset) else { return try writeLeaf(at: offset) }
    if parts.isDictionary { try writeEntries(parts, of: part) } else { try writeElements(parts, of: part) }
  }

  private mutating func writeLeaf(at offset: Int) throws {
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.ascii:
      let (count, start) = try plist.counted(at: offset, width: 1)
      let text = unsafe plist.bytes(from: start, count: count).bindMemory(to: UInt8.self)
      try unsafe write("<string>", utf8: text, "</string>")
    case BinaryPlist.Kind.utf16:
      guard let text = try? plist.string(at: offset) else {
        throw notExpressible("a string", "one with half of a surrogate pair")
      }
      try write("<string>", text, "</string>")
    case BinaryPlist.Kind.uid: try write(uid: plist.uid(at: offset) ?? 0)
    case BinaryPlist.Kind.data:
      let (count, start) = try plist.counted(at: offset, width: 1)
      line("<data>", unsafe Data(plist.bytes(from: start, count: count)).base64EncodedString(), "</data>")
    case BinaryPlist.Kind.date: try write(plist.date(at: offset) ?? .distantPast)
    default:
      // Documents use notation for other kinds, and keyed archives contain no other kind than wide integers.
      let number = plist.wideInteger(at: offset) == nil ? try plist.number(at: offset) : nil
      switch number {
      case .bool(let value)?: line(value ? "<true/>" : "<false/>")
      case .signed(let value)?: line("<integer>", value.description, "</integer>")
      case .unsigned(let value)?: line("<integer>", value.description, "</integer>")
      // Writes the digits of a double, since readers read all reals as doubles.
      case .float(let value)?: write(Double(value))
      case .double(let value)?: write(value)
      case nil: throw notExpressible("a value that XML can express", "an integer of more than 64 bits")
      }
    }
  }

  private mutating func writeElements(_ parts: PlistParts, of part: Part) throws {
    try container(isArray: true, isEmpty: parts.count == 0) { writer in
      for position in 0..<parts.count {
        try ArchiveError.located(at: .index(position)) {
          try writer.write(
            object: writer.plist.reference(position, of: parts), as: part == .objects ? .object : .other)
        }
      }
    }
  }

  private mutating func writeEntries(_ parts: PlistParts, of part: Part) throws {
    try container(isArray: false, isEmpty: parts.count == 0) { writer in
      let keys = try writer.plist.keyNames(count: parts.count, start: parts.start)
      var positions = Array(keys.indices)
      if part == .top || part == .object { positions.sort { keys[$0] < keys[$1] } }
      for position in positions {
        try ArchiveError.located(at: .field(keys[position])) {
          try writer.write("<key>", keys[position], "</key>")
          try writer.write(
            object: writer.plist.value(position, of: parts),
            as: part == .top && keys[position] == "$objects" ? .objects : .other)
        }
      }
    }
  }
}
