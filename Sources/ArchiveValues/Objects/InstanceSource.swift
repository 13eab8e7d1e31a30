package import ArchiveNodes

/// Provides a decoder of nodes with the instances that its references lead to, from an archive that is being read.
package protocol InstanceSource: AnyObject {
  /// Returns the instance with a number: the same one each time.
  func instance<Object: ArchivableObject>(forReference number: Int, of type: Object.Type) throws -> Object

  /// Returns whether there is an instance with a number. Weak references may lead to one that is not stored.
  func isStored(reference number: Int) throws -> Bool

  /// Returns the instance with a number as a node, for a place that asks for a value.
  func node(forReference number: Int) throws -> ArchiveNode

  /// Returns all instances as nodes, by number.
  func nodes() throws -> [ArchiveNode]

  func expectOwner(of object: some ArchivableObject)

  func doesNotHold(_ object: some ArchivableObject)

  /// Finishes reading the instances created so far.
  func complete() throws
}

/// The source of instances while a type upgrades its fields. References in the fields lead into the archive that is
/// being read, so decoding one of the fields alone needs the archive too.
package enum InstanceSources {
  @TaskLocal private static var box: Box?

  private struct Box: @unchecked Sendable {
    // Sendable: it exists for the duration of a call, in the thread that reads the archive.
    let source: any InstanceSource
  }

  /// The archive that is being read while a type upgrades its fields.
  package static var current: (any InstanceSource)? { box?.source }

  /// Runs `body`, which may decode values from nodes of an archive.
  package static func with<Result>(
    _ source: (any InstanceSource)?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let source else { return try body() }
    return try $box.withValue(Box(source: source)) { try body() }
  }
}
