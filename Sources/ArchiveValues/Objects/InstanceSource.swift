package import ArchiveNodes
internal import Foundation

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

  /// Returns the cost of hashing the instance with a number: its class may hash everything in it.
  func hashingWork(forReference number: Int) throws -> Int

  func expectOwner(of object: some ArchivableObject)

  /// Finishes reading the instances created so far.
  func complete() throws
}

/// The source of instances while a type upgrades its fields. References in the fields lead into the archive that is
/// being read, so decoding one of the fields alone needs the archive too.
package enum InstanceSources {
  @TaskLocal private static var loan: Loan?

  /// A source, lent to one thread for one call.
  ///
  /// The source reads the bytes of the archive, which are borrowed for that call. A task that the user's code starts
  /// inherits the loan, on another thread or after the call, and gets nothing from it.
  private final class Loan: @unchecked Sendable {
    // Sendable: the thread that lends the source is the only one that uses or returns it.
    private var source: (any InstanceSource)?
    private let thread = Thread.current

    init(_ source: any InstanceSource) { self.source = source }

    var current: (any InstanceSource)? { Thread.current === thread ? source : nil }

    func end() { source = nil }
  }

  /// The archive that is being read while a type upgrades its fields; `nil` anywhere else.
  package static var current: (any InstanceSource)? { loan?.current }

  /// Runs `body`, which may decode values from nodes of an archive.
  package static func with<Result>(
    _ source: (any InstanceSource)?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let source else { return try body() }
    let loan = Loan(source)
    defer { loan.end() }
    return try $loan.withValue(loan) { try body() }
  }
}
