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
  /// Begins the content of an object that the document has at several places. If it was begun at another place before,
  /// refers to it instead, and returns `false`. Only documents with such objects have any.
  mutating func beginObject(_ number: Int) -> Bool
  mutating func endObject()
}

extension DocumentOutput {
  mutating func dictionary(_ content: (inout Self) throws -> Void) throws {
    try beginDictionary()
    try content(&self)
    end()
  }

  mutating func beginObject(_ number: Int) -> Bool { true }
  mutating func endObject() {}
}

extension JSONWriter: DocumentOutput {}

/// Makes a node of the parts of a document: a graph, if some are at several places.
struct NodeDocument: DocumentOutput {
  /// An array or a dictionary whose parts are being written, or an object. The keys and values of a dictionary alternate.
  private struct Container {
    enum Kind {
      case array, dictionary
      case object(Int)
    }
    let kind: Kind
    var parts: [ArchiveNode] = []
  }

  private var open: [Container] = []
  private var root = ArchiveNode.null
  /// The objects, and the place of each in the table by the number that the writer has for it.
  private var objects: [ArchiveNode] = []
  private var numbers: [Int: Int] = [:]

  /// The whole document, once it is complete.
  var node: ArchiveNode { ArchiveNode(root: root, objects: objects) }

  mutating func write(_ leaf: ArchiveNode) { add(leaf) }
  mutating func beginArray() { open.append(Container(kind: .array)) }
  mutating func beginDictionary() { open.append(Container(kind: .dictionary)) }
  mutating func write(key: String) { open[open.count - 1].parts.append(.string(key)) }

  mutating func beginObject(_ number: Int) -> Bool {
    if let known = numbers[number] {
      add(.reference(known))
      return false
    }
    numbers[number] = objects.count
    open.append(Container(kind: .object(objects.count)))
    objects.append(.null)
    return true
  }

  mutating func endObject() { end() }

  mutating func end() {
    let container = open.removeLast()
    let parts = container.parts
    switch container.kind {
    case .array: add(.array(parts))
    case .dictionary:
      add(
        .dictionary(
          stride(from: 0, to: parts.count, by: 2).map { .init(key: parts[$0], value: parts[$0 + 1]) }))
    case .object(let number):
      objects[number] = parts[0]
      add(.reference(number))
    }
  }

  private mutating func add(_ part: ArchiveNode) {
    if open.isEmpty { root = part } else { open[open.count - 1].parts.append(part) }
  }
}
