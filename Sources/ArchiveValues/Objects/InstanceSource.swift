package import ArchiveNodes

/// Where a decoder of nodes gets the instances from that references in them lead to, when these are in an archive that is
/// being read.
package protocol InstanceSource: AnyObject {
  /// The instance of a number: the same each time.
  func instance<Object: ArchivableObject>(forReference number: Int, of type: Object.Type) throws -> Object

  /// Whether there is an instance of a number; weak references lead to some that are not.
  func isStored(reference number: Int) throws -> Bool

  /// The instance of a number as a node, where a value is asked for.
  func node(forReference number: Int) throws -> ArchiveNode

  /// All of them, by their numbers.
  func nodes() throws -> [ArchiveNode]

  func expectOwner(of object: some ArchivableObject)

  func doesNotHold(_ object: some ArchivableObject)

  /// Reads what is still to be read of the instances made so far.
  func complete() throws
}

/// Where references in the fields lead that a type upgrades: these are of an archive that is being read, and what is made of
/// one of them by itself needs the archive as well.
package enum InstanceSources {
  @TaskLocal private static var box: Box?

  private struct Box: @unchecked Sendable {
    // Sendable: it is there for the time of a call, in the thread that reads the archive.
    let source: any InstanceSource
  }

  /// The archive that is being read, while a type upgrades fields of it.
  package static var current: (any InstanceSource)? { box?.source }

  /// Runs `body`, which may make values of nodes of an archive.
  package static func with<Result>(
    _ source: (any InstanceSource)?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let source else { return try body() }
    return try $box.withValue(Box(source: source)) { try body() }
  }
}
