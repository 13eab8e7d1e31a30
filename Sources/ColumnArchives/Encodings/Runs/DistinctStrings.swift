internal import Foundation

/// The hash table of a ``StringDictionary``.
///
/// Benchmark `log`: with a Swift dictionary, numbering the strings alone takes 0.84 ms, and encoding all of it takes 0.34 ms.
struct DistinctStrings {
  /// The lower half of a slot is the number of a string plus one, the upper half is the upper half of its hash. A free slot
  /// is 0.
  private var slots: [UInt64]
  /// The address of each distinct string, as a run of one row, in the order in which they were added.
  private(set) var entries: [Rows.Run] = []
  /// The maximum number of distinct strings for which a dictionary pays off.
  private let limit: Int

  /// The maximum number of slots to probe before the strings count as too different. The hash is not secret, so
  /// collisions can be constructed.
  private static let probeLimit = 64

  /// Creates a table for at most `limit` strings.
  init(limit: Int) {
    self.limit = limit
    // The table is at most half full, so a free slot is near.
    slots = [UInt64](repeating: 0, count: 1 << (Int.bitWidth - max(limit * 2, 16).leadingZeroBitCount))
  }

  /// Returns the number of the string at an address. A new string is added.
  ///
  /// - Returns: `nil` if too many strings are distinct.
  @inline(__always)
  mutating func number(ofStringAt address: UnsafeRawPointer) -> UInt32? {
    unsafe withBytes(ofStringAt: address) { bytes in
      let hash = unsafe Self.hash(bytes)
      let mask = slots.count - 1
      var (slot, probes) = (Int(truncatingIfNeeded: hash) & mask, 0)
      while slots[slot] != 0 {
        let number = UInt32(truncatingIfNeeded: slots[slot]) &- 1
        if (slots[slot] ^ hash) >> 32 == 0, unsafe isEntry(Int(number), bytes) { return number }
        slot = (slot &+ 1) & mask
        probes &+= 1
        if probes > Self.probeLimit { return nil }
      }
      guard entries.count < limit else { return nil }
      unsafe entries.append(Rows.Run(base: address, count: 1))
      slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(entries.count)
      return UInt32(entries.count - 1)
    }
  }

  @inline(__always)
  private func isEntry(_ number: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe withBytes(ofStringAt: entries[number].base) { entry in
      guard let first = entry.baseAddress, let second = bytes.baseAddress, entry.count == bytes.count else {
        return entry.count == bytes.count
      }
      // SAFETY: both have the same count.
      return unsafe memcmp(first, second, entry.count) == 0
    }
  }

  /// Returns a hash made of products of two words each. They are the words of blocks of 16 bytes, the last of which
  /// may overlap the one before; or, if there are fewer bytes, of all bytes.
  @inline(__always)
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var (hash, position) = (UInt64(truncatingIfNeeded: bytes.count), 0)
    guard let start = unsafe UnsafeRawPointer(bytes.baseAddress) else { return hash }
    let last = bytes.count &- 16
    while position < bytes.count {
      var block = SIMD2<UInt64>.zero
      if last >= 0 {
        unsafe block = start.loadUnaligned(fromByteOffset: min(position, last), as: SIMD2<UInt64>.self)
      } else {
        // SAFETY: there are less than 16 bytes, and the block has room for them.
        unsafe withUnsafeMutableBytes(of: &block) {
          unsafe SmallCopy.copy(start, to: $0.baseAddress!, bytes.count)
        }
      }
      let (high, low) = (block[0] ^ 0x2D35_8DCC_AA6C_78A5).multipliedFullWidth(
        by: block[1] ^ 0x8BB8_4B93_962E_ACC9)
      hash = (hash << 23 | hash >> 41) ^ high ^ low
      position &+= 16
    }
    return hash
  }
}
