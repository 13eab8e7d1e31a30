package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
internal import Foundation

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
    self = try unsafe archive.withUnsafeBytes { bytes in
      var reader = ObjectTableReader(try unsafe ObjectTable(bytes), limits: limits.forNodes)
      // The values exist already.
      reader.budget = .max
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
      var writer = NodeWriter(limits: limits)
      if let budget { writer.largestSize = budget }
      let archive = try writer.writeForReading(self, depth: depth)
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

extension ArchiveNode.Fields {
  /// Reads a struct from upgraded fields. Calls no hook: the reader that provided the fields does.
  ///
  /// - Parameters: As for ``ArchiveNode/read(_:_:depth:budget:)``.
  package func readUpgraded<Record: ArchiveRecord>(
    _ type: Record.Type, _ limits: ArchiveLimits, depth: Int, budget: inout Int?
  ) throws -> Record {
    let schema = type.archiveSchema
    var fields = self
    (fields.className, fields.caseName, fields.version) = (schema.className, nil, schema.version)
    return try ArchiveNode.record(fields).reading(limits, depth: depth, budget: &budget) { reader in
      try reader.moveToTop("root")
      let record = try reader.decodeFields(of: type)
      try reader.finishInstances()
      return record
    }
  }
}

extension ArchiveLimits {
  /// The limits for reading an archive that was just written within these. The reader counts an object of a class
  /// that the program lacks one level deeper than the writer.
  fileprivate var forNodes: ArchiveLimits {
    var limits = self
    let (depth, overflow) = maximumDepth.multipliedReportingOverflow(by: 2)
    limits.maximumDepth = overflow ? .max : depth
    return limits
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
      return try fields.readUpgraded(type, limits, depth: depth, budget: &rest)
    }
  }

  /// Reads the fields of the record at the current place, without calling hooks.
  mutating func decodeFields<Record: ArchiveRecord>(of type: Record.Type) throws -> Record {
    try inside(openRecord(ofType: number(of: type))) { try Record(fields: &$0) }
  }
}
