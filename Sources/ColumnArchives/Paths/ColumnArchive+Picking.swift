internal import ArchiveBytes
internal import ArchiveValues

// Reads single elements of batches. Where they are far apart, the elements between them are skipped, in each column.
// Where they are close to each other, that takes longer than reading all, so all are read, and the others are dropped.

extension ColumnArchive {
  /// Reads the elements at ascending positions side by side, and adds the number read to `count`.
  func read<Element>(
    _ positions: [Int], into base: UnsafeMutablePointer<Element>, count: inout Int, by root: RootType,
    _ plan: ReadPlan, _ bytes: ByteCursor, _ context: ReadContext
  ) throws {
    while count < positions.count {
      let number = firstBatch(with: positions[count])
      try willRead(adjacentBatches(from: number, with: positions[count...]), bytes, context)
      let batch = batches[number]
      let reader = try root.reader(of: batch, in: bytes, by: plan, context)
      let end = batch.start + batch.count
      var readsBlocks = root.canDropElements
      // Positions before this one are far apart.
      var checked = 0
      while count < positions.count, positions[count] < end {
        if readsBlocks, positions[count] >= checked {
          let block = PickedBlock(positions, from: count, before: end)
          if block.isDense {
            do {
              try unsafe read(block, of: positions, into: base, count: &count, by: reader)
              continue
            } catch {
              // It may be that of an element that nobody asked for.
              readsBlocks = false
            }
          }
          checked = block.range.upperBound
        }
        // Adjacent elements are read as one run.
        let position = positions[count]
        var run = 1
        while count + run < positions.count, position + run < end, positions[count + run] == position + run {
          run += 1
        }
        let place = unsafe Place(
          base: UnsafeMutableRawPointer(base + count), stride: MemoryLayout<Element>.stride)
        try reader.read(from: position - batch.start, count: run, into: place)
        count += run
      }
    }
  }

  /// Returns a batch and those that directly follow it, as long as they have elements at the positions.
  private func adjacentBatches(from first: Int, with positions: ArraySlice<Int>) -> Range<Int> {
    guard isMapped else { return first..<first + 1 }
    var (next, rest) = (first, positions)
    while next < batches.count, let position = rest.first,
      position < batches[next].start + batches[next].count
    {
      let end = batches[next].start + batches[next].count
      (next, rest) = (next + 1, rest[rest.indices.partitioningIndex { rest[$0] >= end }...])
    }
    return first..<max(next, first + 1)
  }

  /// Reads all elements of a block, and moves those at the positions. If that throws, nothing of the block is read.
  private func read<Element>(
    _ block: PickedBlock, of positions: [Int], into base: UnsafeMutablePointer<Element>, count: inout Int,
    by reader: BatchReader
  ) throws {
    let (column, context, range) = (reader.column, reader.context, block.range)
    let (marks, budget) = (try column.marks(in: context), context.rest)
    try reader.memory.withTemporary(count: range.count, from: context.temporaries) { place in
      do {
        try reader.read(from: range.lowerBound - reader.start, count: range.count, into: place)
      } catch {
        column.goBack(to: marks)
        context.refund(since: budget)
        throw error
      }
      context.refund(since: budget, keeping: block.count, of: range.count)
      // SAFETY: all elements of the block were just read into memory that is aligned for any type. Each is moved, or
      // destroyed: the next position is at least that of the element at `row`, and before the end of the block.
      let elements = unsafe place.base.assumingMemoryBound(to: Element.self)
      var (row, left) = (0, block.count)
      while left > 0 {
        let next = positions[count] - range.lowerBound
        unsafe (elements + row).deinitialize(count: next - row)
        var run = 1
        while run < left, positions[count + run] == positions[count] + run { run += 1 }
        unsafe (base + count).moveInitialize(from: elements + next, count: run)
        (row, left, count) = (next + run, left - run, count + run)
      }
    }
  }
}

/// The next wanted positions that are in a small range.
struct PickedBlock {
  /// From the first of the positions to the last.
  let range: Range<Int>
  /// The number of positions.
  let count: Int
  /// The number of runs of adjacent positions.
  private let runCount: Int

  /// So few elements that they stay in the processor's cache until they are moved.
  private static let greatestCount = 256
  /// How many elements can be read in the time that it takes to skip to one in all columns.
  private static let skipCost = 8

  /// - Parameters:
  ///   - first: The index of the first position.
  ///   - end: A position that the range ends before.
  init(_ positions: [Int], from first: Int, before end: Int) {
    let start = positions[first]
    let limit = min(start + Self.greatestCount, end)
    var (index, runs, previous) = (first, 0, start - 2)
    while index < positions.count, positions[index] < limit {
      runs += positions[index] == previous + 1 ? 0 : 1
      previous = positions[index]
      index += 1
    }
    (range, count, runCount) = (start..<previous + 1, index - first, runs)
  }

  /// Whether reading all elements of the range takes less time than reading each run.
  var isDense: Bool { runCount > 1 && runCount * Self.skipCost > range.count }
}
