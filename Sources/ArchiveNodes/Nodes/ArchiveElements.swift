/// The elements of an array that are read a few at a time, as often as they are wanted, so that memory for a few of them
/// is enough.
///
/// They are trees: none refers to an object, so each can be written without the others.
public struct ArchiveElements {
  /// The number of elements.
  public let count: Int
  private let read: (_ body: ([ArchiveNode]) throws -> Void) throws -> Void

  /// Creates elements that a closure reads.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - read: Calls its argument with the elements in their order, a few at a time, and each time that it is called
  ///     itself with the same ones. It throws what its argument throws.
  public init(count: Int, read: @escaping (_ body: ([ArchiveNode]) throws -> Void) throws -> Void) {
    (self.count, self.read) = (count, read)
  }

  /// Calls `body` with the elements in their order, a few at a time.
  ///
  /// - Throws: ``ArchiveError``, located in the file, if an element cannot be read, after all pieces before it; and what
  ///   `body` throws.
  public func forEachPiece(_ body: ([ArchiveNode]) throws -> Void) throws { try read(body) }

  /// All elements, as one array.
  package func node() throws -> ArchiveNode {
    var all: [ArchiveNode] = []
    all.reserveCapacity(count)
    try read { all += $0 }
    return .array(all)
  }
}
