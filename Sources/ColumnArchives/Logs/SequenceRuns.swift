internal import ArchiveBytes
internal import Foundation

extension RunTree {
  /// Adds what batches say that were just written.
  package mutating func add(_ frames: SequenceFrames) {
    for body in frames.bodies { add(body.statistics) }
  }
}

/// Runs of batches of a complete sequence, of which conditions can be asked as of one batch.
package struct SequenceRuns: Sendable {
  private let archive: ColumnArchive
  private let stored: StoredRuns

  /// - Returns: `nil` if the sequence has none, or they are damaged.
  package init?(_ archive: ColumnArchive, verifies: Bool) {
    let found = unsafe archive.data.withUnsafeBytes { bytes -> StoredRuns? in
      let footer = try? SequenceFooter(unsafe ByteCursor(bytes), verifies: verifies)
      return footer?.runs.flatMap { try? StoredRuns($0) }
    }
    guard let found else { return nil }
    (self.archive, stored) = (archive, found)
  }

  /// Returns the runs that begin with a batch, the largest first: which batches they have, and the archive whose only
  /// batch stands for all of them.
  ///
  /// - Complexity: O(log *n*) for *n* batches.
  package func runs(from batch: Int) -> [(batches: Range<Int>, archive: ColumnArchive)] {
    var (found, size) = ([(Range<Int>, ColumnArchive)](), RunTree.fanOut)
    for level in 0..<stored.levelCount where batch % size == 0 {
      if let run = run(batch / size, level, size) { found.append(run) }
      let (next, overflow) = size.multipliedReportingOverflow(by: RunTree.fanOut)
      guard !overflow else { break }
      size = next
    }
    return found.reversed()
  }

  private func run(_ index: Int, _ level: Int, _ size: Int) -> (Range<Int>, ColumnArchive)? {
    let batches = archive.batches
    guard index < stored.count(level), index * size < batches.count else { return nil }
    let range = index * size..<min((index + 1) * size, batches.count)
    let location = unsafe archive.data.withUnsafeBytes { bytes in
      try? stored.run(index, level, in: unsafe ByteCursor(bytes))
    }
    guard let location, let last = batches[range].last else { return nil }
    let count = last.start + last.count - batches[range.lowerBound].start
    let all = ArchiveLayout.Batch(start: 0, count: count, body: location.lowerBound..<location.lowerBound)
    return (range, ColumnArchive(data: archive.data, options: archive.options, batches: [all], run: location))
  }
}
