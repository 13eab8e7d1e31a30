package import ArchiveNodes

/// Counts the bytes of a text document by dictionary keys, while a parser reports the positions of keys and values.
/// Elements of arrays count under the name of the array.
package final class TextMeter {
  /// The tallies of the current position and of the enclosing values.
  private var open = [ByteTally(name: "archive")]
  /// The number of bytes counted so far.
  private var position = 0

  package init() {}

  /// Advances to a position where a key or its value begins.
  package func begin(_ key: String, at position: Int, isValue: Bool = false) {
    pass(to: position)
    let around = open[open.count - 1]
    let part = around[key]
    if !isValue, part !== around { part.add(count: 1) }
    open.append(part)
  }

  /// Advances to the position where the innermost key or value ends.
  package func end(at position: Int) {
    pass(to: position)
    open.removeLast()
  }

  private func pass(to position: Int) {
    open[open.count - 1].own += position - self.position
    self.position = position
  }

  /// Returns the map of a file with this size; bytes at its end and of its encoding count as its own.
  package func map(byteCount: Int) -> ArchiveByteMap {
    pass(to: max(byteCount, position))
    return open[0].map
  }
}
