/// Strings that the archive refers to more than once, by object, so that each is created once and then copied.
/// Without it, reading the benchmark “sessions” takes a fifth longer.
///
/// Each object has one slot, which it shares with other objects: there are at most 1,024 slots, whatever the size of
/// the archive.
struct StringCache {
  private static let size = 1024
  private var slots: [(object: Int, string: String)] = []

  @inline(__always)
  subscript(object: Int) -> String? {
    guard !slots.isEmpty else { return nil }
    let slot = object & (slots.count &- 1)
    return slots[slot].object == object ? slots[slot].string : nil
  }

  /// Records the string of one of `count` objects.
  @inline(__always)
  mutating func note(_ string: String, for object: Int, of count: Int) {
    if slots.isEmpty { slots = Array(repeating: (-1, ""), count: Self.slotCount(count)) }
    slots[object & (slots.count &- 1)] = (object, string)
  }

  /// Returns a power of two.
  private static func slotCount(_ count: Int) -> Int {
    count >= size ? size : 1 << (Int.bitWidth - count.leadingZeroBitCount)
  }
}
