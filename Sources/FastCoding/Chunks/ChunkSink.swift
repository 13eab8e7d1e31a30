internal import Foundation

/// The output bytes of a FastCoding file.
struct ChunkSink {
  private(set) var bytes: [UInt8] = []

  var position: Int { bytes.count }

  /// Writes the type of a chunk.
  mutating func begin(_ type: ChunkType) { bytes.append(type.rawValue) }

  /// Writes zeros up to the next multiple of `alignment`, counted from the start of the file.
  mutating func align(_ alignment: Int) {
    while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
  }

  /// Writes a number, lowest byte first, at a multiple of its size.
  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    let size = Number.bitWidth / 8
    align(size)
    for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  mutating func append(contentsOf content: some Sequence<UInt8>) { bytes.append(contentsOf: content) }

  /// Writes a text that ends with a zero byte.
  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  /// Replaces the header, whose counts are known only at the end.
  mutating func replaceHeader(_ header: FastCodingHeader) {
    bytes.replaceSubrange(0..<FastCodingHeader.size, with: header.bytes)
  }
}
