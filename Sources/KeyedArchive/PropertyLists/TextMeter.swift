package import ArchiveBytes

/// Counts the bytes of a text by the keys of its dictionaries, while a parser goes through it and says where the keys
/// and their values are. Elements of arrays count under the name of the array.
package final class TextMeter {
  /// What the present place counts for, and what is around it.
  private var open = [ByteTally(name: "archive")]
  /// How many bytes are counted.
  private var position = 0

  package init() {}

  /// Goes on to a position, where a key or its value begins.
  package func begin(_ key: String, at position: Int, isValue: Bool = false) {
    pass(to: position)
    let around = open[open.count - 1]
    let part = around[key]
    if !isValue, part !== around { part.add(count: 1) }
    open.append(part)
  }

  /// Goes on to the position where what began last ends.
  package func end(at position: Int) {
    pass(to: position)
    open.removeLast()
  }

  private func pass(to position: Int) {
    open[open.count - 1].own += position - self.position
    self.position = position
  }

  /// What was counted of a file of so many bytes; those of its end, and of its encoding, are its own.
  package func map(byteCount: Int) -> ByteMap {
    pass(to: max(byteCount, position))
    return open[0].map
  }
}
