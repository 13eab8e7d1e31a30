internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Reads the nodes that ``TreeWriter`` wrote.
struct TreeReader {
  private var cursor: ByteCursor
  private let names: [String]
  private let context: ReadContext
  /// Whether objects of `NSCoding` classes stay as they are stored, so that their classes can read them. Otherwise, they
  /// become records.
  private let keepsObjects: Bool

  init(_ cursor: ByteCursor, names: [String], keepsObjects: Bool, context: ReadContext) {
    (self.cursor, self.names, self.keepsObjects, self.context) = (cursor, names, keepsObjects, context)
  }

  /// Reads the table of names before trees.
  static func readNames(_ cursor: inout ByteCursor) throws -> [String] {
    var names: [String] = []
    // A name takes at least one byte, so the archive's size bounds the count.
    for _ in 0..<(try cursor.readCount()) { names.append(try cursor.readName()) }
    return names
  }

  /// Reads the number of a name, and returns the name.
  static func readName(
    _ cursor: inout ByteCursor, of names: [String], in context: ReadContext
  ) throws -> String {
    let number = try cursor.readCount()
    guard number < names.count else {
      throw cursor.malformed("one of \(names.count) names", "number \(number)")
    }
    // Each lookup of a name takes one step for each of its bytes.
    try context.charge(names[number].utf8.count)
    return names[number]
  }

  /// Reads a tree that takes all bytes.
  mutating func readAll() throws -> ArchiveNode {
    let node = try readTree()
    try checkEnd("a tree")
    return node
  }

  /// Reads the fields of an instance, which take all bytes.
  mutating func readFields(className: String, names: [String]) throws -> ArchiveNode.Fields {
    try context.charge(WorkCost.run)
    let fields = try fields(className: className, count: names.count) { names[$1] }
    try checkEnd("an instance")
    return fields
  }

  private func checkEnd(_ what: String) throws {
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of \(what)", "\(cursor.remaining) more bytes")
    }
  }

  private mutating func readTree() throws -> ArchiveNode {
    let byte = try cursor.readByte()
    guard let tag = TreeTag(rawValue: byte) else {
      throw cursor.malformed("the tag of a value", "the byte \(byte)")
    }
    try context.charge(NodeCost.node + (tag.isCollection ? NodeCost.allocation : 0))
    switch tag {
    case .nil: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer:
      let bits = try cursor.readVarint()
      return .integer(Int64(bitPattern: bits >> 1 ^ (0 &- (bits & 1))))
    case .unsigned: return ArchiveNode(try cursor.readVarint())
    case .float: return .float(Float(bitPattern: try readNumber()))
    case .double: return .double(Double(bitPattern: try readNumber()))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try readNumber())))
    case .string:
      guard let string = unsafe String(validUTF8: try readRun()) else {
        throw cursor.malformed("a string in UTF-8", "invalid UTF-8")
      }
      return .string(string)
    case .data: return .data(unsafe Data(try readRun()))
    case .object:
      let data = unsafe Data(try readRun())
      if keepsObjects { return StoredObject(data: data).node }
      return try context.spending {
        try StoredObject(data: data).foreign(context.limits, budget: &$0)
      }
    case .instance:
      let number = try cursor.readCount()
      guard let instances = context.instances, number < instances.count else {
        throw context.malformed("the instances of a batch", "number \(number)")
      }
      return .reference(instances.firstNumber + number)
    case .array: return .array(try container { try $0.nodes(try $0.cursor.readCount()) })
    case .set: return .set(try container { try $0.nodes(try $0.cursor.readCount()) })
    case .dictionary:
      return .dictionary(
        try container { reader in
          let count = try reader.cursor.readCount()
          let (keys, values) = (try reader.nodes(count), try reader.nodes(count))
          return zip(keys, values).map { ArchiveNode.Entry(key: $0, value: $1) }
        })
    case .record, .enumerationCase: return .record(try container { try $0.record(tag) })
    }
  }

  // MARK: Containers

  /// Runs `body` with a reader of the content of the container at the cursor, and continues after it.
  private mutating func container<Result>(_ body: (inout TreeReader) throws -> Result) throws -> Result {
    let size: UInt32 = try readNumber()
    var inner = self
    inner.cursor = try cursor.readPart(Int(clamping: size))
    return try context.nested { try body(&inner) }
  }

  private mutating func nodes(_ count: Int) throws -> [ArchiveNode] {
    // Each node takes at least one byte.
    guard count <= cursor.remaining else { throw cursor.truncated(count) }
    var nodes: [ArchiveNode] = []
    nodes.reserveCapacity(count)
    for position in 0..<count { nodes.append(try located(.index(position)) { try $0.readTree() }) }
    return nodes
  }

  private mutating func record(_ tag: TreeTag) throws -> ArchiveNode.Fields {
    try context.charge(NodeCost.record)
    let className = try readName()
    let caseName = tag == .enumerationCase ? try readName() : nil
    let count: UInt16 = try readNumber()
    return try fields(className: className, caseName: caseName, count: Int(count)) { reader, _ in
      try reader.readName()
    }
  }

  /// Reads the fields of a record; `name` returns the name of each by its position.
  private mutating func fields(
    className: String, caseName: String? = nil, count: Int, _ name: (inout TreeReader, Int) throws -> String
  ) throws -> ArchiveNode.Fields {
    var (names, nodes) = ([String](), [ArchiveNode]())
    // Few fields are compared with one another faster than they are hashed.
    var positions: [ExactName: Int]? = count > 8 ? [:] : nil
    for position in 0..<count {
      let name = try name(&self, position)
      let node = try located(.field(name)) { try $0.readTree() }
      if let known = positions.map({ $0[ExactName(name)] })
        ?? names.firstIndex(where: { $0.hasSameBytes(as: name) })
      {
        // Only a damaged tree has the same name twice; the last one counts.
        nodes[known] = node
      } else {
        positions?[ExactName(name)] = names.count
        names.append(name)
        nodes.append(node)
      }
    }
    var fields = ArchiveNode.Fields(
      className: className, caseName: caseName, version: 1, names: names, nodes: nodes)
    fields.takeVersion()
    return fields
  }

  private mutating func located<Result>(
    _ component: ArchiveError.PathComponent, _ body: (inout TreeReader) throws -> Result
  ) throws -> Result {
    do {
      return try body(&self)
    } catch {
      throw ((error as? RowError)?.error ?? ArchiveError.wrapping(error)).prefixed(component)
    }
  }

  // MARK: Bytes

  private mutating func readNumber<Number: FixedWidthInteger>() throws -> Number {
    let bytes = unsafe try cursor.readBytes(MemoryLayout<Number>.size)
    // SAFETY: `readBytes` checked that all bytes of the number are there.
    return unsafe bytes.loadLittleEndian(as: Number.self)
  }

  private mutating func readRun() throws -> UnsafeRawBufferPointer {
    let count = try cursor.readCount()
    return unsafe UnsafeRawBufferPointer(start: try cursor.readBytes(count), count: count)
  }

  private mutating func readName() throws -> String {
    try Self.readName(&cursor, of: names, in: context)
  }
}
