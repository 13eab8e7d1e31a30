// Filters the elements of an archive by a condition, whose comparisons the archive knows, or by one field and a
// closure.

extension ColumnArchive {
  /// Returns the positions of the elements for which a condition holds, in ascending order.
  ///
  /// ```swift
  /// let recent = try archive.positions(where: Event.path.timeStamp > yesterday)
  /// let events = try archive.elements(of: Event.self, at: recent)
  /// ```
  ///
  /// The result is the same as from ``positions(where:_:)`` with the same comparison in a closure. But if a batch's
  /// minimum and maximum values show that none or all of its elements match, the batch is not opened, so faults in
  /// its columns go unnoticed.
  ///
  /// - Throws: The errors of `values(at:)`, and ``ArchiveError/Code/typeMismatch`` if the archive is not a sequence
  ///   of the condition's root type.
  /// - Complexity: Linear in the size of the fields in the batches that may have matches.
  public func positions<Root>(where condition: ArchiveCondition<Root>) throws -> [Int] {
    try ConditionEvaluator(condition, in: self, budget: budget).positions()
  }

  /// Returns the elements for which a condition holds, in their order.
  ///
  /// ```swift
  /// let recent = try archive.elements(where: Event.path.timeStamp > yesterday)    // [Event]
  /// ```
  ///
  /// Only these elements are decoded.
  ///
  /// - Throws: The errors of ``positions(where:)`` and ``elements(of:at:)``.
  public func elements<Root>(where condition: ArchiveCondition<Root>) throws -> [Root] {
    let evaluator = try ConditionEvaluator(condition, in: self, budget: budget)
    let positions = try evaluator.positions()
    return try elements(of: Root.self, at: positions, budget: evaluator.rest)
  }

  // MARK: Closures

  /// Returns the positions of the elements whose value at a path satisfies a condition, in ascending order.
  ///
  /// ```swift
  /// let recent = try archive.positions(where: Event.path.timeStamp) { $0 > yesterday }
  /// let events = try archive.elements(of: Event.self, at: recent)
  /// ```
  ///
  /// Of the other fields, only the heads of their columns are read.
  ///
  /// - Throws: The errors of `values(at:)` and `isIncluded`, and ``ArchiveError/Code/typeMismatch`` if the archive is
  ///   not a sequence of the path's root type.
  /// - Complexity: Linear in the size of the field.
  @inlinable
  public func positions<Root, Value>(
    where path: ArchivePath<Root, Value>, _ isIncluded: (Value) throws -> Bool
  ) throws -> [Int] {
    try found(path) { try $0.map(isIncluded) }.positions
  }

  /// Returns the elements whose value at a path satisfies a condition, in their order.
  ///
  /// ```swift
  /// let recent = try archive.elements(where: Event.path.timeStamp) { $0 > yesterday }    // [Event]
  /// ```
  ///
  /// Only these elements are decoded.
  ///
  /// - Throws: The errors of ``positions(where:_:)`` and ``elements(of:at:)``.
  @inlinable
  public func elements<Root, Value>(
    where path: ArchivePath<Root, Value>, _ isIncluded: (Value) throws -> Bool
  ) throws -> [Root] {
    let (positions, rest) = try found(path) { try $0.map(isIncluded) }
    return try elements(of: Root.self, at: positions, budget: rest)
  }

  /// Returns the positions of the included elements, and what the same call may still read.
  ///
  /// - Parameter areIncluded: Tests the values of a batch. It is compiled into the caller's module, which knows the type.
  @usableFromInline
  func found<Root, Value>(
    _ path: ArchivePath<Root, Value>, _ areIncluded: ([Value]) throws -> [Bool]
  ) throws -> (positions: [Int], rest: Int?) {
    guard let context = try filterContext(budget: budget) else {
      _ = try Self.codec(of: Value.self, at: Self.stored(path.steps))
      return ([], nil)
    }
    let reader = try PathReader(path, in: self, context)
    var positions: [Int] = []
    for (number, batch) in batches.enumerated() {
      // A growing array allocates twice its size.
      try locating([]) { try context.charge(batch.count, of: 2 * MemoryLayout<Int>.stride) }
      try areIncluded(reader.elementValues(ofBatch: number)).appendPositions(
        from: batch.start, to: &positions)
    }
    return (positions, context.rest)
  }
}
