internal import ArchiveBytes
public import ArchiveValues
internal import Foundation

extension ColumnArchive {
  /// Reads some elements of the archived array. Batches outside the range are not opened. In the other batches, the
  /// columns are skipped up to the first element.
  ///
  /// - Parameter range: The positions of the elements, each less than ``count``; all elements if it is `nil`.
  /// - Throws: ``ArchiveError``, located in the archive.
  /// - Complexity: Linear in the size of the elements, plus the number of elements before them in the same batch.
  public func elements<Element: ArchiveValue>(
    of type: Element.Type, in range: Range<Int>? = nil
  ) throws -> [Element] {
    let range = range ?? 0..<count
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "elements \(range) of \(count)")
    return try reading(type) { read in try read([range], range.count) }
  }

  /// Calls `body` with the elements of each batch in turn. Only the elements of one batch are in memory at a time.
  ///
  /// The limits apply to all batches together.
  ///
  /// - Throws: ``ArchiveError``, located in the archive, and any error of `body`.
  public func forEachBatch<Element: ArchiveValue>(
    of type: Element.Type, _ body: ([Element]) throws -> Void
  ) throws {
    if batches.isEmpty { return }
    try reading(type) { read in
      for batch in batches { try body(read([batch.start..<batch.start + batch.count], batch.count)) }
    }
  }

  /// Reads the elements at some positions, in the order of the positions. Positions may repeat.
  ///
  /// Batches without any of the elements are not opened. In the others, the elements in between are skipped.
  ///
  /// - Parameter positions: The positions, each less than ``count``.
  /// - Throws: ``ArchiveError``, located in the archive.
  /// - Complexity: Linear in the size of the elements, plus the number of elements between them in the same batches.
  public func elements<Element: ArchiveValue>(
    of type: Element.Type, at positions: some Collection<Int>
  ) throws -> [Element] {
    try elements(of: type, at: Array(positions), budget: nil)
  }

  /// - Parameter budget: The budget that the calling function may still use; `nil` for the whole budget of the
  ///   limits.
  @usableFromInline
  func elements<Element: ArchiveValue>(of type: Element.Type, at positions: [Int], budget: Int?) throws
    -> [Element]
  {
    let isAscending = zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
    // Elements are read in ascending order, each one once, and then put into the wanted order.
    let wanted = isAscending ? positions : Set(positions).sorted()
    if let first = wanted.first, let last = wanted.last {
      precondition(first >= 0 && last < count, "positions \(first)...\(last) of \(count)")
    }
    // Adjacent elements are read together.
    var ranges: [Range<Int>] = []
    for position in wanted {
      if let last = ranges.last, last.upperBound == position {
        ranges[ranges.count - 1] = last.lowerBound..<position + 1
      } else {
        ranges.append(position..<position + 1)
      }
    }
    let elements = try reading(type, budget: budget) { read in try read(ranges, positions.count) }
    if isAscending { return elements }
    return positions.map { position in
      elements[wanted.indices.partitioningIndex { wanted[$0] >= position }]
    }
  }

  /// Calls `body` with two functions: one reads the elements at positions, given as ascending ranges, and one charges
  /// for a number of elements.
  ///
  /// - Parameter budget: The rest of the budget, if the call has already read something.
  private func reading<Element: ArchiveValue, Result>(
    _ type: Element.Type, budget: Int? = nil,
    _ body: ((_ ranges: [Range<Int>], _ charged: Int) throws -> [Element]) throws -> Result
  ) throws -> Result {
    let root = try RootTable.shared.root([Element].self)
    return try unsafe data.withUnsafeBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      try checkSequence()
      return try root.withContext(bytes, options, budget: budget) { _, plan, context in
        context.isMapped = isMapped
        return try body { ranges, charged in
          try locating(isSequence: true) { try context.charge(charged, of: MemoryLayout<Element>.stride) }
          let elements: [Element] = try Place.values(ranges.reduce(0) { $0 + $1.count }) {
            try root.read(ranges, of: batches, in: bytes, by: plan, into: $0, context)
          }
          try context.releaseInstances()
          return elements
        }
      }
    }
  }

  /// Throws unless the archive is a sequence.
  func checkSequence() throws {
    guard isSequence else {
      throw ArchiveError(
        .typeMismatch, expected: "a sequence of values", found: "one value", offset: 5,
        advice: .changeCode("Decode it with ColumnArchive.decode(_:from:)."))
    }
  }
}
