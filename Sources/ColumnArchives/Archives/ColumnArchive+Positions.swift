internal import ArchiveBytes
public import ArchiveValues

extension ColumnArchive {
  /// Reads the elements at some positions, in the order of the positions. Positions may repeat.
  ///
  /// Batches without any of the elements are not opened. In the others, elements that are close to each other are read
  /// together with those between them, which are dropped at once; elements far apart are skipped. Elements with a hook are
  /// never read unasked.
  ///
  /// - Parameter positions: The positions, each less than ``count``.
  /// - Throws: ``ArchiveError``, located in the archive, also for one of the elements between.
  /// - Complexity: Linear in the size of the elements, plus the number of elements between them in the same batches.
  public func elements<Element: ArchiveValue>(
    of type: Element.Type, at positions: some Collection<Int>
  ) throws -> [Element] {
    try elements(of: type, at: Array(positions), budget: nil)
  }

  /// - Parameter budget: What the calling function may still read; `nil` for all that the limits allow.
  func elements<Element: ArchiveValue>(of type: Element.Type, at positions: [Int], budget: Int?) throws
    -> [Element]
  {
    let isAscending = zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
    // Elements are read in ascending order, each one once, and then put into the wanted order.
    let wanted = isAscending ? positions : Set(positions).sorted()
    if let first = wanted.first, let last = wanted.last {
      precondition(first >= 0 && last < count, "positions \(first)...\(last) of \(count)")
    }
    let elements = try withSequence(of: type, budget: budget) { root, plan, bytes, context in
      try locating(isSequence: true) { try context.charge(positions.count, of: MemoryLayout<Element>.stride) }
      return try unsafe [Element](unsafeUninitializedCapacity: wanted.count) { buffer, count in
        guard let base = buffer.baseAddress else { return }
        while count < wanted.count {
          let batch = batches[firstBatch(with: wanted[count])]
          let reader = try root.reader(of: batch, in: bytes, by: plan, context)
          let end = wanted.indices.partitioningIndex { wanted[$0] >= batch.start + batch.count }
          while count < end {
            let span = Self.span(of: wanted[count..<end], dropsOthers: root.canDropElements)
            try unsafe Self.read(wanted[span], into: base + count, by: reader)
            count = span.upperBound
          }
        }
      }
    }
    if isAscending { return elements }
    return positions.map { position in
      elements[wanted.indices.partitioningIndex { wanted[$0] >= position }]
    }
  }

  /// How many elements can be read in the time that it takes to skip to one in all columns.
  private static let skipCost = 8
  /// So few elements that they stay in the processor's cache until they are moved.
  private static let greatestSpan = 256

  /// Returns the first of the positions to read together, by their indices: adjacent ones, or close ones.
  private static func span(of positions: ArraySlice<Int>, dropsOthers: Bool) -> Range<Int> {
    let first = positions.startIndex
    var end = first + 1
    while end < positions.endIndex {
      let (gap, length) = (positions[end] - positions[end - 1], positions[end] - positions[first])
      let isRun = length == end - first
      guard isRun || dropsOthers && gap <= skipCost && length < greatestSpan else { break }
      end += 1
    }
    return first..<end
  }

  /// Reads elements of a batch at ascending positions side by side.
  private static func read<Element>(
    _ positions: ArraySlice<Int>, into base: UnsafeMutablePointer<Element>, by reader: BatchReader
  ) throws {
    let (first, last) = (positions[positions.startIndex], positions[positions.endIndex - 1])
    let count = last - first + 1
    guard count > positions.count else {
      let place = unsafe Place(base: UnsafeMutableRawPointer(base), stride: MemoryLayout<Element>.stride)
      return try reader.read(from: first - reader.start, count: count, into: place)
    }
    let (context, budget) = (reader.context, reader.context.rest)
    try reader.memory.withTemporary(count: count, from: context.temporaries) { place in
      try reader.read(from: first - reader.start, count: count, into: place)
      context.refund(since: budget, keeping: positions.count, of: count)
      // SAFETY: `count` elements were just read into memory that is aligned for any type. Each is moved, or destroyed.
      let elements = unsafe place.base.assumingMemoryBound(to: Element.self)
      var (next, moved) = (first, 0)
      for position in positions {
        unsafe (elements + (next - first)).deinitialize(count: position - next)
        unsafe (base + moved).moveInitialize(from: elements + (position - first), count: 1)
        (next, moved) = (position + 1, moved + 1)
      }
    }
  }
}
