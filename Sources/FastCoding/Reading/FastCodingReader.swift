internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// Reads the chunks of a FastCoding file as nodes.
///
/// Objects are numbered by their *slots*: their places in the object cache, which is filled in file order. An alias to
/// a slot becomes a reference to an object of the graph. The first pass finds the slots that have aliases. The second
/// pass knows these slots, and leaves all other objects in place.
struct FastCodingReader {
  var cursor: ChunkCursor
  /// The classes of objects that the file may contain.
  let classes: AllowedClasses
  private let limits: ArchiveLimits
  /// The number of bytes that may still be decoded.
  private var budget: Int
  private var depth = 0
  private let stack = StackGuard()

  /// The number of slots filled in the object cache.
  private var slotCount = 0
  /// The slots for which an alias was found.
  private(set) var aliasedSlots: Set<Int> = []
  /// The number of the object in each aliased slot; empty in the first pass.
  private let numbers: [Int: Int]
  var objects: [ArchiveNode]
  var strings: [TextEntry] = []
  /// The index of the last string or URL read.
  private var lastText = 0
  /// Whether the file is of version 2.
  private(set) var isVersion2 = false
  /// In version 2, where one cache contains everything: the strings and definitions of its slots.
  var cached: [Int: CacheEntry] = [:]
  var definitions: [ClassDefinition] = []
  /// The class and the keys of the last coded object.
  var codedShape = ClassDefinition("", [])

  /// A string or a URL, with the cost of decoding it again.
  struct TextEntry {
    let node: ArchiveNode
    let cost: Int
    /// The number of URLs nested in one another.
    let depth: Int
  }

  /// The cost of a node without its content.
  static let nodeCost = 32

  /// - Parameter aliasedSlots: The slots for which an earlier reader found aliases, in order.
  init(_ bytes: [UInt8], _ classes: AllowedClasses, _ limits: ArchiveLimits, aliasedSlots: [Int] = []) {
    cursor = ChunkCursor(bytes)
    self.classes = classes
    self.limits = limits
    budget = limits.decodedSizeAllowed(forArchiveOf: bytes.count)
    numbers = Dictionary(uniqueKeysWithValues: aliasedSlots.enumerated().map { ($1, $0) })
    objects = Array(repeating: .null, count: aliasedSlots.count)
  }

  mutating func readRoot() throws -> ArchiveNode {
    isVersion2 = try FastCodingHeader(&cursor).majorVersion == 2
    return try required("the value of the file")
  }

  /// Returns the root with the objects that it refers to.
  func graph(_ root: ArchiveNode) -> ArchiveNode { ArchiveNode(root: root, objects: objects) }

  // MARK: Chunks

  /// Reads the next chunk, and throws if it is nil.
  mutating func required(_ what: String) throws -> ArchiveNode {
    let start = cursor.position
    guard let node = try chunk() else {
      throw ArchiveError(
        .malformed, expected: what, found: "nil", offset: start,
        advice: "In FastCoding, only properties of objects can be nil.")
    }
    return node
  }

  /// Reads the next chunk as a property of an object, where nil and null differ.
  mutating func property() throws -> ArchiveNode {
    switch try chunk() {
    case nil: .null
    case .null?: .record(ArchiveNode.Fields(className: "NSNull"))
    case let node?: node
    }
  }

  /// Reads the next chunk; returns `nil` for a nil chunk.
  mutating func chunk() throws -> ArchiveNode? {
    let start = cursor.position
    let type = try chunkType()
    try charge(Self.nodeCost)
    switch type {
    case .nil: return nil
    case .null: return .null
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .one: return .integer(1)
    case .zero: return .integer(0)
    case .int8, .int16, .int32, .int64, .float32, .float64: return try leaf(number(type))
    case .objectAlias8, .stringAlias8, .object8:
      return try indexed(type, Int(cursor.byte()), start)
    case .objectAlias16, .stringAlias16, .object16:
      return try indexed(type, Int(cursor.integer(as: UInt16.self)), start)
    case .objectAlias32, .stringAlias32, .object32:
      return try indexed(type, Int(clamping: cursor.integer(as: UInt32.self)), start)
    case .string:
      let text = try rawText()
      return try cache(.string(text), cost: text.utf8.count, depth: 0)
    case .url: return try url(start)
    case .mutableString, .data, .mutableData, .date, .legacyDate:
      let content = try content(of: type)
      return place(type, content, in: takeSlot())
    case .dictionary, .mutableDictionary, .array, .mutableArray, .set, .mutableSet, .orderedSet,
      .mutableOrderedSet, .indexSet, .mutableIndexSet:
      return try collection(type, start)
    case .point, .size, .rect, .range, .vector, .affineTransform, .transform3D, .decimal:
      return try leaf(structure(type, start))
    case .classDefinition: return try defineClass(start)
    case .codedObject: return try codedObject(start)
    case .keyedArchive: return try embeddedArchive(start)
    }
  }

  private mutating func chunkType() throws -> ChunkType {
    let start = cursor.position
    let types = isVersion2 ? ChunkType.ofVersion2 : ChunkType.allCases
    let number = isVersion2 ? Int(clamping: try cursor.integer(as: UInt32.self)) : Int(try cursor.byte())
    guard types.indices.contains(number) else {
      throw ArchiveError(
        .malformed, expected: "the type of a chunk, 0 to \(types.count - 1)", found: "\(number)",
        offset: start,
        advice: isVersion2
          ? "The file is damaged."
          : "The file is damaged, or was written without alignment by FastCoder 3.0.")
    }
    if classes.isPropertyListsOnly, types[number].isRefusedInPropertyLists {
      throw ArchiveError(
        .classMismatch, expected: "a value of a property list",
        found: types[number] == .nil ? "nil" : "an object", offset: start, advice: .allow(class: nil))
    }
    return types[number]
  }

  private mutating func number(_ type: ChunkType) throws -> ArchiveNode {
    switch type {
    case .int8: .integer(Int64(Int8(bitPattern: try cursor.byte())))
    case .int16: .integer(Int64(Int16(bitPattern: try cursor.integer(as: UInt16.self))))
    case .int32: .integer(Int64(Int32(bitPattern: try cursor.integer(as: UInt32.self))))
    case .int64: .integer(Int64(bitPattern: try cursor.integer(as: UInt64.self)))
    case .float32: .float(Float(bitPattern: try cursor.integer(as: UInt32.self)))
    default: .double(try cursor.double())
    }
  }

  private mutating func content(of type: ChunkType) throws -> ArchiveNode {
    switch type {
    case .mutableString:
      let text = try rawText()
      try charge(text.utf8.count)
      return .string(text)
    case .date: return .date(Date(timeIntervalSinceReferenceDate: try cursor.double()))
    case .legacyDate: return .date(Date(timeIntervalSince1970: try cursor.double()))
    default: return .data(try data())
    }
  }

  /// Reads the content of a data chunk: its length, its bytes, and padding to a multiple of four. The padding is
  /// required even at the end of the file.
  mutating func data() throws -> Data {
    let count = try cursor.count(ofPartsOf: 1, "bytes of data")
    try charge(count)
    let data = try cursor.data(count)
    try cursor.align(4)
    return data
  }

  /// Returns the target of an alias, or reads an object of the class with an index.
  private mutating func indexed(_ type: ChunkType, _ index: Int, _ start: Int) throws -> ArchiveNode {
    switch type {
    case .objectAlias8, .objectAlias16, .objectAlias32: try alias(index, start)
    case .stringAlias8, .stringAlias16, .stringAlias32: try stringAlias(index, start)
    default: try object(index, start)
    }
  }

  func noEntry(_ index: Int, _ what: String, of count: Int, _ start: Int) -> ArchiveError {
    ArchiveError(
      .malformed, expected: "the number of one of the \(count) \(what) so far", found: "\(index)",
      offset: start,
      advice: .other(
        what == "objects"
          ? "The file is damaged, or FastCoder 3.3 wrote a point, a range or another structure before: its writer numbers "
            + "these, and its reader does not." : "The file is damaged."))
  }

  // MARK: Limits

  mutating func charge(_ size: Int) throws {
    budget = budget.subtractingReportingOverflow(size).partialValue
    if budget < 0 { throw ArchiveError.tooMuchDecoded(offset: cursor.position) }
  }

  /// Runs `body` one nesting level deeper.
  mutating func inside<Result>(_ start: Int, _ body: (inout Self) throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    try checkDepth(depth, start)
    return try body(&self)
  }

  private mutating func checkDepth(_ depth: Int, _ start: Int) throws {
    do {
      try stack.check(depth: depth, limits)
    } catch var error as ArchiveError {
      error.offset = start
      throw error
    }
  }

  /// The limits for an archive embedded in the file at the current depth.
  var limitsInside: ArchiveLimits {
    ArchiveLimits(maximumDepth: max(0, limits.maximumDepth - depth), maximumDecodedSize: budget)
  }
}

// MARK: - Caches

extension FastCodingReader {
  mutating func takeSlot() -> Int {
    defer { slotCount += 1 }
    return slotCount
  }

  /// Puts an object into its slot, and returns the node for its place: the object itself, or a reference to it.
  mutating func place(_ type: ChunkType, _ content: ArchiveNode, in slot: Int) -> ArchiveNode {
    let node = type.instanceClass.map { .instance($0, content) } ?? content
    guard let number = numbers[slot] else { return node }
    objects[number] = node
    return .reference(number)
  }

  private mutating func alias(_ slot: Int, _ start: Int) throws -> ArchiveNode {
    guard slot < slotCount else { throw noEntry(slot, "objects", of: slotCount, start) }
    if let node = try cachedNode(slot, start) { return node }
    aliasedSlots.insert(slot)
    // In the first pass any number will do, because its nodes are discarded if an alias exists.
    return .reference(numbers[slot] ?? 0)
  }

  private mutating func stringAlias(_ index: Int, _ start: Int) throws -> ArchiveNode {
    guard strings.indices.contains(index) else { throw noEntry(index, "strings", of: strings.count, start) }
    return try text(at: index)
  }

  /// Returns a string or a URL that was read earlier.
  mutating func text(at index: Int) throws -> ArchiveNode {
    try charge(strings[index].cost)
    lastText = index
    return strings[index].node
  }

  private mutating func cache(_ node: ArchiveNode, cost: Int, depth: Int) throws -> ArchiveNode {
    try charge(cost)
    lastText = strings.count
    if isVersion2 { cached[takeSlot()] = .text(lastText) }
    strings.append(TextEntry(node: node, cost: cost, depth: depth))
    return node
  }

  /// Reads a URL: the string relative to the base, and the base, which is a URL or nil.
  private mutating func url(_ start: Int) throws -> ArchiveNode {
    try inside(start) { reader in
      let relative = try ArchiveError.located(at: .field("NS.relative")) {
        try reader.text("the string of a URL")
      }
      let position = reader.cursor.position
      let base = try ArchiveError.located(at: .field("NS.base")) { try reader.chunk() }
      switch base {
      case nil: break
      case .record(let fields)? where fields.className == "NSURL": break
      case let other?:
        throw ArchiveError(
          .malformed, expected: "the base of a URL, a URL or nil", found: other.kindDescription,
          path: [.field("NS.base")], offset: position)
      }
      // Because of aliases, the content of a URL may be deeper and larger than its chunk.
      let inner = base == nil ? nil : reader.strings[reader.lastText]
      let depth = 1 + (inner?.depth ?? 0)
      try reader.checkDepth(reader.depth + depth, start)
      let fields = ArchiveNode.Fields(
        className: "NSURL", ["NS.base": base ?? .null, "NS.relative": .string(relative)])
      return try reader.cache(
        .record(fields), cost: 2 * Self.nodeCost + relative.utf8.count + (inner?.cost ?? 0), depth: depth)
    }
  }

  /// Reads the next chunk as a string without identity, such as a key.
  mutating func text(_ what: String) throws -> String {
    let start = cursor.position
    guard case .string(let text)? = try chunk() else {
      throw ArchiveError(.malformed, expected: what, found: "another value", offset: start)
    }
    return text
  }
}
