// An archive begins with the magic number, the version, a byte of flags, the class name of the value or of the
// elements (empty for types without one), the size of the schema in bytes, the schema, and a checksum of all these.
// The content follows:
//   a single value    one body: see BatchBody
//   a sequence        its place among several files, if it is one of them: see SequenceOrigin; then frames, each with
//                     a head and a body, and a footer: see BatchFrame and SequenceFooter
enum ColumnFormat {
  /// Invalid UTF-8: no text begins with these bytes, and a program that treats the file as text damages them.
  static let magic: [UInt8] = [0xC3, 0x53, 0x43, 0x41]
  /// The version that is written. The first release freezes it: any change that readers must know about is a new
  /// version, and all versions from 1 on are read.
  static let version: UInt8 = 1

  /// The flag that marks a sequence.
  static let sequence: UInt8 = 1
  /// The flag that marks an archive written from nodes, which has other forms of some values.
  static let fromNodes: UInt8 = 2

  static func header(
    isSequence: Bool, isFromNodes: Bool = false, className: String, _ schema: Schema
  ) -> [UInt8] {
    let (output, columns) = (OutputBuffer(capacity: 256), OutputBuffer(capacity: 256))
    output.append(magic + [version, (isSequence ? sequence : 0) | (isFromNodes ? fromNodes : 0)])
    output.append(name: className)
    schema.write(to: columns)
    output.append(varint: UInt64(columns.count))
    output.append(columns)
    output.append(number: output.checksum(of: 0..<output.count))
    return unsafe output.withBytes { unsafe Array($0) }
  }

  /// Returns a head: a mark, the checksum of the bytes after it, combined with a salt, and numbers of eight bytes.
  static func head(_ mark: [UInt8], _ numbers: [UInt64], salt: UInt32) -> [UInt8] {
    let output = OutputBuffer(capacity: 64)
    output.append(mark)
    output.append(number: UInt32(0))
    for number in numbers { output.append(number: number) }
    output.store(output.checksum(of: 8..<output.count) ^ salt, at: 4)
    return unsafe output.withBytes { unsafe Array($0) }
  }
}

extension ByteCursor {
  /// Returns whether the next bytes are a mark.
  func begins(with mark: [UInt8]) -> Bool {
    var rest = self
    return mark.allSatisfy { rest.readIfPresent() == $0 }
  }

  /// Reads a mark and the checksum after it.
  ///
  /// - Parameter what: The owner of the mark, for errors.
  mutating func readHead(_ mark: [UInt8], _ what: String) throws -> UInt32 {
    guard begins(with: mark) else { throw malformed("the mark of \(what)", "other bytes") }
    self = dropping(mark.count)
    return try readNumber(as: UInt32.self)
  }
}
