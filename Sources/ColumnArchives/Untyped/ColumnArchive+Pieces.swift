package import ArchiveNodes

extension ColumnArchive {
  /// Whether the archive is a sequence whose elements share no objects, so that each element is a separate tree.
  package var isOfTrees: Bool {
    guard isSequence else { return false }
    // Objects in damaged bytes will not be read.
    let sharesObjects = try? withUntypedReader { reader in
      guard reader.schema.holdsTrees else { return false }
      return try batches.contains { batch in
        _ = try reader.open(batch, verifies: false)
        return try reader.context.openTrees().sharesObjects(in: reader.context)
      }
    }
    return !(sharesObjects ?? false)
  }

  /// Calls `body` with the elements of a sequence of trees, a few at a time.
  ///
  /// The limits apply to all elements together.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  /// - Throws: ``ArchiveError``, located in the archive, and any error of `body`.
  package func forEachPiece(
    _ progress: (Int) -> Void = { _ in }, _ body: ([ArchiveNode]) throws -> Void
  ) throws {
    try withUntypedReader { reader in
      for batch in batches {
        try reader.forEachPiece(of: batch, body)
        progress(batch.body.upperBound)
      }
    }
  }
}

extension UntypedReader {
  /// The maximum number of elements, and the approximate maximum number of column bytes, that are read at a time.
  private static let (pieceCount, pieceByteCount) = (1_024, 128 << 10)

  /// Opens a batch, and calls `body` with its elements, a few at a time.
  func forEachPiece(of batch: ArchiveLayout.Batch, _ body: ([ArchiveNode]) throws -> Void) throws {
    let root = try open(batch)
    let size = batch.body.count / batch.count + 1
    let step = min(max(Self.pieceByteCount / size, 1), Self.pieceCount)
    while root.position < batch.count {
      try body(try nodes(min(batch.count - root.position, step), of: root, in: batch))
    }
  }
}
