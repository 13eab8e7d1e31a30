public import ArchiveValues

// Filtering the elements of an archive by one of their fields, without decoding the others.

extension ColumnArchive {
  /// The positions of the elements whose value at a path satisfies a condition, in ascending order.
  ///
  /// ```swift
  /// let recent = try archive.positions(where: Event.path.timeStamp) { $0 > yesterday }
  /// let events = try archive.elements(of: Event.self, at: recent)
  /// ```
  ///
  /// Of the other fields only the heads are looked at.
  ///
  /// - Throws: What `values(at:)` throws, ``ArchiveError/Code/typeMismatch`` when the archive is no sequence of what
  ///   the path begins with, and what `isIncluded` throws.
  /// - Complexity: Linear in the size of the field.
  @inlinable
  public func positions<Root, Value>(
    where path: ArchivePath<Root, Value>, _ isIncluded: (Value) throws -> Bool
  ) throws -> [Int] {
    var rest = _budget
    return try _positions(where: path, rest: &rest, isIncluded)
  }

  /// - Parameter rest: What may be read, and then what is left of it.
  @inlinable
  func _positions<Root, Value>(
    where path: ArchivePath<Root, Value>, rest: inout Int, _ isIncluded: (Value) throws -> Bool
  ) throws -> [Int] {
    // The loop is part of the caller's module, and knows the type and the condition. For each element it takes a
    // position of the reader, and one of the array.
    let reader = try _PathReader(
      path, in: self, takingForEach: 2 * MemoryLayout<Int>.stride, budget: rest)
    defer { rest = reader.rest }
    var positions: [Int] = []
    while try reader.next() {
      let (start, values, found) = unsafe (reader.start, reader.values, reader.found)
      // Each position is noted, and stays only if it is wanted: no branch that could be guessed wrong.
      var count = 0
      for index in 0..<values.count {
        unsafe found[count] = start + index
        count += try unsafe isIncluded(values[index]) ? 1 : 0
      }
      unsafe positions.append(contentsOf: UnsafeBufferPointer(rebasing: found[..<count]))
    }
    return positions
  }

  /// The elements whose value at a path satisfies a condition, in their order.
  ///
  /// ```swift
  /// let recent = try archive.elements(where: Event.path.timeStamp) { $0 > yesterday }    // [Event]
  /// ```
  ///
  /// Only these are decoded.
  ///
  /// - Throws: What ``positions(where:_:)`` and ``elements(of:at:)`` throw.
  @inlinable
  public func elements<Root, Value>(
    where path: ArchivePath<Root, Value>, _ isIncluded: (Value) throws -> Bool
  ) throws -> [Root] {
    var rest = _budget
    let positions = try _positions(where: path, rest: &rest, isIncluded)
    return try _elements(of: Root.self, at: positions, budget: rest)
  }

  /// Reads the elements at some positions, in the order of these, which may repeat.
  ///
  /// Batches without any of them are not looked at. In the others, neighbours are read together, and what is between
  /// them is passed over.
  ///
  /// - Parameter positions: The positions, all of them less than ``count``.
  /// - Throws: ``ArchiveError``, located in the archive.
  /// - Complexity: Linear in the size of the elements, and the count of those between them in the same batches.
  public func elements<Element: ArchiveValue>(
    of type: Element.Type, at positions: some Collection<Int>
  ) throws -> [Element] {
    try _elements(of: type, at: Array(positions), budget: _budget)
  }

  /// - Parameter budget: What may be read by the call that needs the elements.
  @usableFromInline
  func _elements<Element: ArchiveValue>(
    of type: Element.Type, at positions: [Int], budget: Int
  ) throws -> [Element] {
    let isAscending = zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
    // Read in ascending order, each once, and then put in the wanted one.
    let order = isAscending ? [] : SortKeys(positions).sortedPositions()
    let wanted = isAscending ? positions : order.map { positions[$0] }
    if let first = wanted.first, let last = wanted.last {
      precondition(first >= 0 && last < count, "positions \(first)...\(last) of \(count)")
    }
    return try withSequence(of: type, budget: budget) { root, bytes, context in
      try locating(isSequence: true) { try context.charge(wanted.count, of: MemoryLayout<Element>.stride) }
      func read(_ positions: [Int]) throws -> [Element] {
        try unsafe [Element](unsafeUninitializedCapacity: positions.count) { buffer, count in
          guard let base = buffer.baseAddress else { return }
          try unsafe self.read(positions, into: base, count: &count, by: root, bytes, context)
        }
      }
      if isAscending { return try read(wanted) }
      if zip(wanted, wanted.dropFirst()).contains(where: ==) {
        let distinct = wanted.indices.filter { $0 == 0 || wanted[$0] != wanted[$0 - 1] }.map { wanted[$0] }
        let elements = try read(distinct)
        var places = [Int](repeating: 0, count: wanted.count)
        var place = 0
        for (index, position) in zip(order, wanted) {
          if distinct[place] != position { place += 1 }
          places[index] = place
        }
        return places.map { elements[$0] }
      }
      return try move(order, type) { base, count in
        try unsafe self.read(wanted, into: base, count: &count, by: root, bytes, context)
      }
    }
  }

  /// Makes an array of elements that `read` makes in another order: that at an index goes to the place that `places`
  /// names there.
  private func move<Element>(
    _ places: [Int], _ type: Element.Type, read: (UnsafeMutablePointer<Element>, inout Int) throws -> Void
  ) throws -> [Element] {
    let elements = UnsafeMutablePointer<Element>.allocate(capacity: places.count)
    var count = 0
    // SAFETY: `count` elements are left there, which is none once they are moved.
    defer {
      unsafe elements.deinitialize(count: count)
      unsafe elements.deallocate()
    }
    try unsafe read(elements, &count)
    return unsafe [Element](unsafeUninitializedCapacity: places.count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      // SAFETY: the places are all indices of the array, each once.
      for (index, place) in places.enumerated() {
        unsafe (base + place).moveInitialize(from: elements + index, count: 1)
      }
      initializedCount = count
      count = 0
    }
  }

  /// Reads the elements at ascending positions side by side, and counts those that were read.
  private func read<Element>(
    _ positions: [Int], into base: UnsafeMutablePointer<Element>, count: inout Int, by root: RootType,
    _ bytes: ByteCursor, _ context: ReadContext
  ) throws {
    while count < positions.count {
      let batch = batches[firstBatch(with: positions[count])]
      let reader = try root.reader(of: batch, in: bytes, context)
      let end = batch.start + batch.count
      while count < positions.count, positions[count] < end {
        // Neighbours follow each other.
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
}
