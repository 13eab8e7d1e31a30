internal import ArchiveValues
public import Foundation

// Comparators and sort descriptors for values in memory.

extension ArchivePath where Value: Comparable {
  /// Returns a comparator that compares values by the part at the path.
  ///
  /// ```swift
  /// let byTime = events.sorted(using: Event.path.timeStamp.comparator(order: .reverse))
  /// ```
  public func comparator(order: SortOrder = .forward) -> KeyPathComparator<Root> {
    KeyPathComparator(keyPath, order: order)
  }

  /// Returns a sort descriptor for the part at the path. Strings are compared as by `<`, independent of any language.
  public func sortDescriptor(order: SortOrder = .forward) -> SortDescriptor<Root> {
    SortDescriptor(keyPath, order: order)
  }
}

extension ArchivePath {
  /// Returns a comparator that compares values by the part at the path. A missing part sorts before all others; in
  /// reverse order, after them.
  public func comparator<Wrapped: Comparable>(order: SortOrder = .forward) -> KeyPathComparator<Root>
  where Value == Wrapped? {
    KeyPathComparator(keyPath, order: order)
  }

  /// Returns a sort descriptor for the part at the path. A missing part sorts before all others; in reverse order,
  /// after them.
  public func sortDescriptor<Wrapped: Comparable>(order: SortOrder = .forward) -> SortDescriptor<Root>
  where Value == Wrapped? {
    SortDescriptor(keyPath, order: order)
  }
}
