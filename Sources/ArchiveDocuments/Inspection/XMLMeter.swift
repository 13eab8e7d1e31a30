internal import ArchiveBytes
internal import Foundation

/// Finds where the bytes of a property list in XML are, by the keys of its dictionaries: what is between a key and the
/// next one counts for it, the declaration and what is around everything for the whole.
///
/// The text is not checked; whatever it is, its bytes are counted.
struct XMLMeter {
  private let root = ByteTally(name: "archive")
  /// The dictionaries and arrays around the present place: what those count for.
  private var open: [ByteTally] = []
  /// What the present place counts for.
  private var current: ByteTally

  private init() { current = root }

  static func map(_ data: Data) -> ByteMap {
    var meter = XMLMeter()
    unsafe data.withUnsafeBytes { unsafe meter.measure($0) }
    return meter.root.map
  }

  private mutating func measure(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position < bytes.count {
      let start = position
      guard unsafe bytes[position] == UInt8(ascii: "<") else {
        while position < bytes.count, unsafe bytes[position] != UInt8(ascii: "<") { position += 1 }
        current.own += position - start
        continue
      }
      if unsafe Self.begins(bytes, at: position, "<!--") {
        position = unsafe Self.end(of: "-->", in: bytes, from: position)
        current.own += position - start
        continue
      }
      position = unsafe Self.end(of: ">", in: bytes, from: position)
      let tag = unsafe String(decoding: bytes[start..<min(position, start + 16)], as: UTF8.self)
      switch tag {
      case "<key>":
        let end = unsafe Self.end(of: "</key>", in: bytes, from: position)
        let name = unsafe String(decoding: bytes[position..<max(position, end - 6)], as: UTF8.self)
        let outer = open.last ?? root
        current = outer[Self.unescaped(name)]
        if current !== outer { current.add(count: 1) }
        position = end
        current.own += position - start
      case "<dict>", "<array>":
        current.own += position - start
        open.append(current)
      case "</dict>", "</array>":
        current = open.popLast() ?? root
        current.own += position - start
        // What follows belongs to what is around, until there is another key.
        if tag == "</dict>" || open.last !== current { current = open.last ?? root }
      default: current.own += position - start
      }
    }
  }

  /// Where a text that is looked for from `position` on ends; the end of the bytes when it is not there.
  private static func end(of text: StaticString, in bytes: UnsafeRawBufferPointer, from position: Int) -> Int
  {
    var position = position
    while position < bytes.count {
      if unsafe begins(bytes, at: position, text) { return position + text.utf8CodeUnitCount }
      position += 1
    }
    return bytes.count
  }

  private static func begins(
    _ bytes: UnsafeRawBufferPointer, at position: Int, _ text: StaticString
  ) -> Bool {
    guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount {
      if unsafe bytes[position + offset] != text.utf8Start[offset] { return false }
    }
    return true
  }

  private static func unescaped(_ name: String) -> String {
    guard name.contains("&") else { return name }
    return name.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
      .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&apos;", with: "'")
      .replacingOccurrences(of: "&amp;", with: "&")
  }
}
