package import ArchiveBytes
package import ArchiveNodes
package import Foundation
internal import KeyedArchives
internal import PropertyLists

/// Writes a node as a binary property list.
///
/// Equal strings, numbers and other single values share one object of the list.
package struct BinaryListWriter {
  private var list: BinaryListBuilder
  private let limits: ArchiveLimits
  /// The values added so far, except strings.
  private var known: [ArchiveNode: UInt32] = [:]
  private let stack = StackGuard()
  private var depth = 0

  package static func data(_ node: ArchiveNode, _ limits: ArchiveLimits) throws -> Data {
    var writer = BinaryListWriter(list: BinaryListBuilder(limits: limits), limits: limits)
    let top = try writer.add(node)
    return try writer.list.finish(top: top)
  }

  /// Adds an object, after the objects inside it.
  private mutating func add(_ node: ArchiveNode) throws -> UInt32 {
    switch node {
    case .string(let value): return try list.key(value)
    case .array(let elements):
      try enter()
      defer { depth -= 1 }
      return list.add(array: try elements.map { try add($0) })
    case .dictionary(let entries):
      if let uid = Self.uid(entries) { return try shared(node) { $0.add(uid: uid) } }
      try enter()
      defer { depth -= 1 }
      let keys = try entries.map { try add($0.key) }
      return list.add(keys: keys, values: try entries.map { try add($0.value) })
    case .date(let value): return try shared(node) { $0.add(value) }
    case .data(let value): return try shared(node) { try $0.add(value) }
    case .instance(.brokenText, let content):
      let bytes = KeyedNodes.brokenTextBytes(content) ?? [0x00]
      return try shared(.instance(.brokenText, .data(Data(bytes)))) { $0.add(bytes: bytes) }
    // The numbers. Other kinds were converted to notation before.
    default:
      return try shared(node) { list in
        if let number = StoredNumber(node) { return list.add(number) }
        return list.add(bytes: [0x00])
      }
    }
  }

  /// Adds a value without parts, once.
  private mutating func shared(
    _ value: ArchiveNode, _ add: (inout BinaryListBuilder) throws -> UInt32
  ) throws -> UInt32 {
    if let number = known[value] { return number }
    let number = try add(&list)
    known[value] = number
    return number
  }

  private mutating func enter() throws {
    depth += 1
    try stack.check(depth: depth, limits)
  }

  /// Returns the UID that a `CF$UID` dictionary represents.
  private static func uid(_ entries: [ArchiveNode.Entry]) -> UInt32? {
    guard entries.count == 1, case .string("CF$UID") = entries[0].key,
      case .integer(let number) = entries[0].value
    else { return nil }
    return UInt32(exactly: number)
  }
}
