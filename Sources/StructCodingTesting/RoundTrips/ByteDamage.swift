internal import Foundation

/// Damages bytes in the ways in which files are damaged, and in ways that attackers choose.
enum ByteDamage {
  /// Bytes with a meaning in some format: kinds, markers, widths, and the ends of counts.
  private static let telling: [UInt8] = [
    0, 1, 2, 3, 4, 8, 0x0F, 0x10, 0x11, 0x4F, 0x5F, 0x7B, 0x7F, 0x80, 0xA1, 0xAF, 0xD2, 0xDF, 0xFE, 0xFF,
  ]

  /// Returns the bytes with one to four changes.
  static func damaged(_ data: Data, _ random: inout TestGenerator) -> Data {
    var bytes = Array(data)
    for _ in 0...random.below(4) where !bytes.isEmpty { change(&bytes, &random) }
    return Data(bytes)
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout TestGenerator) {
    // Changes in headers and trailers have the largest effects.
    let position =
      switch random.below(6) {
      case 0: random.below(min(bytes.count, 96))
      case 1: bytes.count - 1 - random.below(min(bytes.count, 48))
      default: random.below(bytes.count)
      }
    let end = min(bytes.count, position + 1 + random.below(16))
    switch random.below(9) {
    case 0: bytes[position] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes[position] ^= 1 << UInt8(random.below(8))
    case 2, 3: bytes[position] = telling[random.below(telling.count)]
    case 4: bytes[position] = bytes[position] &+ (random.oneIn(2) ? 1 : 0xFF)
    case 5: bytes.replaceSubrange(position..<end, with: part(of: bytes, end - position, &random))
    case 6: bytes.insert(contentsOf: part(of: bytes, random.below(12), &random), at: position)
    case 7: bytes.removeSubrange(position..<end)
    default: if random.oneIn(4) { bytes.removeSubrange(position...) } else { bytes.insert(0, at: position) }
    }
  }

  private static func part(of bytes: [UInt8], _ count: Int, _ random: inout TestGenerator) -> [UInt8] {
    Array(bytes.dropFirst(random.below(bytes.count)).prefix(count))
  }
}
