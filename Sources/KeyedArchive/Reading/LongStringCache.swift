/// Strings already read, by their object, so that a string referenced again is copied and not made anew.
///
/// Making a string of more than 15 bytes allocates (36 ns measured); a copy costs a third of that. A fixed number of
/// places, each taken over by the next string that falls on it, bounds the memory.
struct LongStringCache {
  private static let size = 256
  private var objects: [Int] = []
  private var strings: [String] = []

  @inline(__always)
  subscript(object: Int) -> String? {
    guard !objects.isEmpty else { return nil }
    let slot = object & (Self.size - 1)
    return objects[slot] == object ? strings[slot] : nil
  }

  mutating func insert(_ string: String, for object: Int) {
    if objects.isEmpty {
      objects = Array(repeating: -1, count: Self.size)
      strings = Array(repeating: "", count: Self.size)
    }
    let slot = object & (Self.size - 1)
    objects[slot] = object
    strings[slot] = string
  }
}
