package import Foundation

// What a file is, by how it begins.
extension Data {
  /// Whether the bytes are a binary property list, of whatever version.
  package var beginsAsBinaryPlist: Bool { starts(with: "bplist".utf8) }

  /// Whether the bytes look like XML: a `<` after white space and byte order marks.
  package var beginsAsXML: Bool {
    firstSignificantByte == UInt8(ascii: "<") || starts(with: [0xFF, 0xFE, 0x3C, 0])
      || starts(with: [0xFE, 0xFF, 0, 0x3C])
  }

  /// The first byte that is no white space, past a byte order mark.
  package var firstSignificantByte: UInt8? {
    first { byte in
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: false
      default: true
      }
    }
  }
}
