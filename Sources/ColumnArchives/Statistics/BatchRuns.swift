internal import ArchiveBytes

/// What runs of batches say of their columns, gathered batch by batch. All runs have the same number of batches, but for
/// the last, which may have fewer. ``StoredRuns`` reads what this writes.
///
/// Large batches are runs of one. Of small ones, several make up a run, so that what is said of them stays small beside
/// them.
package struct BatchRuns: Sendable {
  /// The number of batches in a run.
  private(set) var size = 1
  /// What each run says of the columns that may have statistics, in the order of the schema; empty if it says nothing.
  private(set) var runs: [[RunStatistics]] = []
  /// How many batches there are.
  package private(set) var batchCount = 0
  /// The greatest number of statistics to keep. Runs are joined when there are more.
  private let greatestCount: Int

  /// Fewer runs are not written: each batch says the same.
  static let leastCount = 4
  /// Statistics take at most this part of the bytes of the batches.
  static let greatestShare = 64

  /// - Parameter greatestCount: The greatest number of statistics to keep.
  package init(greatestCount: Int = 1 << 17) { self.greatestCount = greatestCount }

  /// Creates runs from what each says of each column.
  init(size: Int, batchCount: Int, columns: [[RunStatistics]]) {
    self.init()
    (self.size, self.batchCount) = (size, batchCount)
    runs = (columns.first ?? []).indices.map { run in columns.map { $0[run] } }
  }

  /// Adds what the next batch says of its columns; nothing if it does not say anything.
  mutating func add(_ batch: [RunStatistics]) {
    defer { batchCount += 1 }
    guard batchCount % size == 0 else { return Self.join(batch, to: &runs[runs.count - 1]) }
    runs.append(batch)
    if runs.count > Self.leastCount, runs.count * batch.count > greatestCount {
      doubleSize()
    }
  }

  /// Adds what batches say, each of which is a run of its own.
  package mutating func add(_ other: BatchRuns) {
    for batch in other.runs { add(batch) }
  }

  /// Forgets all batches.
  mutating func removeAll() { self = BatchRuns(greatestCount: greatestCount) }

  private static func join(_ batch: [RunStatistics], to run: inout [RunStatistics]) {
    // A run with a batch that says nothing says nothing.
    guard run.count == batch.count else {
      run = []
      return
    }
    for column in batch.indices { run[column].add(batch[column]) }
  }

  /// Joins each two runs.
  private mutating func doubleSize() {
    var joined: [[RunStatistics]] = []
    for (index, run) in runs.enumerated() {
      if index % 2 == 0 { joined.append(run) } else { Self.join(run, to: &joined[index / 2]) }
    }
    (runs, size) = (joined, size * 2)
  }

  // MARK: Writing

  /// Writes the runs before the footer of a sequence, if they are worth it.
  ///
  /// - Parameters:
  ///   - elementCount: The number of elements in all batches.
  ///   - byteCount: The number of bytes of all batches.
  /// - Returns: Whether they were written.
  func write(elementCount: Int, batchByteCount byteCount: Int, to output: OutputBuffer) -> Bool {
    var runs = self
    while runs.runs.count >= Self.leastCount, runs.runs.contains(where: { !$0.isEmpty }) {
      let start = output.count
      runs.writeAll(elementCount, to: output)
      if (output.count - start) * Self.greatestShare <= byteCount { return true }
      output.truncate(to: start)
      runs.doubleSize()
    }
    return false
  }

  private func writeAll(_ elementCount: Int, to output: OutputBuffer) {
    output.append(number: UInt64(elementCount))
    var columns: [(part: Range<Int>, all: RunStatistics)] = []
    for column in 0..<(runs.lazy.map(\.count).max() ?? 0) {
      let start = output.count
      var all = RunStatistics.empty
      for run in runs {
        let statistics = run.isEmpty ? .unknown : run[column]
        statistics.write(to: output)
        all.add(statistics)
      }
      // A column of which no run says anything has no bytes.
      if isUnknown(column) { output.truncate(to: start) }
      columns.append((start..<output.count, all))
    }
    let list = output.count
    output.append(varint: UInt64(size))
    for (part, all) in columns {
      output.append(varint: UInt64(part.count))
      guard !part.isEmpty else { continue }
      output.append(number: output.checksum(of: part))
      all.write(to: output)
    }
    output.append(number: UInt32(clamping: output.count - list))
    output.append(number: output.checksum(of: list..<output.count))
  }

  private func isUnknown(_ column: Int) -> Bool { runs.allSatisfy { $0.isEmpty || $0[column] == .unknown } }
}

extension SequenceFooter {
  /// Writes the end of a sequence: the footer with what runs of batches say, if that is worth it.
  ///
  /// - Parameters:
  ///   - count: The number of elements of the whole sequence.
  ///   - batches: The batches to list, from the first; none to leave out the table.
  ///   - runs: What runs of the batches say; `nil` if that is not known.
  ///   - salt: The salt of the file.
  static func write(
    count: Int, _ batches: [ArchiveLayout.Batch], runs: BatchRuns?, salt: UInt32 = 0, to output: OutputBuffer
  ) {
    write(count: count, batches, salt: salt, to: output) {
      guard let runs, runs.batchCount == batches.count else { return }
      let size = batches.reduce(0) { $0 + $1.body.count + BatchFrame.byteCount }
      _ = runs.write(elementCount: count, batchByteCount: size, to: output)
    }
  }
}
