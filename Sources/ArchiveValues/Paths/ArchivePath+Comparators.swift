public import Foundation

// The order of values in memory, and that of `ColumnArchive.positions(sortedBy:order:)`, is the same.

extension ArchivePath where Value: Comparable {
  /// Compares values by the part that the path leads to.
  ///
  /// ```swift
  /// let byTime = events.sorted(using: Event.path.timeStamp.comparator(order: .reverse))
  /// ```
  public func comparator(order: SortOrder = .forward) -> KeyPathComparator<Root> {
    KeyPathComparator(keyPath, order: order)
  }

  /// Describes the order by the part that the path leads to. Strings are compared as by `<`, without regard to a
  /// language.
  public func sortDescriptor(order: SortOrder = .forward) -> SortDescriptor<Root> {
    SortDescriptor(keyPath, order: order)
  }
}

extension ArchivePath {
  /// Compares values by the part that the path leads to; a missing one comes before all others, in reverse order
  /// behind them.
  public func comparator<Wrapped: Comparable>(order: SortOrder = .forward) -> KeyPathComparator<Root>
  where Value == Wrapped? {
    KeyPathComparator(keyPath, order: order)
  }

  /// Describes the order by the part that the path leads to; a missing one comes before all others, in reverse order
  /// behind them.
  public func sortDescriptor<Wrapped: Comparable>(order: SortOrder = .forward) -> SortDescriptor<Root>
  where Value == Wrapped? {
    SortDescriptor(keyPath, order: order)
  }
}
