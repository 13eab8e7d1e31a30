internal import ArchiveNodes

/// What a document is written to, one part after the other: values without parts, and the beginnings and ends of arrays
/// and dictionaries. In a dictionary, each value follows its key.
protocol DocumentOutput {
  /// Writes a value without parts.
  mutating func write(_ leaf: ArchiveNode) throws
  mutating func beginArray() throws
  mutating func beginDictionary() throws
  mutating func write(key: String) throws
  /// Ends the array or dictionary that was begun last.
  mutating func end()
}

extension DocumentOutput {
  mutating func dictionary(_ content: (inout Self) throws -> Void) throws {
    try beginDictionary()
    try content(&self)
    end()
  }
}

/// Makes a node of the parts of a document.
struct NodeDocument: DocumentOutput {
  /// An array or a dictionary whose parts are being written. Keys and values alternate.
  private struct Container {
    let isDictionary: Bool
    var parts: [ArchiveNode] = []
  }

  private var open: [Container] = []
  /// The whole document, once it is complete.
  private(set) var node = ArchiveNode.null

  mutating func write(_ leaf: ArchiveNode) { add(leaf) }
  mutating func beginArray() { open.append(Container(isDictionary: false)) }
  mutating func beginDictionary() { open.append(Container(isDictionary: true)) }
  mutating func write(key: String) { open[open.count - 1].parts.append(.string(key)) }

  mutating func end() {
    let container = open.removeLast()
    let parts = container.parts
    add(
      container.isDictionary
        ? .dictionary(
          stride(from: 0, to: parts.count, by: 2).map { .init(key: parts[$0], value: parts[$0 + 1]) })
        : .array(parts))
  }

  private mutating func add(_ part: ArchiveNode) {
    if open.isEmpty { node = part } else { open[open.count - 1].parts.append(part) }
  }
}
