/// Strings that the archive refers to more than once, by their object, so that each is made once and then copied.
///
/// A string enters when it is read for the second time, lest those that occur once drive out the others. Both tables
/// have a fixed number of places, each taken over by the next object that falls on it, which bounds the memory.
struct StringCache {
  private static let mask = 1023
  /// The objects that were read once.
  private var candidates: [Int] = []
  private var objects: [Int] = []
  private var strings: [String] = []

  @inline(__always)
  subscript(object: Int) -> String? {
    let slot = object & Self.mask
    guard slot < objects.count, objects[slot] == object else { return nil }
    return strings[slot]
  }

  /// Notes a string that was made because the cache did not have it.
  @inline(__always)
  mutating func note(_ string: String, for object: Int) {
    let slot = object & Self.mask
    if slot < candidates.count, candidates[slot] != object {
      candidates[slot] = object
    } else {
      enter(string, object, slot)
    }
  }

  @inline(never)
  private mutating func enter(_ string: String, _ object: Int, _ slot: Int) {
    if candidates.isEmpty {
      candidates = Array(repeating: -1, count: Self.mask + 1)
      objects = candidates
      strings = Array(repeating: "", count: Self.mask + 1)
      candidates[slot] = object
    } else {
      objects[slot] = object
      strings[slot] = string
    }
  }
}
