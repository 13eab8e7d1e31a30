/// The compression Snappy: the size as a varint, then literals and copies of earlier bytes.
enum Snappy {
  /// The greatest distance of copies.
  private static let blockSize = 1 << 16
  private static let tableBits = 14
  /// The last bytes of a block are not looked for.
  private static let margin = 16

  /// Returns the compressed bytes.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.append(varint: UInt64(bytes.count))
    for start in stride(from: 0, to: bytes.count, by: blockSize) {
      append(bytes[start..<min(start + blockSize, bytes.count)], to: &output)
    }
    return output
  }

  private static func append(_ block: ArraySlice<UInt8>, to output: inout [UInt8]) {
    func word(_ position: Int) -> UInt32 {
      UInt32(block[position]) | UInt32(block[position + 1]) << 8 | UInt32(block[position + 2]) << 16
        | UInt32(block[position + 3]) << 24
    }
    func hash(_ position: Int) -> Int {
      Int(truncatingIfNeeded: (word(position) &* 0x1E35_A7BD) >> UInt32(32 - tableBits))
    }
    let start = block.startIndex
    /// The distances from the start of the block to four bytes, by their hash.
    var table = [UInt16](repeating: 0, count: 1 << tableBits)
    // The first byte that has not been written, and the current byte.
    var (first, next) = (start, start + 1)
    let limit = block.endIndex - margin
    // The longer no bytes can be copied, the more bytes are skipped.
    var skipped = 32
    while next < limit {
      let slot = hash(next)
      let candidate = start + Int(table[slot])
      table[slot] = UInt16(truncatingIfNeeded: next - start)
      guard candidate < next, word(candidate) == word(next) else {
        next += skipped >> 5
        skipped += 1
        continue
      }
      if first < next { append(literal: block[first..<next], to: &output) }
      var length = 4
      while next + length < block.endIndex, block[candidate + length] == block[next + length] { length += 1 }
      appendCopy(distance: next - candidate, length, to: &output)
      next += length
      (first, skipped) = (next, 32)
      if next < limit { table[hash(next - 1)] = UInt16(truncatingIfNeeded: next - 1 - start) }
    }
    if first < block.endIndex { append(literal: block[first...], to: &output) }
  }

  private static func append(literal bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let length = bytes.count - 1
    if length < 60 {
      output.append(UInt8(length << 2))
    } else if length < 1 << 8 {
      output += [60 << 2, UInt8(length)]
    } else {
      // A block has no literal of more than 64 KB.
      output.append(61 << 2)
      output.append(number: UInt16(length))
    }
    output += bytes
  }

  private static func appendCopy(distance: Int, _ length: Int, to output: inout [UInt8]) {
    var rest = length
    while rest > 0 {
      // The split leaves no copy shorter than four bytes.
      let part = rest > 64 ? (rest < 68 ? 60 : 64) : rest
      if part < 12, distance < 1 << 11, part >= 4 {
        output += [UInt8(1 | (part - 4) << 2 | (distance >> 8) << 5), UInt8(truncatingIfNeeded: distance)]
      } else {
        output.append(UInt8(2 | (part - 1) << 2))
        output.append(number: UInt16(distance))
      }
      rest -= part
    }
  }
}
