internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// What a batch stores as nodes: values of types that describe no columns, and the class instances that the batch refers
/// to, each with its number.
final class BatchNodes {
  // Exclusivity is not checked at each access. The writer calls schemas and `encodeFields(to:)` of users. SAFETY of each
  // use: only one call uses a writer at a time, and that code has no encoder but the one it is given.
  @exclusivity(unchecked) private var writer: NodeValueWriter

  init(limits: ArchiveLimits) {
    unsafe writer = NodeValueWriter(limits: limits, embedsObjects: true)
  }

  /// Returns the nodes of the values that `body` adds.
  func nodes(_ body: (inout NodeValueWriter.Values) throws -> Void) throws -> [ArchiveNode] {
    try unsafe writer.nodes(body)
  }

  /// Returns the number of an instance, and adds it to the instances to store.
  func number<Object: ArchivableObject>(of object: Object) throws -> Int {
    try unsafe writer.number(of: object)
  }

  /// The number of instances so far.
  var instanceCount: Int { unsafe writer.instanceCount }

  /// Returns the nodes of all instances, with their numbers.
  func instanceNodes() throws -> [(number: Int, node: ArchiveNode)] {
    let nodes = try unsafe writer.instanceNodes()
    try unsafe writer.checkExpectedInstances()
    return nodes
  }
}
