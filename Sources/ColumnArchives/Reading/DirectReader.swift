/// What reads a single value directly, without opening columns: a position in the archive, and what may still be asked
/// of it. A value that needs more is left to the general path, whose fixed cost then matters little.
struct DirectReader {
  var cursor: ByteCursor
  /// The number of levels that lists and optionals may still nest.
  private(set) var depth: Int
  /// The number of bytes that the elements of lists may still take. Equal elements take no bytes of the archive.
  private(set) var room = 16 << 10

  init(_ cursor: ByteCursor, maximumDepth: Int) {
    self.cursor = cursor
    depth = min(maximumDepth, 16)
  }

  /// Runs `body` one level deeper, if that is allowed.
  @inline(__always)
  mutating func nested(_ body: (inout DirectReader) -> Bool) -> Bool {
    guard depth > 0 else { return false }
    depth -= 1
    defer { depth += 1 }
    return body(&self)
  }

  /// Takes memory for `count` elements, and returns whether there is enough.
  mutating func take(_ count: Int, of byteCount: Int) -> Bool {
    // The header of an array takes memory too.
    let (size, overflow) = count.multipliedReportingOverflow(by: max(byteCount, 1))
    guard !overflow, size <= room - 32 else { return false }
    room -= size + 32
    return true
  }

  /// Reads the column of a single count.
  @inline(__always)
  mutating func readOnlyCount() -> Int? {
    guard cursor.readIfPresent() == 0, let count = cursor.readShortVarint() else { return nil }
    return Int(exactly: count)
  }
}
