internal import ArchiveBytes
internal import ArchiveDocuments
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Writes nodes as the chunks of a FastCoding file.
///
/// Objects are numbered in the order in which a reader numbers them: mutable objects, and objects that are written by
/// their properties, before their content; all others after it.
struct FastCodingWriter {
  var sink = ChunkSink()
  /// The forms of records without a form of their own, by their class names.
  let forms: [String: FastCodingForm]
  /// The form of all other records.
  let defaultForm: FastCodingForm?
  let limits: ArchiveLimits
  private var depth = 0
  private let stack = StackGuard()

  /// The number of slots filled in a reader's object cache.
  private var slotCount = 0
  /// The number of structures written. FastCoder counts them as objects, but its reader does not number them.
  private var structureCount = 0
  /// The numbers of the strings without identity, and of the URLs. A URL's key has an empty text before its parts.
  private var strings: [[ExactName]: Int] = [:]
  private(set) var objects = ObjectsInProgress()
  /// The class definitions so far: the number of each, and the names of its properties in their order.
  private var classes: [ClassKey: (index: Int, names: [String])] = [:]

  /// A class, and the properties for which its objects have values, in any order.
  ///
  /// An object has a value, possibly nil, for each name of its definition. So an object that lacks a name gets a
  /// definition without it. Otherwise it would be read back with a property that is nil.
  private struct ClassKey: Hashable {
    let className: ExactName
    let names: Set<ExactName>
  }

  /// The objects that references refer to.
  struct ObjectsInProgress {
    var nodes: [ArchiveNode] = []
    /// The slots of the objects that have one.
    var slots: [Int: Int] = [:]
    /// The objects that are being written.
    var open: Set<Int> = []
    /// The objects that are structures and were counted.
    var structures: Set<Int> = []
    /// The objects that refer back to themselves; computed when first needed.
    var cycles: ObjectCycles?
  }

  init(forms: [String: FastCodingForm], defaultForm: FastCodingForm?, _ limits: ArchiveLimits) {
    self.forms = forms
    self.defaultForm = defaultForm
    self.limits = limits
    sink.append(contentsOf: FastCodingHeader().bytes)
  }

  /// Returns the file. Nothing more can be written.
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
  ///   - number: The object number of the node, if a reference refers to it.
  ///   - type: The class of the node, if it is not the usual one.
  mutating func write(_ node: ArchiveNode, number: Int? = nil, as type: ArchiveClass? = nil) throws {
    switch node {
    case .null: sink.begin(.null)
    case .bool(let value): sink.begin(value ? .yes : .no)
    case .integer(let value): write(value)
    case .unsigned(let value):
      throw ArchiveError(
        .invalidValue, expected: "an integer up to \(Int64.max), the limit of FastCoding", found: "\(value)",
        advice: "FastCoder writes larger integers as negative ones. Store it as a string or as data.")
    case .float(let value): put(.float32, value.bitPattern)
    case .double(let value): put(.float64, value.bitPattern)
    case .string(let text): try write(text, number, ChunkType.string.of(type))
    case .date(let value):
      put(.date, value.timeIntervalSinceReferenceDate.bitPattern)
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
    case .instance(let type, _) where type.isSpelling:
      throw ArchiveError(
        .unsupported, expected: "a value that FastCoding can store", found: node.kindDescription,
        advice: "Keyed archives and JSON can store it.")
    case .instance(_, let content) where content.standsForAnother: try inside { try $0.write(content) }
    case .instance(let type, let content): try write(content, number: number, as: type)
    case .reference(let reference): try writeObject(reference)
    case .graph(let graph): try write(graph)
    }
  }

  /// Writes an integer in as few bytes as possible.
  private mutating func write(_ value: Int64) {
    switch value {
    case 0: sink.begin(.zero)
    case 1: sink.begin(.one)
    default:
      if let value = Int8(exactly: value) {
        put(.int8, UInt8(bitPattern: value))
      } else if let value = Int16(exactly: value) {
        put(.int16, UInt16(bitPattern: value))
      } else if let value = Int32(exactly: value) {
        put(.int32, UInt32(bitPattern: value))
      } else {
        put(.int64, UInt64(bitPattern: value))
      }
    }
  }

  /// Writes a chunk that consists of one number.
  private mutating func put(_ type: ChunkType, _ number: some FixedWidthInteger & UnsignedInteger) {
    sink.begin(type)
    sink.append(number)
  }

  mutating func write(_ value: Data, _ type: ChunkType) throws {
    sink.begin(type)
    try writeContent(of: value)
  }

  /// Writes the content of a data chunk.
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

  /// Writes entries; each value comes before its key.
  private mutating func write(_ entries: [ArchiveNode.Entry]) throws {
    for entry in entries {
      try ArchiveError.located(at: .key(String(entry.key.keyText(in: nil).prefix(80)))) {
        try write(entry.value)
        try write(entry.key)
      }
    }
  }

  /// Writes the object with a number, or an alias if the object was already written.
  private mutating func writeObject(_ reference: Int) throws {
    let number = try resolve(reference)
    if let slot = objects.slots[number] {
      return alias(.objectAlias8, .objectAlias16, .objectAlias32, slot)
    }
    guard objects.open.insert(number).inserted else {
      throw ArchiveError(
        .cycle, expected: "an object that does not contain itself", found: "an object that does",
        advice: .changeCode(
          "Only mutable collections and objects written by their properties can contain themselves: "
            + "see ArchiveNode.Fields.fastCodingForm."))
    }
    defer { objects.open.remove(number) }
    try write(objects.nodes[number], number: number)
  }

  /// Returns the number of the object that a reference refers to; references to references are followed.
  private func resolve(_ reference: Int) throws -> Int {
    if let number = objects.nodes.target(of: reference) { return number }
    throw ArchiveError(
      .invalidValue, expected: "a reference to one of \(objects.nodes.count) objects of a graph",
      found: "the object \(reference)", advice: "A reference is the number of an object of its graph.")
  }

  /// Returns the object of a reference, or the content of an instance; other nodes are returned as they are.
  func resolved(_ node: ArchiveNode?) -> ArchiveNode? {
    var node = node
    // An object that refers only to itself has no content.
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

  /// Writes the root of a graph. Its references lead to objects of that graph.
  private mutating func write(_ graph: ArchiveGraph) throws {
    let enclosing = objects
    objects = ObjectsInProgress(nodes: graph.objects)
    defer { objects = enclosing }
    try inside { try $0.write(graph.root) }
  }

  /// Returns whether an object refers back to itself.
  mutating func isInCycle(_ number: Int?) -> Bool {
    guard let number else { return false }
    let cycles = objects.cycles ?? ObjectCycles(objects.nodes)
    objects.cycles = cycles
    return cycles.members.contains(number)
  }

  // MARK: Caches

  /// Numbers an object. A reader does the same at this point.
  mutating func takeSlot(_ number: Int?) {
    if let number { objects.slots[number] = slotCount }
    slotCount += 1
  }

  /// Counts a structure; a shared one counts once.
  mutating func countStructure(_ number: Int?) {
    if let number, !objects.structures.insert(number).inserted { return }
    structureCount += 1
  }

  /// Writes an index into a cache in as few bytes as possible.
  mutating func alias(_ small: ChunkType, _ medium: ChunkType, _ large: ChunkType, _ index: Int) {
    if let index = UInt8(exactly: index) {
      put(small, index)
    } else if let index = UInt16(exactly: index) {
      put(medium, index)
    } else {
      put(large, UInt32(clamping: index))
    }
  }

  /// Writes a string. Equal immutable strings are written once, but mutable strings are written separately.
  private mutating func write(_ text: String, _ number: Int?, _ type: ChunkType) throws {
    guard type == .mutableString else { return try write(text: text) }
    try check(text)
    sink.begin(type)
    sink.append(text)
    takeSlot(number)
  }

  /// Writes a string without identity, or an alias to an equal one.
  mutating func write(text: String) throws {
    let key = [ExactName(text)]
    if aliasText(key) { return }
    try check(text)
    sink.begin(.string)
    sink.append(text)
    cacheText(key)
  }

  /// Writes an alias to an equal string or URL; returns `false` if none was written.
  mutating func aliasText(_ text: [ExactName]) -> Bool {
    guard let index = strings[text] else { return false }
    alias(.stringAlias8, .stringAlias16, .stringAlias32, index)
    return true
  }

  mutating func cacheText(_ text: [ExactName]) { strings[text] = strings.count }

  /// Returns the class definition for an object, and writes it if it is new.
  mutating func defineClass(
    _ className: String, _ names: [String]
  ) throws -> (index: Int, names: [String]) {
    let key = ClassKey(className: ExactName(className), names: Set(names.map(ExactName.init)))
    if let known = classes[key] { return known }
    let definition = (index: classes.count, names: names)
    classes[key] = definition
    try check(className)
    sink.begin(.classDefinition)
    sink.append(className)
    sink.append(try Self.count(names.count))
    for name in names {
      try check(name)
      sink.append(name)
    }
    return definition
  }

  // MARK: Checks

  func check(_ text: String) throws {
    guard !text.utf8.contains(0) else {
      throw ArchiveError(
        .invalidValue, expected: "a string without zero characters, because they end a string in FastCoding",
        found: "a string with zero characters", advice: "FastCoder cuts it off there. Store it as data.")
    }
  }

  private static func count(_ count: Int) throws -> UInt32 {
    guard let count = UInt32(exactly: count) else {
      throw ArchiveError(.unsupported, expected: "at most \(UInt32.max) parts", found: "\(count)")
    }
    return count
  }

  /// Runs `body` one nesting level deeper.
  mutating func inside(_ body: (inout Self) throws -> Void) throws {
    depth += 1
    defer { depth -= 1 }
    try stack.check(depth: depth, limits)
    try body(&self)
  }
}

extension ArchiveNode {
  /// Whether the node only wraps another node, so that nesting many of them makes the file no deeper.
  fileprivate var standsForAnother: Bool {
    switch self {
    case .instance, .reference, .graph: true
    default: false
    }
  }
}
