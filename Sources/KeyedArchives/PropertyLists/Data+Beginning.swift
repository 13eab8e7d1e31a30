package import Foundation
internal import PropertyLists

// Detecting formats by the first bytes.
extension Data {
  /// Whether the bytes are a binary property list of any version.
  package var beginsAsBinaryPlist: Bool { starts(with: "bplist".utf8) }

  /// Whether the bytes look like XML: a `<` after a byte order mark and white space.
  package var beginsAsXML: Bool {
    // Every binary list begins with this byte.
    if first == UInt8(ascii: "b") { return false }
    return firstSignificantByte == UInt8(ascii: "<") || starts(with: [0xFF, 0xFE, 0x3C, 0])
      || starts(with: [0xFE, 0xFF, 0, 0x3C])
  }

  /// The first byte after a byte order mark and white space.
  package var firstSignificantByte: UInt8? {
    first { byte in
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: false
      default: true
      }
    }
  }
}
