/// Strings that the archive refers to more than once, by object, so that each is created once and then copied.
///
/// A string enters the cache when it is read for the second time, so that strings that occur once do not evict
/// others. Both tables have a fixed number of slots, and a new object replaces the one in its slot, which bounds the
/// memory.
struct StringCache {
  private static let mask = 1023
  /// The objects read before the tables exist, by the low bits of their numbers. Most small archives need no tables.
  private var first = SIMD4<UInt64>()
  /// The tables, when there are any.
  private var tables: Tables?

  private struct Tables {
    /// The objects read once.
    var candidates = Array(repeating: -1, count: mask + 1)
    var objects = Array(repeating: -1, count: mask + 1)
    var strings = Array(repeating: "", count: mask + 1)
  }

  @inline(__always)
  subscript(object: Int) -> String? {
    let slot = object & Self.mask
    guard tables != nil, tables!.objects[slot] == object else { return nil }
    return tables!.strings[slot]
  }

  /// Records a string that was created because the cache did not have it.
  @inline(__always)
  mutating func note(_ string: String, for object: Int) {
    let slot = object & Self.mask
    if tables == nil {
      let (word, bit) = (object &>> 6 & 3, 1 as UInt64 &<< UInt64(object & 63))
      if first[word] & bit == 0 {
        first[word] |= bit
        return
      }
    } else if tables!.candidates[slot] != object {
      tables!.candidates[slot] = object
      return
    }
    enter(string, object, slot)
  }

  @inline(never)
  private mutating func enter(_ string: String, _ object: Int, _ slot: Int) {
    if tables == nil {
      tables = Tables()
      tables!.candidates[slot] = object
    } else {
      tables!.objects[slot] = object
      tables!.strings[slot] = string
    }
  }
}
