internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

// Decodes trees without their types, and records of older versions in them.
extension TreeDecoder {
  /// Decodes the tree at the cursor as a node; it must not refer to instances.
  func _decodeNode() throws -> ArchiveNode {
    let start = cursor
    let node = try decodeTree()
    guard node.references.isEmpty else {
      cursor = start
      throw failure(
        .typeMismatch, expected: "a value", found: "a reference to an instance of a class",
        advice: "A field that is a node has no room for classes and shared objects.")
    }
    return node
  }

  /// Decodes the tree at the cursor as a node.
  func decodeTree() throws -> ArchiveNode {
    let tag = try readTag()
    try context.charge(NodeCost.node + (tag.isCollection ? NodeCost.allocation : 0))
    switch tag {
    case .nil: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer, .unsigned: return ArchiveNode(try readInteger(tag))
    case .float: return .float(Float(bitPattern: try readNumber(UInt32.self)))
    case .double: return .double(Double(bitPattern: try readNumber(UInt64.self)))
    case .date:
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try readNumber(UInt64.self))))
    case .string:
      guard let string = unsafe String(validUTF8: try readRun()) else {
        throw cursor.malformed("a string in UTF-8", "invalid UTF-8")
      }
      return .string(string)
    case .data, .bytes: return .data(unsafe Data(try readRun()))
    case .object:
      let data = unsafe Data(try readRun())
      return try context.spending { try KeyedArchive.tree(in: data, context.limits, budget: &$0) }
    case .instance:
      let number = try cursor.readCount()
      guard let instances = context.instances, number < instances.count else {
        throw context.malformed("the instances of a batch", "number \(number)")
      }
      return .reference(instances.firstNumber + number)
    case .array: return .array(try container { try nodes(try cursor.readCount()) })
    case .set: return .set(try container { try nodes(try cursor.readCount()) })
    case .dictionary:
      return .dictionary(
        try container {
          let count = try cursor.readCount()
          let (keys, values) = (try nodes(count), try nodes(count))
          return zip(keys, values).map { ArchiveNode.Entry(key: $0, value: $1) }
        })
    case .record, .enumerationCase: return .record(try container { try fields(tag) })
    }
  }

  private func nodes(_ count: Int) throws -> [ArchiveNode] {
    // Each node takes at least one byte.
    guard count <= cursor.remaining else { throw cursor.truncated(count) }
    return try (0..<count).map { position in
      try located(.index(position)) { try decodeTree() }
    }
  }

  private func fields(_ tag: TreeTag) throws -> ArchiveNode.Fields {
    try context.charge(NodeCost.record)
    let className = try readName()
    let caseName = tag == .enumerationCase ? try readName() : nil
    let count = Int(try readNumber(UInt16.self))
    return try fields(className: className, caseName: caseName, count: count) { _ in try readName() }
  }

  /// Reads the fields of a record; `name` returns the name of each by its position.
  func fields(
    className: String, caseName: String? = nil, count: Int, _ name: (Int) throws -> String
  ) throws -> ArchiveNode.Fields {
    var (names, nodes, positions) = ([String](), [ArchiveNode](), [String: Int]())
    for index in 0..<count {
      let name = try name(index)
      let node = try located(.field(name)) { try decodeTree() }
      if let position = positions[name] {
        // Only a damaged tree has the same name twice; the last one wins.
        nodes[position] = node
      } else {
        positions[name] = names.count
        names.append(name)
        nodes.append(node)
      }
    }
    var fields = ArchiveNode.Fields(
      className: className, caseName: caseName, version: 1, names: names, nodes: nodes)
    fields.takeVersion()
    return fields
  }

  func located<Result>(_ component: ArchiveError.PathComponent, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch {
      throw ((error as? RowError)?.error ?? ArchiveError.wrapping(error)).prefixed(component)
    }
  }

  // MARK: Versions

  /// Returns the version of the record with these fields if it is older than the type's, and otherwise `nil`.
  func olderVersion(in fields: [String: ByteCursor], _ schema: ArchiveSchema) throws -> Int? {
    guard let part = fields[ArchiveSchema.versionKey] else { return try schema.isOlder(1) ? 1 : nil }
    let outer = cursor
    defer { cursor = outer }
    cursor = part
    let node = try decodeTree()
    guard case .integer(let stored) = node else { throw schema.noVersion(found: "\(node)") }
    return try schema.isOlder(stored) ? Int(stored) : nil
  }

  /// Returns a value made from the fields of an older version.
  func upgraded<Record: ArchiveRecord>(
    _ type: Record.Type, _ parts: [(name: String, cursor: ByteCursor?)], from version: Int
  ) throws -> Record {
    let outer = cursor
    defer { cursor = outer }
    var fields = ArchiveNode.Fields(className: Record.archiveSchema.className, version: version)
    for (name, part) in parts where name != ArchiveSchema.versionKey {
      guard let part else { continue }
      cursor = part
      // The names are distinct.
      fields.append(try located(.field(name)) { try decodeTree() }, named: name)
    }
    return try context.upgraded(type, from: fields)
  }
}
