internal import KeyedArchives

/// Counts the bytes of a text document by dictionary keys, while a parser reports the positions of keys and values.
/// Elements of arrays count under the name of the array, except the objects of a keyed archive.
package final class TextMeter: TextObserver {
  /// The tallies of the current position and of the enclosing values.
  private var open = [ByteTally(name: "archive")]
  /// The number of bytes counted so far.
  private var position = 0

  /// Returns the part that each entry of `$objects` counts for, if the document is a keyed archive.
  private let partOfEntry: ((Int) -> [String])?
  /// The key at the top whose value is being read.
  private var topKey = ""

  package init() { partOfEntry = nil }

  /// Creates a meter for the text of a keyed archive, whose objects count for the parts that `part` names.
  init(partOfEntry part: @escaping (Int) -> [String]) { partOfEntry = part }

  /// Advances to a position where a key or its value begins.
  package func begin(_ key: String, at position: Int) { begin(key, at: position, isValue: false) }

  package func begin(_ key: String, at position: Int, isValue: Bool) {
    pass(to: position)
    let around = open[open.count - 1]
    if partOfEntry != nil {
      if open.count == 1 {
        topKey = key
        return open.append(around["object table"])
      }
      // A reference is a dictionary with this key.
      if key == "CF$UID" { return open.append(around) }
    }
    let part = around[key]
    if !isValue, part !== around { part.add(count: 1) }
    open.append(part)
  }

  /// Advances to the position where the innermost key or value ends.
  package func end(at position: Int) {
    pass(to: position)
    open.removeLast()
  }

  /// Advances to a position where an element of an array begins.
  ///
  /// - Returns: Whether it counts for a part of its own. Its end is then to be reported, as that of a value.
  package func beginElement(_ number: Int, at position: Int) -> Bool {
    guard let partOfEntry, open.count == 2, topKey == "$objects" else { return false }
    pass(to: position)
    let part = partOfEntry(number).reduce(open[0]) { $0[$1] }
    part.add(count: 1)
    open.append(part)
    return true
  }

  private func pass(to position: Int) {
    open[open.count - 1].own += position - self.position
    self.position = position
  }

  /// Returns the map of a file with this size; bytes at its end and of its encoding count as its own, or for the object
  /// table of an archive.
  package func map(byteCount: Int) -> ArchiveByteMap {
    pass(to: max(byteCount, position))
    if partOfEntry != nil {
      // Of an archive, every byte is in a part.
      open[0]["object table"].own += open[0].own
      open[0].own = 0
    }
    return open[0].map
  }
}
