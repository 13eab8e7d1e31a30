public import ArchiveNodes

/// The elements of an array, read a few at a time, so that only a few are in memory. They can be read several times.
///
/// Elements are trees: none refers to a shared object, so each can be written without the others.
public struct ArchiveElements {
  /// The number of elements.
  public let count: Int
  private let read: (_ body: ([ArchiveNode]) throws -> Void) throws -> Void

  /// Creates elements that a closure reads.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - read: Calls its argument with the elements in order, a few at a time. Each call of `read` must give the same
  ///     elements. It rethrows the errors of its argument.
  public init(count: Int, read: @escaping (_ body: ([ArchiveNode]) throws -> Void) throws -> Void) {
    (self.count, self.read) = (count, read)
  }

  /// Calls `body` with the elements in order, a few at a time.
  ///
  /// - Throws: ``ArchiveError``, located in the file, if an element cannot be read, after all pieces before it; and any
  ///   error that `body` throws.
  public func forEachPiece(_ body: ([ArchiveNode]) throws -> Void) throws { try read(body) }

  /// All elements, as one array.
  package func node() throws -> ArchiveNode {
    var all: [ArchiveNode] = []
    all.reserveCapacity(count)
    try read { all += $0 }
    return .array(all)
  }
}
