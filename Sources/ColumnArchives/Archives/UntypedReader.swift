internal import ArchiveNodes
internal import Foundation

/// Opens the batches of an archive one after another, without the archived types.
package struct UntypedReader {
  /// The class name of the elements; empty for types without one.
  package let className: String
  /// The columns of an element.
  package let schema: Schema
  let context: ReadContext
  private let bytes: ByteCursor
  private let archive: ColumnArchive

  fileprivate init(_ archive: ColumnArchive, _ bytes: ByteCursor) throws {
    (self.archive, self.bytes) = (archive, bytes)
    (className, context) = (try archive.className, try archive.readContext(bytes))
    schema = context.schema
  }

  /// Calls `body` with the columns of the elements of each batch.
  ///
  /// - Throws: ``ArchiveError``, located in the archive, and any error of `body`.
  package func readBatches(_ body: (ColumnCursor) throws -> Void) throws {
    for batch in archive.batches {
      let root = try open(batch)
      // Rows are read in pieces, so the number of a row in its piece is not its position in the archive.
      try locating(isSequence: false) { try body(ColumnCursor(root, context, isCharged: true)) }
    }
  }

  /// Opens a batch.
  ///
  /// - Parameters:
  ///   - firstObject: The number of the batch's first object in nodes; `nil` if each value is a tree of its own.
  ///   - verifies: Whether to check the checksum of the batch, which reads all of it.
  func open(_ batch: ArchiveLayout.Batch, firstObject: Int? = nil, verifies: Bool = true) throws -> Column {
    let root = try batch.columns(in: bytes, verifies: verifies, isSequence: archive.isSequence, context)
    context.firstObject = firstObject
    return root
  }

  /// Checks the values of a batch that was just opened.
  func check(_ root: Column, of batch: ArchiveLayout.Batch) throws {
    try locating(isSequence: archive.isSequence, from: batch.start) {
      try ColumnCursor(root, context, isCharged: false).check(batch.count)
    }
    try locating(isSequence: false) { try context.openTrees().check(in: context) }
  }

  /// Returns the objects that nodes of the last opened batch refer to.
  func objects(where isWanted: () -> Bool) throws -> [ArchiveNode] {
    try locating(isSequence: false) { try context.trees?.objects(in: context, where: isWanted) ?? [] }
  }

  /// Returns the parts of a batch's body.
  func body(of batch: ArchiveLayout.Batch) throws -> BatchBody {
    try batch.open(in: bytes, verifiesAny: context.verifiesChecksums, verifies: false)
  }

  /// Returns the next elements of a batch as nodes.
  ///
  /// - Parameter excerpt: How much of each collection to read; everything if it is `nil`.
  func nodes(_ count: Int, of root: Column, in batch: ArchiveLayout.Batch, excerpt: Excerpt? = nil) throws
    -> [ArchiveNode]
  {
    try locating(isSequence: archive.isSequence, from: batch.start + root.position) {
      try root.nodes(count, className: className, excerpt: excerpt, in: context)
    }
  }
}

extension ColumnArchive {
  /// Calls `body` with a reader of the batches. Values that the reader returns must not be used afterwards.
  package func withUntypedReader<Result>(_ body: (UntypedReader) throws -> Result) throws -> Result {
    try unsafe data.withUnsafeBytes { bytes in
      let reader = try UntypedReader(self, unsafe ByteCursor(bytes))
      return try body(reader)
    }
  }

  /// Returns the node of the archived value, or the array of its elements if it is a sequence, with the objects that
  /// they refer to.
  func node(of elements: [ArchiveNode], objects: [ArchiveNode]) -> ArchiveNode {
    let root = isSequence ? .array(elements) : elements[0]
    return objects.isEmpty ? root : ArchiveNode(root: root, objects: objects).inlined()
  }
}
