internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import NodeCoding

/// What a batch stores as nodes: values of types that describe no columns, and the class instances that the batch refers
/// to, each with its number.
final class BatchNodes {
  // Exclusivity is not checked at each access. The encoder calls schemas and `encodeFields(to:)` of users. SAFETY of each
  // use: only one call uses a writer at a time, and that code has no encoder but the one it is given.
  @exclusivity(unchecked) private var encoder: NodeEncoder

  init(limits: ArchiveLimits) {
    unsafe encoder = NodeEncoder(limits: limits, objectConversion: StoredObjects.self)
  }

  /// Returns the node of a value.
  func node<Value: ArchiveValue>(of value: Value) throws -> ArchiveNode {
    try unsafe encoder.encodePart(value)
  }

  /// Returns the number of an instance, and adds it to the instances to store.
  func number<Object: ArchivableObject>(of object: Object) throws -> Int {
    try unsafe encoder.number(of: object)
  }

  /// The number of instances so far.
  var instanceCount: Int { unsafe encoder.instanceCount }

  /// Returns the next instance to store as a node, with its number; `nil` if there are no more.
  func nextInstance() throws -> (number: Int, node: ArchiveNode)? { try unsafe encoder.encodeNextInstance() }

  /// Throws if an instance that must be stored is not.
  func checkExpected() throws { try unsafe encoder.checkExpectedInstances() }
}
