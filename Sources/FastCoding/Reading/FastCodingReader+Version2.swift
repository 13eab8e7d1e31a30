internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation

// Files of FastCoding 2. The types of chunks, and the numbers of classes and aliases, take four bytes. Everything
// begins at a multiple of four bytes. One cache contains all objects, numbers, strings and definitions of classes.

extension FastCodingReader {
  /// The content of a slot of the cache that is not an object.
  enum CacheEntry {
    /// A string or a URL, by its index.
    case text(Int)
    /// A number or a structure.
    case leaf(ArchiveNode)
    /// A definition of a class, by its index.
    case definition(Int)
  }

  /// Reads a text without the type of its chunk. In version 2, zeros follow it up to a multiple of four bytes.
  mutating func rawText() throws -> String {
    let text = try cursor.text()
    if isVersion2 { try cursor.align(4) }
    return text
  }

  /// Returns a number or a structure. In version 2, an alias may refer to it.
  mutating func leaf(_ node: ArchiveNode) -> ArchiveNode {
    if isVersion2 { cached[takeSlot()] = .leaf(node) }
    return node
  }

  /// Returns a copy of the target of a version 2 alias; `nil` if the target is an object.
  mutating func cachedNode(_ slot: Int, _ start: Int) throws -> ArchiveNode? {
    switch cached[slot] {
    case nil: return nil
    case .text(let index): return try text(at: index)
    case .leaf(let node):
      try charge(256)
      return node
    case .definition:
      throw ArchiveError(
        .malformed, expected: "the number of an object", found: "\(slot), the number of a class",
        offset: start,
        advice: "The file is damaged.")
    }
  }

  /// Returns the index of the definition in a slot; `nil` if the slot contains none.
  func definitionIndex(ofSlot slot: Int) -> Int? {
    if case .definition(let index)? = cached[slot] { index } else { nil }
  }
}
