extension Range<Int> {
  /// Returns the first position for which a condition holds, or the end of the range. Once it holds, it holds for all later
  /// positions; otherwise the result is unspecified.
  ///
  /// The name comes from the package swift-algorithms.
  ///
  /// - Complexity: Evaluates the condition a logarithmic number of times.
  @inlinable @inline(__always)
  package func partitioningIndex(where condition: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
