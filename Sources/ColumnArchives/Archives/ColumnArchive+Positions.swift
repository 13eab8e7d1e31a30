internal import ArchiveBytes
public import ArchiveValues

extension ColumnArchive {
  /// Reads the elements at some positions, in the order of the positions. Positions may repeat.
  ///
  /// Batches without any of the elements are not opened. In the others, the elements between are skipped.
  ///
  /// - Parameter positions: The positions, each less than ``count``.
  /// - Throws: ``ArchiveError``, located in the archive.
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
            // Adjacent elements are read together.
            var next = count + 1
            while next < end, wanted[next] - wanted[count] == next - count { next += 1 }
            let place = unsafe Place(
              base: UnsafeMutableRawPointer(base + count), stride: MemoryLayout<Element>.stride)
            try reader.read(from: wanted[count] - batch.start, count: next - count, into: place)
            count = next
          }
        }
      }
    }
    if isAscending { return elements }
    return positions.map { position in
      elements[wanted.indices.partitioningIndex { wanted[$0] >= position }]
    }
  }
}
