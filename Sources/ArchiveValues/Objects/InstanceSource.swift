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

  /// Reads what is still to be read of the instances made so far.
  func complete() throws
}
