import Foundation

/// Damages bytes in the ways that files are damaged, and in those that attackers choose.
public struct ByteMutator {
  /// Bytes that decide something: kinds, modes, markers, widths, and the parts of large counts.
  private static let telling: [UInt8] = [
    0, 1, 2, 3, 4, 8, 10, 13, 14, 15, 16, 17, 18, 0x22, 0x23, 0x33, 0x4F, 0x5B, 0x5F, 0x7B, 0x7F, 0x80, 0xA1,
    0xAF, 0xD2, 0xDF, 0xFE, 0xFF,
  ]

  /// Archives whose parts are put into others.
  private let donors: [Data]

  public init(donors: [Data] = []) { self.donors = donors.filter { !$0.isEmpty } }

  /// The bytes with one to four changes.
  public func mutated(_ data: Data, _ random: inout SeededGenerator) -> Data {
    var data = Data(data)
    for _ in 0...random.below(4) where !data.isEmpty { change(&data, &random) }
    return data
  }

  private func change(_ data: inout Data, _ random: inout SeededGenerator) {
    // Headers and trailers decide most.
    let position =
      switch random.below(6) {
      case 0: random.below(min(data.count, 96))
      case 1: data.count - 1 - random.below(min(data.count, 48))
      default: random.below(data.count)
      }
    let end = min(data.count, position + 1 + random.below(16))
    switch random.below(11) {
    case 0: data[position] = UInt8(truncatingIfNeeded: random.next())
    case 1: data[position] ^= 1 << UInt8(random.below(8))
    case 2, 3: data[position] = Self.telling.randomElement(using: &random)!
    case 4: data[position] = data[position] &+ (random.oneIn(2) ? 1 : 0xFF)
    case 5:
      let part = Data(data.dropFirst(random.below(data.count)).prefix(end - position))
      data.replaceSubrange(position..<end, with: part)
    case 6:
      data.insert(
        contentsOf: Data(data.dropFirst(random.below(data.count)).prefix(random.below(12))), at: position)
    case 10:
      // A count of many bytes where one of few was, with the bytes behind it moved or not.
      var (count, bytes) = (random.next() >> UInt64(random.below(64)), [UInt8]())
      while count > 0x7F {
        bytes.append(UInt8(count & 0x7F) | 0x80)
        count >>= 7
      }
      bytes.append(UInt8(count))
      let replaced = random.oneIn(2) ? 1 : bytes.count
      data.replaceSubrange(position..<min(data.count, position + replaced), with: bytes)
    case 7: data.removeSubrange(position..<min(end, position + 8))
    case 8:
      guard let donor = donors.randomElement(using: &random) else { return }
      let part = Data(donor.dropFirst(random.below(donor.count)).prefix(1 + random.below(32)))
      data.replaceSubrange(position..<min(data.count, position + part.count), with: part)
    default: if random.oneIn(6) { data.removeSubrange(position...) } else { data.insert(0, at: position) }
    }
  }
}
