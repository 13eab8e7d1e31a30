package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
internal import Foundation
internal import PropertyLists

/// Class instances in nodes that refer to each other by number, and values that refer to them. Each instance is made once,
/// however many values are read.
package final class NodeInstances {
  private let storage: ByteStorage
  /// The offset of the references to the nodes.
  private let start: Int
  private let limits: ArchiveLimits
  // Exclusivity is not checked at each access. Reading runs code of users. SAFETY of each use: only one call uses a reader
  // at a time, and that code has no decoder but the one it is given.
  @exclusivity(unchecked) private var reader: ObjectTableReader

  /// - Parameters:
  ///   - objects: The nodes of all instances, by number.
  ///   - values: Nodes that refer to them, whose numbers follow.
  ///   - earlier: The same objects without the values, whose instances stay the same ones.
  package init(
    _ objects: [ArchiveNode], values: [ArchiveNode] = [], _ limits: ArchiveLimits,
    after earlier: NodeInstances? = nil
  ) throws {
    self.limits = limits
    let root = ArchiveNode.array(objects.indices.map { .reference($0) } + values)
    var writer = NodeWriter(limits: limits)
    storage = ByteStorage(
      copying: try writer.writeForReading(.graph(ArchiveGraph(root: root, objects: objects))))
    var reader = ObjectTableReader(try unsafe ObjectTable(storage.bytes), limits: limits)
    (reader.isOfNodes, reader.isOfGraph) = (true, true)
    try reader.moveToTop("root")
    let list = try reader.beginCollection(.array)
    start = reader.scope.start
    reader.finish(list)
    unsafe self.reader = reader
    // The entries of the objects are the first ones, so the instances have the same numbers.
    if let earlier { unsafe self.reader.takeInstances(of: &earlier.reader) }
  }

  /// Returns the instance with a number: the same one each time.
  ///
  /// - Parameter budget: The number of bytes that may be decoded; afterwards, what is left of them.
  package func instance<Object: ArchivableObject>(
    _ number: Int, of type: Object.Type, budget: inout Int
  ) throws -> Object {
    try reading(&budget) { reader in
      try move(to: number, &reader)
      return try reader._decodeInstance(of: type)
    }
  }

  /// Returns the value of the node with a number.
  package func value<Value: ArchiveValue>(
    _ number: Int, of type: Value.Type, budget: inout Int
  ) throws -> Value {
    try reading(&budget) { reader in
      try move(to: number, &reader)
      return try Value.decodeValue(from: &reader)
    }
  }

  /// Reads the references of all instances made so far.
  package func complete(budget: inout Int) throws { try reading(&budget) { try $0._completeInstances() } }

  /// Runs the hooks of the instances made since the last call. All must be complete.
  package func awake() throws { try unsafe reader.instances.awake() }

  /// Releases all instances.
  package func release() throws { try unsafe reader.instances.release(limits) }

  private func move(to number: Int, _ reader: inout ObjectTableReader) throws {
    try reader.move(to: reader.plist.reference(at: start + number * reader.plist.referenceSize))
  }

  private func reading<Result>(
    _ budget: inout Int, _ body: (inout ObjectTableReader) throws -> Result
  ) throws -> Result {
    unsafe (reader.budget, reader.depth, reader.scope) = (budget, 0, .init())
    defer { budget = unsafe reader.budget }
    do {
      return try unsafe body(&reader)
    } catch {
      // Nobody knows the bytes of this archive.
      throw ArchiveError.wrapping(error).withoutOffset
    }
  }
}
