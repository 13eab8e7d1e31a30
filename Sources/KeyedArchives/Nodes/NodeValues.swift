package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
internal import Foundation
internal import PropertyLists

/// Writes values as nodes, by the bytes of a keyed archive: a node is what such an archive holds.
///
/// Class instances have numbers, by which nodes refer to them. They are stored after the values that led to them.
package struct NodeValueWriter {
  private let limits: ArchiveLimits
  private let embedsObjects: Bool
  private var instances = EncodedObjects()

  /// - Parameter embedsObjects: Whether objects become records with an archive of them; see ``StoredObject``. If not,
  ///   they become records with their fields.
  package init(limits: ArchiveLimits, embedsObjects: Bool = false) {
    (self.limits, self.embedsObjects) = (limits, embedsObjects)
  }

  /// The number of instances so far, including those that only weak references lead to.
  package var instanceCount: Int { instances.count }

  /// Returns the number of an instance, and adds it to the instances to store.
  package mutating func number<Object: ArchivableObject>(of object: Object) throws -> Int {
    try instances.number(of: object, as: Object.self)
  }

  /// Values that are written one after the other.
  package struct Values {
    fileprivate var writer: ObjectTableWriter

    package mutating func add<Value: ArchiveValue>(_ value: Value) throws {
      let count = writer.pending.count
      writer.place.mode = .boxed
      try value.encodeValue(to: &writer)
      guard writer.pending.count == count + 1 else {
        throw ArchiveError.notOneValue(writer.pending.count == count ? "none" : "several")
      }
    }
  }

  /// Returns the nodes of the values that `body` adds.
  package mutating func nodes(_ body: (inout Values) throws -> Void) throws -> [ArchiveNode] {
    var values = Values(writer: ObjectTableWriter(limits: limits))
    values.writer.leavesInstances = true
    values.writer.embedsObjects = embedsObjects
    swap(&values.writer.instances, &instances)
    defer { swap(&values.writer.instances, &instances) }
    try body(&values)
    let count = values.writer.pending.count
    let root = values.writer.note(arrayFrom: 0)
    values.writer.pending.append(root)
    let archive = try values.writer.finish(keys: ["root"])
    return try Self.nodes(count, in: archive, of: values.writer, limits)
  }

  /// Returns the nodes of the instances that are not stored yet, and of those that they refer to, with their numbers.
  package mutating func instanceNodes() throws -> [(number: Int, node: ArchiveNode)] {
    var numbers: [Int] = []
    let nodes = try nodes { values in
      while let (number, object) = values.writer.instances.next() {
        numbers.append(number)
        try values.writer.encode(object, number: number, entry: values.writer.beginObject())
      }
    }
    return Array(zip(numbers, nodes))
  }

  /// Throws if an instance that must be stored is not.
  package func checkExpectedInstances() throws { try instances.checkExpected() }

  /// Reads the values under `root` of an archive that was just written.
  private static func nodes(
    _ count: Int, in archive: Data, of writer: ObjectTableWriter, _ limits: ArchiveLimits
  ) throws -> [ArchiveNode] {
    try unsafe archive.withUnsafeBytes { bytes in
      var reader = ObjectTableReader(try unsafe ObjectTable(bytes), limits: limits.forNodes)
      // The values exist already.
      reader.budget = .max
      for (number, entry) in writer.instanceEntries.enumerated() where entry >= 0 {
        reader.keptEntries[entry] = .instance(number)
      }
      for entry in writer.foreignEntries { reader.keptEntries[entry] = .foreign }
      try reader.moveToTop("root")
      let (_, start) = try reader.plist.counted(at: reader.place.offset, width: reader.plist.referenceSize)
      return try (0..<count).map { position in
        try reader.move(to: reader.plist.reference(at: start + position * reader.plist.referenceSize))
        return try reader._decodeNode()
      }
    }
  }
}

extension ArchiveNode {
  /// Creates the node of a value, and a graph if it refers to class instances.
  init<Value: ArchiveValue>(of value: Value, _ limits: ArchiveLimits) throws {
    var writer = NodeValueWriter(limits: limits)
    let root = try writer.nodes { try $0.add(value) }[0]
    // Instances with only weak references stay `nil`.
    var objects: [ArchiveNode] = []
    if writer.instanceCount > 0 {
      let found = try writer.instanceNodes()
      try writer.checkExpectedInstances()
      objects = Array(repeating: .null, count: writer.instanceCount)
      for (number, node) in found { objects[number] = node }
    }
    self.init(root: root, objects: objects)
  }

  /// Reads a value from the node, by the bytes of a keyed archive of it.
  ///
  /// - Parameters:
  ///   - depth: The number of levels around the node.
  ///   - budget: The number of bytes that may be decoded; afterwards, what is left of them. `nil` uses the limits.
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
      // Nobody knows the bytes of this archive.
      throw ArchiveError.wrapping(error).withoutOffset
    }
  }
}

extension ArchiveNode.Fields {
  /// Reads a struct from upgraded fields. Calls no hook, which the reader that provided the fields does.
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
  /// The limits for an archive of what was just found to be within these: an object of a class that the program lacks is a
  /// level deeper to the reader than to the writer.
  fileprivate var forNodes: ArchiveLimits {
    var limits = self
    let (depth, overflow) = maximumDepth.multipliedReportingOverflow(by: 2)
    limits.maximumDepth = overflow ? .max : depth
    return limits
  }
}
