internal import ArchiveValues
public import Foundation

// Sorts the elements of an archive by one field, without decoding the other fields.

extension ColumnArchive {
  /// Returns the positions of all elements, sorted by their values at a path. Elements with equal values keep their
  /// order.
  ///
  /// ```swift
  /// let newestFirst = try archive.positions(sortedBy: Event.path.timeStamp, order: .reverse)
  /// let newest = try archive.elements(of: Event.self, at: newestFirst.prefix(10))
  /// ```
  ///
  /// NaN sorts after all other numbers, or before them in reverse order. Numbers and dates are sorted by their bits, in
  /// linear time. Strings are sorted by Swift's `<`, by which a few with combining marks have no order among each other.
  ///
  /// - Throws: What `values(at:)` throws, and ``ArchiveError/Code/typeMismatch`` if the archive is not a sequence of
  ///   the path's root type.
  @inlinable
  public func positions<Root, Value: Comparable>(
    sortedBy path: ArchivePath<Root, Value>, order: SortOrder = .forward
  ) throws -> [Int] {
    var rest = _budget
    return try _positions(sortedBy: path, order, rest: &rest)
  }

  @inlinable
  func _positions<Root, Value: Comparable>(
    sortedBy path: ArchivePath<Root, Value>, _ order: SortOrder, rest: inout Int
  ) throws -> [Int] {
    if let positions = try _positions(sortedByKeysAt: path, order, rest: &rest) { return positions }
    // The comparison is compiled into the caller's module, which knows the type.
    let values = try _alignedValues(at: path, rest: &rest)
    return Array(values.indices).sorted { left, right in
      let (first, second) = order == .forward ? (left, right) : (right, left)
      if values[first] < values[second] { return true }
      return values[second] < values[first] ? false : left < right
    }
  }

  /// Returns the positions of all elements, sorted by their values at a path. Elements without a value come first, or
  /// last in reverse order. Elements with equal values keep their order.
  @inlinable
  public func positions<Root, Wrapped: Comparable>(
    sortedBy path: ArchivePath<Root, Wrapped?>, order: SortOrder = .forward
  ) throws -> [Int] {
    var rest = _budget
    return try _positions(sortedBy: path, order, rest: &rest)
  }

  @inlinable
  func _positions<Root, Wrapped: Comparable>(
    sortedBy path: ArchivePath<Root, Wrapped?>, _ order: SortOrder, rest: inout Int
  ) throws -> [Int] {
    if let positions = try _positions(sortedByKeysAt: path, order, rest: &rest) { return positions }
    let values = try _alignedValues(at: path, rest: &rest)
    let missing = values.indices.filter { values[$0] == nil }
    let present = values.indices.filter { values[$0] != nil }.sorted { left, right in
      let (first, second) = order == .forward ? (left, right) : (right, left)
      guard let one = values[first], let other = values[second] else { return false }
      if one < other { return true }
      return other < one ? false : left < right
    }
    return order == .forward ? missing + present : present + missing
  }

  /// Returns all elements, sorted by their values at a path. Elements with equal values keep their order.
  ///
  /// ```swift
  /// let newestFirst = try archive.elements(sortedBy: Event.path.timeStamp, order: .reverse)    // [Event]
  /// ```
  ///
  /// - Throws: What ``positions(sortedBy:order:)-(ArchivePath<Root,Value>,_)`` and ``elements(of:at:)`` throw.
  @inlinable
  public func elements<Root, Value: Comparable>(
    sortedBy path: ArchivePath<Root, Value>, order: SortOrder = .forward
  ) throws -> [Root] {
    var rest = _budget
    let positions = try _positions(sortedBy: path, order, rest: &rest)
    return try _elements(of: Root.self, at: positions, budget: rest)
  }

  /// Returns all elements, sorted by their values at a path. Elements without a value come first, or last in reverse
  /// order.
  @inlinable
  public func elements<Root, Wrapped: Comparable>(
    sortedBy path: ArchivePath<Root, Wrapped?>, order: SortOrder = .forward
  ) throws -> [Root] {
    var rest = _budget
    let positions = try _positions(sortedBy: path, order, rest: &rest)
    return try _elements(of: Root.self, at: positions, budget: rest)
  }

  /// The memory that sorting takes for each element: its key, two words to sort, and its position. Comparing values
  /// takes less.
  private static let sortingByteCount = 4 * MemoryLayout<UInt64>.stride

  /// Returns the values at a path, one for each element.
  @usableFromInline
  func _alignedValues<Root, Value>(
    at path: ArchivePath<Root, Value>, rest: inout Int
  ) throws -> [Value] {
    var values: [Value] = []
    let reader = try _PathReader(path, in: self, takingForEach: Self.sortingByteCount, budget: rest)
    defer { rest = reader.rest }
    while try reader.next() {
      // The reader has already charged all values against the limits.
      if reader.start == 0 { values.reserveCapacity(count) }
      unsafe values.append(contentsOf: reader.values)
    }
    return values
  }

  /// Returns the positions of all elements, sorted by their values at a path, or `nil` if the values have no sort keys.
  @usableFromInline
  func _positions<Root, Value>(
    sortedByKeysAt path: ArchivePath<Root, Value>, _ order: SortOrder, rest: inout Int
  ) throws -> [Int]? {
    guard let keyed = Value.self as? any SortKeyed.Type, count <= SortKeys.maximumCount else { return nil }
    return try sortedPositions(at: path, keyed, order, rest: &rest)
  }

  private func sortedPositions<Root, Value, Keyed: SortKeyed>(
    at path: ArchivePath<Root, Value>, _ type: Keyed.Type, _ order: SortOrder, rest: inout Int
  ) throws -> [Int] {
    var keys = SortKeys()
    let reader = try _PathReader(path, in: self, takingForEach: Self.sortingByteCount, budget: rest)
    defer { rest = reader.rest }
    while try reader.next() {
      // The reader has already charged all values against the limits.
      if reader.start == 0 { keys.reserveCapacity(count) }
      // SAFETY: `Keyed` is `Value`: the caller cast the same type.
      unsafe reader.values.withMemoryRebound(to: Keyed.self) { unsafe Keyed.addKeys(of: $0, to: &keys) }
    }
    return keys.sortedPositions(order)
  }
}
