internal import ArchiveBytes

/// Strings or data read from a column: bytes, and the place of each value in them. Equal values may share a place.
package struct ExportTexts {
  package private(set) var bytes: [UInt8] = []
  package internal(set) var places: [Range<Int>] = []

  package init() {}

  init(bytes: [UInt8], places: [Range<Int>]) { (self.bytes, self.places) = (bytes, places) }

  package mutating func append(_ value: some Collection<UInt8>) {
    bytes += value
    places.append(bytes.count - value.count..<bytes.count)
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// Throws unless each value is valid UTF-8: all bytes together are valid, and no value begins inside a character.
  func checkText(in context: ReadContext) throws {
    for place in places where !place.isEmpty && bytes[place.lowerBound] & 0xC0 == 0x80 {
      throw context.malformed("a string in UTF-8", "invalid UTF-8")
    }
    guard String(validUTF8: bytes) != nil else {
      throw context.malformed("a string in UTF-8", "invalid UTF-8")
    }
  }
}
