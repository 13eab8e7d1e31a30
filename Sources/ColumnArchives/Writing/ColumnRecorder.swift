/// Records the location of each column of a body, and the statistics of its values, while codecs write them.
struct ColumnRecorder {
  /// The columns in the order in which they begin: the root's, and then the columns below it. Each has its location, with
  /// the columns below it, and the index of the next column that is not below it.
  private(set) var columns: [(range: Range<Int>, next: Int)] = []
  /// The statistics of columns, by the index of the column.
  private var statistics: [Int: ColumnStatistics] = [:]

  /// Begins with a body.
  mutating func start() {
    columns.removeAll(keepingCapacity: true)
    statistics.removeAll(keepingCapacity: true)
  }

  /// Begins a column, and returns its index.
  @inline(__always)
  mutating func begin(at offset: Int) -> Int {
    columns.append((offset..<offset, 0))
    return columns.count - 1
  }

  @inline(__always)
  mutating func end(_ index: Int, at offset: Int) {
    columns[index] = (columns[index].range.lowerBound..<offset, columns.count)
  }

  /// Records the statistics of the column that began last.
  mutating func note(_ found: ColumnStatistics) { statistics[columns.count - 1] = found }

  /// Returns the statistics of each zone column.
  func statistics(of zoneColumns: ZoneColumns) -> [ColumnStatistics] {
    var found = [ColumnStatistics](repeating: .empty, count: zoneColumns.count)
    func add(_ zone: Int, _ index: Int) {
      let entry = zoneColumns.entries[zone]
      if let number = entry.number { found[number] = statistics[index] ?? .unknown }
      // An optional whose values are all missing has no column below it.
      var (inner, below) = (zone + 1, index + 1)
      while inner < entry.next, below < columns[index].next {
        add(inner, below)
        (inner, below) = (zoneColumns.entries[inner].next, columns[below].next)
      }
    }
    add(0, 0)
    return found
  }
}
