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
    return try withSequence(of: type) { root, plan, bytes, context in
      try elements(of: type, in: range, by: root, plan, bytes, context)
    }
  }

  private func elements<Element>(
    of type: Element.Type, in range: Range<Int>, by root: RootType, _ plan: ReadPlan, _ bytes: ByteCursor,
    _ context: ReadContext
  ) throws -> [Element] {
    try locating(isSequence: true) { try context.charge(range.count, of: MemoryLayout<Element>.stride) }
    return try unsafe [Element](unsafeUninitializedCapacity: range.count) { buffer, initializedCount in
      guard let base = buffer.baseAddress, !range.isEmpty else { return }
      let first = firstBatch(with: range.lowerBound)
      // Only a few batches overlap the range, and batches are in order.
      for batch in batches[first...] {
        let part = range.clamped(to: batch.start..<(batch.start + batch.count))
        guard !part.isEmpty else { break }
        let place = unsafe Place(
          base: UnsafeMutableRawPointer(base + (part.lowerBound - range.lowerBound)),
          stride: MemoryLayout<Element>.stride)
        try root.reader(of: batch, in: bytes, by: plan, context).read(
          from: part.lowerBound - batch.start, count: part.count, into: place)
        initializedCount += part.count
      }
    }
  }

  /// Calls `body` with the elements of each batch in turn, so memory for the elements of one batch is enough.
  ///
  /// The limits apply to all batches together.
  ///
  /// - Throws: ``ArchiveError``, located in the archive, and what `body` throws.
  public func forEachBatch<Element: ArchiveValue>(
    of type: Element.Type, _ body: ([Element]) throws -> Void
  ) throws {
    if batches.isEmpty { return }
    try withSequence(of: type) { root, plan, bytes, context in
      for batch in batches {
        let range = batch.start..<(batch.start + batch.count)
        let elements = try elements(of: type, in: range, by: root, plan, bytes, context)
        try context.releaseInstances()
        try body(elements)
      }
    }
  }

  /// Returns the index of the batch that contains the element at `position`.
  func firstBatch(with position: Int) -> Int {
    batches.indices.partitioningIndex { batches[$0].start + batches[$0].count > position }
  }

  /// Opens the archive as a sequence of elements of a type.
  ///
  /// - Parameter budget: What is left of the budget, if the call has already read something.
  func withSequence<Element: ArchiveValue, Result>(
    of type: Element.Type, budget: Int? = nil,
    _ body: (RootType, ReadPlan, ByteCursor, ReadContext) throws -> Result
  ) throws -> Result {
    let root = try RootTable.shared.root([Element].self)
    return try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      try checkSequence()
      return try root.withContext(cursor, options, budget: budget) { _, plan, context in
        context.isMapped = isMapped
        let result = try body(root, plan, cursor, context)
        try context.releaseInstances()
        return result
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
