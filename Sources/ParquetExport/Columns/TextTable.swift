internal import Foundation

/// The distinct strings of a column in a row group.
struct TextTable {
  private(set) var bytes: [UInt8] = []
  /// Where each entry ends.
  private(set) var ends: [Int] = []
  /// The upper half of a slot is a part of the hash, the lower half the number of an entry plus one; 0 is free.
  private var slots = [UInt64](repeating: 0, count: 256)

  /// How many slots are probed before the strings count as too different. The hash is not secret, so collisions can be
  /// constructed.
  private static let probeLimit = 64

  var count: Int { ends.count }
  /// The size of a page with all entries, each with its length.
  var pageByteCount: Int { bytes.count + 4 * ends.count }

  func range(of entry: Int) -> Range<Int> { (entry > 0 ? ends[entry - 1] : 0)..<ends[entry] }

  /// Returns the number of an entry, which is added if it is new; `nil` if too many have similar hashes.
  mutating func number(of text: UnsafeRawBufferPointer) -> UInt32? {
    let hash = unsafe Self.hash(text)
    let mask = slots.count - 1
    var (slot, probes) = (Int(truncatingIfNeeded: hash) & mask, 0)
    while slots[slot] != 0 {
      let number = UInt32(truncatingIfNeeded: slots[slot]) - 1
      if (slots[slot] ^ hash) >> 32 == 0, unsafe isEqual(Int(number), text) { return number }
      slot = (slot + 1) & mask
      probes += 1
      if probes > Self.probeLimit { return nil }
    }
    unsafe bytes.append(contentsOf: text)
    ends.append(bytes.count)
    slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(ends.count)
    if ends.count * 2 > slots.count, !grow() { return nil }
    return UInt32(ends.count - 1)
  }

  private mutating func grow() -> Bool {
    slots = [UInt64](repeating: 0, count: slots.count * 4)
    let mask = slots.count - 1
    return unsafe bytes.withUnsafeBytes { bytes in
      for number in ends.indices {
        let hash = unsafe Self.hash(UnsafeRawBufferPointer(rebasing: bytes[range(of: number)]))
        var (slot, probes) = (Int(truncatingIfNeeded: hash) & mask, 0)
        while slots[slot] != 0 {
          slot = (slot + 1) & mask
          probes += 1
          if probes > Self.probeLimit { return false }
        }
        slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
      }
      return true
    }
  }

  private func isEqual(_ entry: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    let range = range(of: entry)
    guard range.count == text.count else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress, let second = text.baseAddress else { return true }
      // SAFETY: the entry is within the bytes, and both have the same count.
      return unsafe memcmp(first + range.lowerBound, second, text.count) == 0
    }
  }

  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(text.count) &* 0x9E37_79B9_7F4A_7C15
    func add(_ word: UInt64) {
      let (high, low) = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      hash = high ^ low
    }
    var position = 0
    while position + 8 <= text.count {
      add(unsafe text.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var word: UInt64 = 0
    while position < text.count {
      word = unsafe word << 8 | UInt64(text[position])
      position += 1
    }
    add(word)
    return hash
  }
}
