/// Scans the bytes of a string for the facts that a writer needs to store it.
enum StringScan {
  /// One random seed per process; drawing one per table costs more than writing a small archive.
  private static let processSeed = UInt64.random(in: .min ... .max)

  /// Returns a seeded hash of the bytes, and whether all of them are ASCII.
  @inline(__always)
  static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (hash: UInt64, isASCII: Bool) {
    let count = bytes.count
    var hash = processSeed ^ UInt64(truncatingIfNeeded: count)
    guard count > 0 else { return (hash, true) }
    let raw = unsafe UnsafeRawPointer(bytes.baseAddress!)
    // SAFETY: every load ends at or before `count`; the last one of each branch may overlap the one before.
    var seen: UInt64
    if count >= 8 {
      seen = 0
      var offset = 0
      while offset &+ 8 <= count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        seen |= word
        hash = mix(hash ^ word)
        offset &+= 8
      }
      let word = unsafe raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      seen |= word
      hash = mix(hash ^ word)
    } else if count >= 4 {
      let low = unsafe raw.loadUnaligned(as: UInt32.self)
      let high = unsafe raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      seen = UInt64(low) | UInt64(high) &<< 32
      hash = mix(hash ^ seen)
    } else {
      let first = unsafe UInt64(raw.load(as: UInt8.self))
      let middle = unsafe UInt64(raw.load(fromByteOffset: count / 2, as: UInt8.self))
      let last = unsafe UInt64(raw.load(fromByteOffset: count &- 1, as: UInt8.self))
      seen = first | middle &<< 8 | last &<< 16
      hash = mix(hash ^ seen)
    }
    return (hash, seen & 0x8080_8080_8080_8080 == 0)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
