public import ArchiveValues

// Filters the elements of an archive by one field, without decoding the other fields.

extension ColumnArchive {
  /// Returns the positions of the elements whose value at a path satisfies a condition, in ascending order.
  ///
  /// ```swift
  /// let recent = try archive.positions(where: Event.path.timeStamp) { $0 > yesterday }
  /// let events = try archive.elements(of: Event.self, at: recent)
  /// ```
  ///
  /// Of the other fields, only the heads of their columns are read.
  ///
  /// - Throws: What `values(at:)` throws; ``ArchiveError/Code/typeMismatch`` if the archive is not a sequence of the
  ///   path's root type; and what `isIncluded` throws.
  /// - Complexity: Linear in the size of the field.
  @inlinable
  public func positions<Root, Value>(
    where path: ArchivePath<Root, Value>, _ isIncluded: (Value) throws -> Bool
  ) throws -> [Int] {
    var rest = _budget
    return try _positions(where: path, rest: &rest, isIncluded)
  }

  /// - Parameter rest: The budget of the call; on return, what is left of it.
  @inlinable
  func _positions<Root, Value>(
    where path: ArchivePath<Root, Value>, rest: inout Int, _ isIncluded: (Value) throws -> Bool
  ) throws -> [Int] {
    // The loop is compiled into the caller's module, which knows the type and the condition. Each element takes two
    // positions: one in the reader, one in the array.
    let reader = try _PathReader(
      path, in: self, takingForEach: 2 * MemoryLayout<Int>.stride, budget: rest)
    defer { rest = reader.rest }
    var positions: [Int] = []
    while try reader.next() {
      let (start, values, found) = unsafe (reader.start, reader.values, reader.found)
      // Each position is stored, and the count advances only if it is wanted. This avoids a branch that the processor
      // would mispredict.
      var count = 0
      for index in 0..<values.count {
        unsafe found[count] = start + index
        count += try unsafe isIncluded(values[index]) ? 1 : 0
      }
      unsafe positions.append(contentsOf: UnsafeBufferPointer(rebasing: found[..<count]))
    }
    return positions
  }

  /// Returns the elements whose value at a path satisfies a condition, in their order.
  ///
  /// ```swift
  /// let recent = try archive.elements(where: Event.path.timeStamp) { $0 > yesterday }    // [Event]
  /// ```
  ///
  /// Only these elements are decoded, or, where many match, those between them too, which are dropped at once.
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

  /// Reads the elements at some positions, in the order of the positions. Positions may repeat.
  ///
  /// Batches without any of the elements are not opened. In the others, adjacent elements are read together, and the
  /// elements between them are skipped. Where few are between, they are read too and dropped, unless that would be noticed:
  /// their hooks are not called, and their errors are not thrown.
  ///
  /// - Parameter positions: The positions, each less than ``count``.
  /// - Throws: ``ArchiveError``, located in the archive.
  /// - Complexity: Linear in the size of the elements, plus the number of elements between them in the same batches.
  public func elements<Element: ArchiveValue>(
    of type: Element.Type, at positions: some Collection<Int>
  ) throws -> [Element] {
    try _elements(of: type, at: Array(positions), budget: _budget)
  }

  /// - Parameter budget: What the calling function may still read.
  @usableFromInline
  func _elements<Element: ArchiveValue>(
    of type: Element.Type, at positions: [Int], budget: Int
  ) throws -> [Element] {
    let isAscending = zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
    // Elements are read in ascending order, each one once, and then put into the wanted order.
    let order = isAscending ? [] : SortKeys(positions).sortedPositions()
    let wanted = isAscending ? positions : order.map { positions[$0] }
    if let first = wanted.first, let last = wanted.last {
      precondition(first >= 0 && last < count, "positions \(first)...\(last) of \(count)")
    }
    return try withSequence(of: type, budget: budget) { root, plan, bytes, context in
      try locating(isSequence: true) { try context.charge(wanted.count, of: MemoryLayout<Element>.stride) }
      func read(_ positions: [Int]) throws -> [Element] {
        try unsafe [Element](unsafeUninitializedCapacity: positions.count) { buffer, count in
          guard let base = buffer.baseAddress else { return }
          try unsafe self.read(positions, into: base, count: &count, by: root, plan, bytes, context)
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
      return try unsafe move(order, type) { base, count in
        try unsafe self.read(wanted, into: base, count: &count, by: root, plan, bytes, context)
      }
    }
  }

  /// Returns the elements that `read` makes, in another order: the element at an index moves to the index that `places`
  /// has there.
  private func move<Element>(
    _ places: [Int], _ type: Element.Type, read: (UnsafeMutablePointer<Element>, inout Int) throws -> Void
  ) throws -> [Element] {
    let elements = UnsafeMutablePointer<Element>.allocate(capacity: places.count)
    var count = 0
    // SAFETY: `count` elements are initialised; it is 0 once they have been moved.
    defer {
      unsafe elements.deinitialize(count: count)
      unsafe elements.deallocate()
    }
    try unsafe read(elements, &count)
    return unsafe [Element](unsafeUninitializedCapacity: places.count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      // SAFETY: `places` has every index of the array exactly once.
      for (index, place) in places.enumerated() {
        unsafe (base + place).moveInitialize(from: elements + index, count: 1)
      }
      initializedCount = count
      count = 0
    }
  }
}
