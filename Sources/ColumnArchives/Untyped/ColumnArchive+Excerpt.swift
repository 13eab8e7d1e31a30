package import ArchiveNodes
internal import Foundation

extension ColumnArchive {
  /// Returns the content of the archive, or an excerpt. For an excerpt, only the heads of columns and the values
  /// shown are read.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  package func node(excerpt: Excerpt?) throws -> ArchiveNode {
    try withUntypedReader { reader in
      let shown = isSequence ? excerpt?.take(count) ?? count : 1
      var (elements, objects) = ([ArchiveNode](), [ArchiveNode]())
      for batch in batches where excerpt == nil || elements.count < shown {
        let root = try reader.open(batch, firstObject: objects.count, verifies: excerpt == nil)
        do {
          elements += try reader.nodes(
            min(batch.count, shown - elements.count), of: root, in: batch, excerpt: excerpt)
          objects += try reader.objects { excerpt?.take(1) != 0 }
        } catch {
          // Objects are read in their order. Reading the values one after another locates an error at its value.
          if reader.schema.holdsTrees { try readAll(batch) }
          throw error
        }
      }
      if isSequence, shown < count { elements.append(.omission(of: count - shown)) }
      return node(of: elements, objects: objects)
    }
  }

  /// Checks all values without creating them, the checksums of the bytes read, and the statistics of the values.
  ///
  /// Values that are stored as nodes, and class instances, are read one after another.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  /// - Throws: ``ArchiveError`` for the first value that cannot be read.
  package func verify(_ progress: (Int) -> Void = { _ in }) throws {
    try withUntypedReader { reader in
      for batch in batches {
        let root = try reader.open(batch)
        do {
          try reader.check(root, of: batch)
        } catch {
          // Reading the values locates the error at its value.
          try readAll(batch)
          throw error
        }
        progress(batch.body.upperBound)
      }
    }
    try unsafe data.withUnsafeBytes { try checkStatistics(unsafe ByteCursor($0)) }
  }

  /// Compares the zones' statistics of their columns with the values, which must be readable. Conditions skip zones
  /// by their statistics, so false statistics would hide values.
  private func checkStatistics(_ bytes: ByteCursor) throws {
    // The values were charged for when they were checked.
    let context = try readContext(bytes, budget: .max)
    guard let zones = try ZoneReader(self, context) else { return }
    let said = try (0..<zones.columns.count).map(zones.statistics(ofColumn:))
    for (zone, range) in zones.batches.enumerated() {
      var found = said.map { _ in ColumnStatistics.empty }
      for batch in batches[range] {
        let root = try batch.columns(in: bytes, verifies: false, context)
        let statistics = try locating([]) { try zones.columns.statistics(of: root, in: context) }
        for (number, more) in statistics.enumerated() { found[number].add(more) }
      }
      guard zip(said, found).allSatisfy({ $0[zone].isTrue(of: $1) }) else {
        throw try bytes.part(batches[range.lowerBound].body).malformed("true statistics", "others")
      }
    }
  }

  /// Reads all values of a batch once without keeping them, so it needs memory for only a few elements.
  private func readAll(_ batch: ArchiveLayout.Batch) throws {
    try withUntypedReader { reader in
      try reader.forEachPiece(of: batch) { _ in }
      try reader.context.openTrees().check(in: reader.context)
    }
  }
}

extension ColumnStatistics {
  /// Returns whether these statistics are true of values with the given statistics: then the values add nothing to
  /// them.
  fileprivate func isTrue(of values: ColumnStatistics) -> Bool {
    if case .missing = self { return self == values }
    var sum = self
    sum.add(values)
    return sum == self
  }
}
