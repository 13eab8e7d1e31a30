package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// Writes a node as a binary property list, with the notes and the emitter of keyed archives.
///
/// Equal strings, numbers and other single values share one object of the list. Arrays and dictionaries do if the node is
/// a graph, whose references lead to one of them: each is written once. None may contain itself.
package struct BinaryListWriter {
  private var table: ObjectTableWriter
  /// The values already noted, by their bytes; the table itself tracks strings.
  private var known: [[UInt8]: UInt32] = [:]
  private let objects: [ArchiveNode]
  private let isArchive: Bool
  /// The numbers in the list of the objects that were written.
  private var written: [Int: UInt32] = [:]
  private var stack = StackGuard()
  private var depth: Int

  /// - Parameters:
  ///   - freeDepth: The number of levels around the values that do not count against the limits.
  ///   - isArchive: Whether the node is the list of an archive, whose references are UIDs. Equal values are then objects of
  ///     their own: the decoded size that limits allow depends on the size of the list, and that of an archive which was
  ///     converted from XML should not be smaller than its content.
  package static func data(
    _ node: ArchiveNode, _ limits: ArchiveLimits, freeDepth: Int = 0, isArchive: Bool = false
  ) throws -> Data {
    var writer = BinaryListWriter(node.listObjects, limits, freeDepth, isArchive)
    let top = try writer.add(node)
    return try PlistEmitter.emit(&writer.table, top: top)
  }

  private init(_ objects: [ArchiveNode], _ limits: ArchiveLimits, _ freeDepth: Int, _ isArchive: Bool) {
    (self.objects, self.isArchive) = (objects, isArchive)
    depth = -freeDepth
    table = ObjectTableWriter(listWith: limits)
  }

  /// Adds an object, after the objects inside it.
  private mutating func add(_ node: ArchiveNode) throws -> UInt32 {
    switch node {
    case .bool(let value): return add([value ? 0x09 : 0x08])
    case .integer(let value): return add(integer: value)
    case .unsigned(let value):
      if let value = Int64(exactly: value) { return add(integer: value) }
      return add([0x14] + PlistInteger.bytes(0, 8) + PlistInteger.bytes(value, 8))
    case .float(let value): return add([0x22] + PlistInteger.bytes(UInt64(value.bitPattern), 4))
    case .double(let value): return add([0x23] + PlistInteger.bytes(value.bitPattern, 8))
    case .date(let value):
      return add([0x33] + PlistInteger.bytes(value.timeIntervalSinceReferenceDate.bitPattern, 8))
    case .data(let value): return try add(value)
    case .string(let value):
      try check(value)
      return isArchive ? table.list.note(string: value) : table.key(value)
    case .array(let elements):
      try enter()
      defer { depth -= 1 }
      let mark = table.pending.count
      for element in elements { table.pending.append(try add(element)) }
      return table.note(arrayFrom: mark)
    case .dictionary(let entries):
      if let uid = Self.uid(entries) { return add(uid: uid) }
      try enter()
      defer { depth -= 1 }
      let keys = try entries.map { entry in
        guard case .string(let name) = entry.key else { return try add(entry.key) }
        try check(name)
        return table.key(name)
      }
      let mark = table.pending.count
      for entry in entries { table.pending.append(try add(entry.value)) }
      return table.note(keys: keys, from: mark)
    case .instance(.brokenText, let content):
      guard let bytes = KeyedNodes.brokenTextBytes(content) else { return add([0x00]) }
      return add(bytes)
    case .reference(let number) where isArchive: return add(uid: UInt32(clamping: number))
    case .reference(let number):
      if let known = written[number] { return known }
      let object = try add(objects[objects.requiredTarget(of: number)])
      written[number] = object
      return object
    case .graph(let graph): return try add(graph.root)
    // Other kinds are converted to notation before.
    default: return add([0x00])
    }
  }

  private mutating func enter() throws {
    depth += 1
    try stack.check(depth: depth, table.limits)
  }

  private func check(_ text: String) throws {
    guard text.utf8.count <= Int(Int32.max) else { throw table.tooLarge("a string") }
  }

  private mutating func add(integer value: Int64) -> UInt32 {
    let width = PlistInteger.width(value)
    return add(
      [0x10 | UInt8(width.trailingZeroBitCount)] + PlistInteger.bytes(UInt64(bitPattern: value), width))
  }

  private mutating func add(uid: UInt32) -> UInt32 {
    let size = PlistInteger.width(Int64(uid))
    guard isArchive else { return add([0x80 | UInt8(size - 1)] + PlistInteger.bytes(UInt64(uid), size)) }
    return table.list.note(0x80 | UInt8(size - 1), UInt64(uid), size: size)
  }

  private mutating func add(_ bytes: [UInt8]) -> UInt32 {
    if isArchive { return table.list.note(raw: bytes) }
    if let number = known[bytes] { return number }
    let number = table.list.note(raw: bytes)
    known[bytes] = number
    return number
  }

  private mutating func add(_ data: Data) throws -> UInt32 {
    guard data.count <= Int(Int32.max) else { throw table.tooLarge("data of \(data.count) bytes") }
    let bytes = isArchive ? [] : [0x40] + data
    if !isArchive, let number = known[bytes] { return number }
    let number = unsafe data.withUnsafeBytes { unsafe table.list.note(data: $0) }
    if !isArchive { known[bytes] = number }
    return number
  }

  /// Returns the UID that a `CF$UID` dictionary represents.
  private static func uid(_ entries: [ArchiveNode.Entry]) -> UInt32? {
    guard entries.count == 1, case .string("CF$UID") = entries[0].key,
      case .integer(let number) = entries[0].value
    else { return nil }
    return UInt32(exactly: number)
  }
}

extension ArchiveNode {
  /// The objects that the references of a document lead to.
  var listObjects: [ArchiveNode] { if case .graph(let graph) = self { graph.objects } else { [] } }
}
