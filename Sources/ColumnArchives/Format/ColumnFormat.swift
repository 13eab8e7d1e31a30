internal import ArchiveBytes

// An archive begins with the magic number, the version, a byte of flags, the class name of the value or of the elements
// (empty for types without one), the size of the schema in bytes, the schema, and a checksum of all these. Then follow
//   a single value    one body: see BatchBody
//   a sequence        its place among several files, if it is one of them: see SequenceOrigin; then frames, each with a
//                     head and a body, and a footer: see BatchFrame and SequenceFooter
enum ColumnFormat {
  /// Invalid UTF-8: no text begins with these bytes, and a program that treats the file as text damages them.
  static let magic: [UInt8] = [0xC3, 0x53, 0x43, 0x41]
  /// The version that is written. The first release freezes it: whatever changes what a reader must know afterwards is a new
  /// version, and all versions from 1 on are read.
  static let version: UInt8 = 1

  /// The flag that marks a sequence.
  static let sequence: UInt8 = 1
  /// The flag that marks an archive written from nodes, which has other forms of some values.
  static let fromNodes: UInt8 = 2

  static func header(
    isSequence: Bool, isFromNodes: Bool = false, className: String, _ schema: Schema
  ) -> [UInt8] {
    var bytes = magic + [version, (isSequence ? sequence : 0) | (isFromNodes ? fromNodes : 0)]
    bytes.append(name: className)
    let schema = schema.bytes
    bytes.append(varint: UInt64(schema.count))
    bytes += schema
    let checksum = unsafe bytes.withUnsafeBytes { unsafe CRC32C.checksum(of: $0) }
    for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(byte)))) }
    return bytes
  }

  /// A mark, the checksum of what follows it, with a salt, and numbers of eight bytes.
  static func head(_ mark: [UInt8], _ numbers: [UInt64], salt: UInt32) -> [UInt8] {
    let numbers = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    let checksum = unsafe numbers.withUnsafeBytes { unsafe CRC32C.checksum(of: $0) } ^ salt
    return mark + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) } + numbers
  }
}

extension ByteCursor {
  /// Whether the next bytes are a mark.
  func begins(with mark: [UInt8]) -> Bool {
    var rest = self
    return mark.allSatisfy { rest.readIfPresent() == $0 }
  }

  /// Reads a mark and the checksum after it.
  ///
  /// - Parameter what: What the mark is of, for errors.
  mutating func readHead(_ mark: [UInt8], _ what: String) throws -> UInt32 {
    guard begins(with: mark) else { throw malformed("the mark of \(what)", "other bytes") }
    self = dropping(mark.count)
    return try readNumber(as: UInt32.self)
  }
}
