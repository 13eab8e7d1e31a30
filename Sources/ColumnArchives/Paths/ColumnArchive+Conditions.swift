internal import ArchiveValues

// Filters the elements of an archive by a condition, which says what it compares.

extension ColumnArchive {
  /// Returns the positions of the elements for which a condition holds, in ascending order.
  ///
  /// ```swift
  /// let recent = try archive.positions(where: Event.path.timeStamp > yesterday)
  /// let events = try archive.elements(of: Event.self, at: recent)
  /// ```
  ///
  /// The result is that of ``positions(where:_:)`` with the same comparison in a closure. But batches whose least and
  /// greatest values show that none or all of their elements match are not opened, so what is wrong with their columns
  /// goes unnoticed.
  ///
  /// - Throws: What `values(at:)` throws, and ``ArchiveError/Code/typeMismatch`` if the archive is not a sequence of
  ///   the condition's root type.
  /// - Complexity: Linear in the size of the fields in the batches that may have matches.
  public func positions<Root>(where condition: ArchiveCondition<Root>) throws -> [Int] {
    let reader = try ConditionReader(condition, in: self, budget: _budget)
    return try reader.positions()
  }

  /// Returns the elements for which a condition holds, in their order.
  ///
  /// ```swift
  /// let recent = try archive.elements(where: Event.path.timeStamp > yesterday)    // [Event]
  /// ```
  ///
  /// Only these elements are decoded, or, where many match, those between them too, which are dropped at once.
  ///
  /// - Throws: What ``positions(where:)`` and ``elements(of:at:)`` throw.
  public func elements<Root>(where condition: ArchiveCondition<Root>) throws -> [Root] {
    let reader = try ConditionReader(condition, in: self, budget: _budget)
    let positions = try reader.positions()
    return try _elements(of: Root.self, at: positions, budget: reader.rest)
  }
}
