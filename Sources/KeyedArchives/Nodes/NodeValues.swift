package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
package import Foundation
internal import PropertyLists

extension ArchiveNode {
  /// Creates the node of a value through the bytes of a keyed archive: a node describes the content of such an
  /// archive. If the value refers to class instances, the node is a graph.
  ///
  /// Instances with only weak references stay `nil`.
  ///
  /// - Parameter note: Receives the class names and the types of its records and instances.
  package init<Value: ArchiveValue>(
    of value: Value, _ limits: ArchiveLimits, _ note: (String, Any.Type) -> Void = { _, _ in }
  ) throws {
    var writer = ObjectTableWriter(limits: limits)
    try writer.encodeOne(value)
    let archive = try writer.finish(keys: ["root"])
    for type in writer.vocabulary.types { note(type.schema.className, type.known.type) }
    let instances = writer.instanceEntries
    let references = NodeReferences(.tree, keepsMarks: false)
    for (number, entry) in instances.enumerated() { references.numbers[entry] = number }
    references.foreign = Set(writer.foreignEntries)
    // The values exist already, and the writer has checked their depth.
    let unlimited = ArchiveLimits(maximumDepth: .max, maximumDecodedSize: .max)
    self = try unsafe archive.withUnsafeBytes { bytes in
      var reader = ObjectTableReader(try unsafe ObjectTable(bytes), limits: unlimited)
      reader.references = references
      try reader.moveToTop("root")
      let root = try reader._decodeNode()
      let objects = try instances.map { entry in
        reader.place = .init(offset: try reader.table.offset(ofEntry: entry), object: entry)
        return try reader.nodeHere()
      }
      return ArchiveNode(root: root, objects: objects)
    }
  }

  /// Reads a value from the node, through the bytes of a keyed archive.
  ///
  /// - Parameters:
  ///   - depth: The number of levels around the node.
  ///   - budget: The number of bytes that may be decoded; afterwards, the remaining number. `nil` uses the limits.
  package func read<Value: ArchiveValue>(
    _ type: Value.Type, _ limits: ArchiveLimits, depth: Int = 0, budget: inout Int?
  ) throws -> Value {
    try reading(limits, depth: depth, budget: &budget) { try $0.decodeTop(type, forKey: "root") }
  }

  /// Calls `body` with a reader of a keyed archive of the node.
  func reading<Result>(
    _ limits: ArchiveLimits, depth: Int = 0, budget: inout Int?,
    _ body: (inout ObjectTableReader) throws -> Result
  ) throws -> Result {
    do {
      var writer = NodeWriter(limits: limits, allowsUnnamed: true, depth: depth)
      if let budget { writer.largestSize = budget }
      let archive = try writer.write(self, key: "root")
      return try unsafe archive.withUnsafeBytes { bytes in
        var reader = ObjectTableReader(try unsafe ObjectTable(bytes), limits: limits)
        reader.isOfNodes = true
        if case .graph = self { reader.isOfGraph = true }
        reader.depth = depth
        reader.budget = budget ?? limits.decodedSizeAllowed(forArchiveOf: max(archive.count, writer.size))
        defer { if budget != nil { budget = reader.budget } }
        return try body(&reader)
      }
    } catch {
      // The caller never sees this archive, so an offset in it would mean nothing.
      throw ArchiveError.wrapping(error).withoutOffset
    }
  }
}

// Upgrades: the fields of an older version, as nodes.
extension ObjectTableReader {
  /// Reads the record at the current place, which has an older version, through its tree.
  @inline(never)
  mutating func upgraded<Record: ArchiveRecord>(
    _ type: Record.Type, from version: Int
  ) throws -> Record {
    var fields = try decodeFields(className: Record.archiveSchema.className)
    fields.version = version
    // Even a refused record counts against the budget.
    var rest: Int? = budget
    defer { budget = rest ?? budget }
    return try locating {
      try fields.upgrade(to: type)
      let schema = type.archiveSchema
      (fields.className, fields.caseName, fields.version) = (schema.className, nil, schema.version)
      return try ArchiveNode.record(fields).reading(limits, depth: depth, budget: &rest) { reader in
        try reader.moveToTop("root")
        // No hook is called: the reader of the older record calls it.
        let record = try reader.inside(reader.openRecord(ofType: reader.number(of: type))) { reader in
          try Record(fields: &reader)
        }
        try reader.finishInstances()
        return record
      }
    }
  }
}

/// Reads the values of a ``ValueListWriter`` in any order. Each class instance is created once, however many values
/// refer to it.
///
/// All methods take the number of bytes that may be decoded, and subtract the bytes they decode.
package final class ValueListReader {
  /// The content of the archive.
  package enum Content {
    /// A list of values.
    case values
    /// A list of values, made from nodes: records may lack a class, and arrays may represent sets and bytes.
    case nodes
    /// A single graph of nodes, rather than a list.
    case graph
  }

  package let content: Content
  /// The number of values.
  package let count: Int
  /// The offset of the references to the values.
  private let start: Int
  private var reader: ObjectTableReader
  /// The objects that nodes refer to, and the nodes of the objects read so far.
  private let part = NodeReferences(.part, keepsMarks: false)
  private var objects: [ArchiveNode] = []
  /// The offset of the archive in its file; `nil` if the archive exists only in memory.
  private let offset: Int?
  /// The bytes, if the reader owns them.
  private let storage: NSData?

  /// Opens an archive in the memory of the caller, which outlives the reader.
  ///
  /// - Parameter offset: The offset of the bytes in their file, for errors.
  package convenience init(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, _ content: Content, _ limits: ArchiveLimits
  ) throws {
    try unsafe self.init(bytes, at: offset, nil, content, limits)
    guard reader.plist.paddingCount == 0 else {
      throw ArchiveError(
        .malformed, expected: "the end of the file", found: "\(reader.plist.paddingCount) more bytes",
        offset: offset + reader.plist.count)
    }
  }

  /// Creates a reader of the values that nodes represent.
  ///
  /// - Parameter objects: The objects that the nodes' references lead to.
  package convenience init(
    _ nodes: [ArchiveNode], _ objects: [ArchiveNode], _ limits: ArchiveLimits, budget: inout Int
  ) throws {
    var writer = NodeWriter(limits: limits, allowsUnnamed: true)
    writer.largestSize = budget
    let node = ArchiveNode(root: .array(nodes), objects: objects)
    let storage = try Self.locating(at: nil) { try writer.write(node, key: Self.key) } as NSData
    try unsafe self.init(
      UnsafeRawBufferPointer(start: storage.bytes, count: storage.length), at: nil, storage, .nodes, limits)
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, at offset: Int?, _ storage: NSData?, _ content: Content,
    _ limits: ArchiveLimits
  ) throws {
    var reader = try Self.locating(at: offset) {
      ObjectTableReader(try unsafe ObjectTable(bytes), limits: limits)
    }
    (reader.isOfNodes, reader.isOfGraph) = (content != .values, content == .graph)
    (start, count) = try Self.locating(at: offset) {
      if content == .graph { return (0, 1) }
      try reader.moveToTop(Self.key)
      let enclosing = try reader.enterCollection(.array)
      let scope = reader.scope
      reader.leave(enclosing)
      guard scope.kind == .elements else { throw reader.mismatch("an array of values") }
      return (scope.start, scope.count)
    }
    self.reader = reader
    (self.content, self.offset, self.storage) = (content, offset, storage)
  }

  private static let key = "root"

  // MARK: Values

  /// Calls `body` with the values at some positions, one after the other.
  ///
  /// - Parameter hashes: Whether each value will be hashed, with everything in it.
  package func forEach<Value: ArchiveValue>(
    in range: Range<Int>, of type: Value.Type, hashes: Bool, budget: inout Int, _ body: (Value) -> Void
  ) throws {
    try reading(&budget) { reader in
      for position in range {
        try move(to: position, &reader)
        if hashes { try reader.chargeContent() }
        body(try Value.decodeValue(from: &reader))
      }
    }
  }

  /// Whether class instances have been created.
  package var hasInstances: Bool { !reader.instances.isEmpty }

  /// Reads the references of all instances created so far.
  package func complete(budget: inout Int) throws {
    if hasInstances { try reading(&budget) { try $0._completeInstances() } }
  }

  /// Runs the hooks of the instances created since the last call. All must be complete.
  package func awake() throws { if hasInstances { try reader.instances.awake() } }

  /// Releases all instances.
  package func release() throws {
    if hasInstances { try reader.instances.release(reader.limits) }
    reader.instancePlaces = []
  }

  private func move(to position: Int, _ reader: inout ObjectTableReader) throws {
    guard content != .graph else { return try reader.moveToTop(Self.key) }
    try reader.move(to: reference(to: position, reader))
  }

  private func reference(to position: Int, _ reader: ObjectTableReader) throws -> Int {
    guard position < count else {
      throw ArchiveError(.malformed, expected: "one of \(count) values", found: "number \(position)")
    }
    return try reader.plist.reference(at: start + position * reader.plist.referenceSize)
  }

  private func reading<Result>(
    _ budget: inout Int, by references: NodeReferences? = nil,
    _ body: (inout ObjectTableReader) throws -> Result
  ) throws -> Result {
    (reader.budget, reader.depth, reader.scope) = (budget, 0, .init())
    defer { budget = reader.budget }
    return try Self.locating(at: offset) { try reader.referring(by: references, body) }
  }

  private static func locating<Result>(at offset: Int?, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      var error = ArchiveError.wrapping(error)
      if let place = error.offset { error.offset = offset.map { $0 + place } }
      throw error
    }
  }

  // MARK: Nodes

  /// Returns the value at a position as a node: a reference to one of ``objects(budget:where:)``, or a plain value.
  ///
  /// - Parameter base: The number of the first object.
  package func reference(to position: Int, base: Int, budget: inout Int) throws -> ArchiveNode {
    part.base = base
    return try reading(&budget, by: part) { try $0.elementNode(reference(to: position, $0)) }
  }

  /// Returns the objects that the nodes returned so far refer to, and all objects that these refer to.
  ///
  /// - Parameter isWanted: Whether to read an object with parts. If not, an omission takes its place.
  package func objects(
    budget: inout Int, where isWanted: () -> Bool = { true }
  ) throws -> [ArchiveNode] {
    try reading(&budget, by: part) { try $0.readPart(into: &objects, isWanted) }
    return objects
  }

  /// Returns the value at a position as a tree, or as a graph of its own if objects in it are shared.
  package func tree(_ position: Int, budget: inout Int) throws -> ArchiveNode {
    try reading(&budget, by: NodeReferences(.part, keepsMarks: false)) { reader in
      try reader.part(from: reader.elementNode(reference(to: position, reader)))
    }
  }

  /// Returns the graph that was archived, with all its objects.
  package func wholeGraph(budget: inout Int) throws -> ArchiveGraph {
    try reading(&budget) { try $0.readGraph() }
  }

  /// Whether any object other than texts, numbers and `NSNull`, such as a class instance, has several references.
  ///
  /// Reads all objects.
  package func sharesObjects(budget: inout Int) throws -> Bool {
    try reading(&budget) { try $0.sharesObjects() }
  }
}

extension ObjectTableReader {
  /// Charges for the content stored in the object at the current place itself.
  fileprivate mutating func chargeContent() throws {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { return }
    let (count, start) = try plist.counted(at: place.offset, width: 2 * plist.referenceSize)
    try charge(16 * count)
    for position in count..<2 * count {
      let value = try plist.reference(at: start + position * plist.referenceSize)
      try charge(plist.contentSize(at: table.resolve(value).offset))
    }
  }
}

/// Writes values of any types, and nodes, as the elements of an array that is the value of a keyed archive.
///
/// A class instance that several of them refer to is stored once.
package struct ValueListWriter {
  private var writer: NodeWriter

  package init(limits: ArchiveLimits) { writer = NodeWriter(limits: limits, allowsUnnamed: true) }

  /// The number of values so far.
  package var count: Int { writer.table.pending.count }

  /// Whether some of the values refer to class instances.
  package var hasInstances: Bool { !writer.table.instances.isEmpty }

  /// Adds a value. After an error, the list cannot be continued.
  @inline(__always)
  package mutating func add<Value: ArchiveValue>(_ value: Value) throws {
    writer.table.place.mode = .element
    try writer.table.encodeOne(value)
  }

  /// Adds the value that a node represents.
  package mutating func add(_ node: ArchiveNode) throws { try writer.encode(node, .element) }

  /// Returns the archive, which ends the list.
  package mutating func finish() throws -> Data {
    try writer.table.checkCount(count)
    let list = writer.table.addObject(0)
    writer.table.objects[list] = try writer.table.note(
      .array, count: count, shape: writer.table.shape(.array), from: 0)
    writer.table.pending.append(PlistReference.uid(list))
    return try writer.table.finish(keys: ["root"])
  }
}
