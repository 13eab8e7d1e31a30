internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
internal import Foundation

extension ColumnArchive {
  /// Returns the content of the archive, or an excerpt. For an excerpt, only the heads of columns and the shown values
  /// are read.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  package func node(excerpt: Excerpt?) throws -> ArchiveNode {
    try withUntypedReader { reader in
      let shown = isSequence ? excerpt?.take(count) ?? count : 1
      var (elements, objects) = ([ArchiveNode](), [ArchiveNode]())
      for batch in batches where excerpt == nil || elements.count < shown {
        let root = try reader.open(batch, firstObject: objects.count, verifies: excerpt == nil)
        let part = try reader.nodes(
          min(batch.count, shown - elements.count), of: root, in: batch, excerpt: excerpt)
        elements += part
        objects += try locating(isSequence: false) {
          guard let instances = reader.context.instances else { return [] }
          return try excerpt.map { try instances.nodes(reachedFrom: part, $0) } ?? instances.nodes()
        }
      }
      if isSequence, shown < count { elements.append(.omission(of: count - shown)) }
      return node(of: elements, objects: objects)
    }
  }

  /// Checks all values without making them, the checksums of what is read, and what is said of the values.
  ///
  /// Values that are stored as nodes, and class instances, are read one after another.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  /// - Throws: ``ArchiveError`` for the first value that cannot be read.
  package func verify(_ progress: (Int) -> Void = { _ in }) throws {
    try withUntypedReader { reader in
      try reader.willReadAll(of: self)
      for batch in batches {
        let root = try reader.open(batch)
        do {
          try reader.check(root, of: batch)
        } catch {
          // Reading the values says which one it is.
          try readAll(batch)
          throw error
        }
        progress(batch.body.upperBound)
      }
      if statistics != nil, options.verifiesChecksums {
        try locating([]) { try reader.layout.checkStatistics() }
      }
    }
    try checkStatistics()
  }

  /// Compares what zones say of their columns with the values.
  private func checkStatistics() throws {
    try unsafe data.withUnsafeBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      try locating([]) {
        var check = try StatisticsCheck(self, bytes)
        try check?.check(bytes)
      }
    }
  }

  /// Reads all values of a batch once without keeping them, so it needs memory for only a few elements.
  private func readAll(_ batch: ArchiveLayout.Batch) throws {
    try withUntypedReader { reader in
      try reader.forEachPiece(of: batch) { _ in }
      try reader.readInstances()
    }
  }
}

extension InstanceReader {
  /// Returns the instances that nodes refer to, as far as the excerpt allows. Those beyond it are omissions at their
  /// numbers.
  fileprivate func nodes(reachedFrom nodes: [ArchiveNode], _ excerpt: Excerpt) throws -> [ArchiveNode] {
    var found = Array(repeating: ArchiveNode.omission(of: 1), count: count)
    var isTaken = Array(repeating: false, count: count)
    var (waiting, next) = (nodes, 0)
    // The search is breadth-first, so the nearest instances are included.
    while next < waiting.count {
      for number in waiting[next].references.map({ $0 - firstNumber })
      where isTaken.indices.contains(number) && !isTaken[number] {
        guard excerpt.take(1) == 1 else { return found }
        isTaken[number] = true
        found[number] = try node(number)
        waiting.append(found[number])
      }
      next += 1
    }
    return found
  }
}
