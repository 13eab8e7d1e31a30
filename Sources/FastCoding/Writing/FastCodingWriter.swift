internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Writes nodes as the chunks of a FastCoding file.
///
/// Objects are numbered as a reader numbers them: what can change, and objects that are written by their properties,
/// before their content, everything else after it.
struct FastCodingWriter {
  var sink = ChunkSink()
  let options: FastCodingArchive.EncodingOptions
  private var depth = 0
  private var stack = StackGuard()

  /// How many slots of a reader's object cache are filled.
  private var slotCount = 0
  /// How many structures were written. FastCoder counts them among the objects, and its reader does not number them.
  private var structureCount = 0
  private var strings: [CachedText: Int] = [:]
  private(set) var objects = ObjectsInProgress()
  private var classes = ClassTable()

  /// The objects that references lead to.
  struct ObjectsInProgress {
    var nodes: [ArchiveNode] = []
    /// The slots of those that have one.
    var slots: [Int: Int] = [:]
    /// Those that are being written.
    var open: Set<Int> = []
    /// Those that are structures, and were counted.
    var structures: Set<Int> = []
    /// Those that lead back to themselves, as soon as it matters.
    var cycles: ObjectCycles?
  }

  init(_ options: FastCodingArchive.EncodingOptions) {
    self.options = options
    sink.append(contentsOf: FastCodingHeader().bytes)
  }

  /// The file; nothing more can be written.
  mutating func finish() throws -> Data {
    var header = FastCodingHeader()
    header.objectCount = try Self.count(slotCount + structureCount)
    header.classCount = try Self.count(classes.count)
    header.stringCount = try Self.count(strings.count)
    sink.replaceHeader(header)
    return Data(sink.bytes)
  }

  // MARK: Values

  /// Writes a node.
  ///
  /// - Parameters:
  ///   - number: The number of the object that the node is, when a reference led to it.
  ///   - type: The class that the node is an instance of, when it is not the usual one.
  mutating func write(_ node: ArchiveNode, number: Int? = nil, as type: ArchiveClass? = nil) throws {
    switch node {
    case .null: sink.begin(.null)
    case .bool(let value): sink.begin(value ? .yes : .no)
    case .integer(let value): write(value)
    case .unsigned(let value):
      throw ArchiveError(
        .invalidValue, expected: "an integer up to \(Int64.max), the limit of FastCoding", found: "\(value)",
        advice: "FastCoder writes larger ones as negative integers. Store it as a string or as data.")
    case .float(let value):
      sink.begin(.float32)
      sink.append(value.bitPattern)
    case .double(let value):
      sink.begin(.float64)
      sink.append(value)
    case .string(let text): try write(text, number, ChunkType.string.of(type))
    case .date(let value):
      sink.begin(.date)
      sink.append(value.timeIntervalSinceReferenceDate)
      takeSlot(number)
    case .data(let value):
      try write(value, ChunkType.data.of(type))
      takeSlot(number)
    case .array(let elements):
      try write(ChunkType.array.of(type), number, elements.count) { try $0.write(elements) }
    case .set(let elements):
      try write(ChunkType.set.of(type), number, elements.count) { try $0.write(elements) }
    case .dictionary(let entries):
      try write(ChunkType.dictionary.of(type), number, entries.count) { try $0.write(entries) }
    case .record(let fields): try write(fields, number)
    case .instance(_, let content) where content.standsForAnother: try inside { try $0.write(content) }
    case .instance(let type, let content): try write(content, number: number, as: type)
    case .reference(let reference): try writeObject(reference)
    case .graph(let graph): try write(graph)
    }
  }

  /// An integer, in as few bytes as hold it.
  private mutating func write(_ value: Int64) {
    switch value {
    case 0: sink.begin(.zero)
    case 1: sink.begin(.one)
    default:
      if let value = Int8(exactly: value) {
        sink.begin(.int8)
        sink.append(UInt8(bitPattern: value))
      } else if let value = Int16(exactly: value) {
        sink.begin(.int16)
        sink.append(UInt16(bitPattern: value))
      } else if let value = Int32(exactly: value) {
        sink.begin(.int32)
        sink.append(UInt32(bitPattern: value))
      } else {
        sink.begin(.int64)
        sink.append(UInt64(bitPattern: value))
      }
    }
  }

  mutating func write(_ value: Data, _ type: ChunkType) throws {
    sink.begin(type)
    try writeContent(of: value)
  }

  /// The content of a data chunk.
  mutating func writeContent(of value: Data) throws {
    sink.append(try Self.count(value.count))
    sink.append(contentsOf: value)
    sink.align(4)
  }

  // MARK: Collections

  private mutating func write(
    _ type: ChunkType, _ number: Int?, _ count: Int, _ body: (inout Self) throws -> Void
  ) throws {
    sink.begin(type)
    sink.append(try Self.count(count))
    if type.isNumberedFirst { takeSlot(number) }
    try inside(body)
    if !type.isNumberedFirst { takeSlot(number) }
  }

  private mutating func write(_ elements: [ArchiveNode]) throws {
    for (position, element) in elements.enumerated() {
      try ArchiveError.located(at: .index(position)) { try write(element) }
    }
  }

  /// Each value stands before its key.
  private mutating func write(_ entries: [ArchiveNode.Entry]) throws {
    for entry in entries {
      try ArchiveError.located(at: .key(Self.keyText(entry.key))) {
        try write(entry.value)
        try write(entry.key)
      }
    }
  }

  private static func keyText(_ key: ArchiveNode) -> String {
    if case .string(let text) = key { text } else { String("\(key)".prefix(80)) }
  }

  /// Writes the object of a number, or where it was written already.
  private mutating func writeObject(_ reference: Int) throws {
    let number = try resolve(reference)
    if let slot = objects.slots[number] {
      return alias(.objectAlias8, .objectAlias16, .objectAlias32, slot)
    }
    guard objects.open.insert(number).inserted else {
      throw ArchiveError(
        .cycle, expected: "an object that does not contain itself", found: "one that does",
        advice: "Only mutable collections and objects written by their properties can contain themselves: "
          + "see ArchiveNode.Fields.fastCodingForm.")
    }
    defer { objects.open.remove(number) }
    try write(objects.nodes[number], number: number)
  }

  /// The number of the object that a reference leads to, over references to references.
  private func resolve(_ reference: Int) throws -> Int {
    if let number = objects.nodes.target(of: reference) { return number }
    throw ArchiveError(
      .invalidValue, expected: "a reference to one of \(objects.nodes.count) objects of a graph",
      found: "the object \(reference)", advice: "A reference is the number of an object of its graph.")
  }

  /// What a node stands for: the object of a reference, the content of an instance.
  func resolved(_ node: ArchiveNode?) -> ArchiveNode? {
    var node = node
    // An object that leads to itself has no content.
    var steps = 0
    while true {
      switch node {
      case .instance(_, let content)?: node = content
      case .reference(let number)?:
        guard objects.nodes.indices.contains(number), steps <= objects.nodes.count else { return nil }
        steps += 1
        node = objects.nodes[number]
      default: return node
      }
    }
  }

  func isNil(_ node: ArchiveNode) -> Bool {
    if case .null? = resolved(node) { true } else { false }
  }

  /// Writes the root of a graph, whose references are its own.
  private mutating func write(_ graph: ArchiveGraph) throws {
    let enclosing = objects
    objects = ObjectsInProgress(nodes: graph.objects)
    defer { objects = enclosing }
    try inside { try $0.write(graph.root) }
  }

  /// Whether an object leads back to itself.
  mutating func isInCycle(_ number: Int?) -> Bool {
    guard let number else { return false }
    let cycles = objects.cycles ?? ObjectCycles(objects.nodes)
    objects.cycles = cycles
    return cycles.members.contains(number)
  }

  // MARK: Caches

  /// Numbers an object, as a reader will at this point.
  mutating func takeSlot(_ number: Int?) {
    if let number { objects.slots[number] = slotCount }
    slotCount += 1
  }

  /// Counts a structure, once for each object that is one.
  mutating func countStructure(_ number: Int?) {
    if let number, !objects.structures.insert(number).inserted { return }
    structureCount += 1
  }

  /// Writes a number of a cache, in as few bytes as hold it.
  mutating func alias(_ small: ChunkType, _ medium: ChunkType, _ large: ChunkType, _ index: Int) {
    if let index = UInt8(exactly: index) {
      sink.begin(small)
      sink.append(index)
    } else if let index = UInt16(exactly: index) {
      sink.begin(medium)
      sink.append(index)
    } else {
      sink.begin(large)
      sink.append(UInt32(clamping: index))
    }
  }

  /// Writes a string: equal ones once, but those that can change each for itself.
  private mutating func write(_ text: String, _ number: Int?, _ type: ChunkType) throws {
    guard type == .mutableString else { return try write(text: text) }
    try check(text)
    sink.begin(type)
    sink.append(text)
    takeSlot(number)
  }

  /// Writes a string without identity, or where an equal one was written.
  mutating func write(text: String) throws {
    if aliasText(.string(text)) { return }
    try check(text)
    sink.begin(.string)
    sink.append(text)
    cacheText(.string(text))
  }

  /// Writes where an equal string or URL was written; `false` when there is none.
  mutating func aliasText(_ text: CachedText) -> Bool {
    guard let index = strings[text] else { return false }
    alias(.stringAlias8, .stringAlias16, .stringAlias32, index)
    return true
  }

  mutating func cacheText(_ text: CachedText) { strings[text] = strings.count }

  /// The class definition to write an object with, after writing it when it is a new one.
  mutating func defineClass(_ className: String, _ names: [String]) throws -> ClassTable.Definition {
    let (definition, isNew) = classes.definition(of: className, names)
    guard isNew else { return definition }
    try check(className)
    sink.begin(.classDefinition)
    sink.append(className)
    sink.append(try Self.count(definition.names.count))
    for name in definition.names {
      try check(name)
      sink.append(name)
    }
    return definition
  }

  // MARK: Checks

  func check(_ text: String) throws {
    guard !text.utf8.contains(0) else {
      throw ArchiveError(
        .invalidValue, expected: "a string without zero characters, which end a string in FastCoding",
        found: "one with them", advice: "FastCoder cuts it off there. Store it as data.")
    }
  }

  private static func count(_ count: Int) throws -> UInt32 {
    guard let count = UInt32(exactly: count) else {
      throw ArchiveError(.unsupported, expected: "at most \(UInt32.max) parts", found: "\(count)")
    }
    return count
  }

  /// Runs `body` one level deeper.
  mutating func inside(_ body: (inout Self) throws -> Void) throws {
    depth += 1
    defer { depth -= 1 }
    try stack.check(depth: depth, options.limits, advice: "Raise ArchiveLimits.maximumDepth.")
    try body(&self)
  }
}

extension ArchiveNode {
  /// Whether the node says nothing itself, so that many of them in one another are no deeper in a file.
  fileprivate var standsForAnother: Bool {
    switch self {
    case .instance, .reference, .graph: true
    default: false
    }
  }
}
