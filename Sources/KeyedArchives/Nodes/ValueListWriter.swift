package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
package import Foundation

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
  package mutating func add(_ node: ArchiveNode) throws { try writer.add(node) }

  /// Returns the archive, which ends the list.
  package mutating func finish() throws -> Data {
    try writer.table.checkCount(count)
    let list = writer.table.addObject(0)
    writer.table.objects[list] = writer.table.note(
      .array, count: count, shape: writer.table.collectionShape(.array), from: 0)
    writer.table.pending.append(PlistReference.uid(list))
    return try writer.table.finish(keys: ["root"])
  }
}
