internal import ArchiveBytes

// The statistics follow the entries of a directory: those of each column, in the order of the entries, of which each
// element of the batch has one value or none. These are the columns of optionals, booleans, numbers, dates and strings
// that are not below a collection, and whose size is not 0. If no column has statistics, nothing follows the entries.

extension ColumnDirectory {
  /// Returns the indices of the entries that may have statistics.
  func statisticsEntries(of schema: Schema) -> [Int] {
    var (indices, index) = ([Int](), 0)
    while index < entries.count {
      let entry = entries[index]
      switch schema[entry.node].kind {
      case .array, .set, .dictionary:
        index = entry.next
        continue
      case .optional, .bool, .signed, .unsigned, .float, .double, .date, .string:
        if !entry.range.isEmpty { indices.append(index) }
      default: break
      }
      index += 1
    }
    return indices
  }

  /// Reads the statistics of all entries; returns an empty array if there are none.
  func readStatistics(of schema: Schema) throws -> [ColumnStatistics?] {
    guard var cursor = statistics, !cursor.isAtEnd else { return [] }
    var found = [ColumnStatistics?](repeating: nil, count: entries.count)
    for index in statisticsEntries(of: schema) { found[index] = try ColumnStatistics.read(&cursor) }
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of the statistics", "\(cursor.remaining) more bytes")
    }
    return found
  }
}
