extension Column {
  /// Reads all values, and returns the statistics that a writer stores. The column must be at its beginning.
  func statistics(in context: ReadContext) throws -> ColumnStatistics {
    let cursor = ColumnCursor(self, context, isCharged: false)
    switch kind {
    case .optional: return .missing(count - (try cursor.presence(count).present))
    case .bool:
      let flags = try cursor.booleans(count)
      return .unsigned(UInt64(flags.min() ?? 0), UInt64(flags.max() ?? 0))
    case .signed:
      let numbers = try cursor.integers(count)
      return .signed(numbers.min() ?? 0, numbers.max() ?? 0)
    case .unsigned:
      let numbers = try cursor.integers(count).map { UInt64(bitPattern: $0) }
      return .unsigned(numbers.min() ?? 0, numbers.max() ?? 0)
    case .float, .double, .date:
      let numbers = kind == .float ? try cursor.floats(count).map(Double.init) : try cursor.doubles(count)
      return FloatBounds(count: count) { numbers[$0] }.map { .floating($0) } ?? .unknown
    case .string:
      return .text(
        of: try cursor.begin(count, of: 8, as: RunColumn.self).readDistinctTexts(count, in: context))
    default: return .unknown
    }
  }
}

extension ColumnStatistics {
  fileprivate static func text(of texts: ExportTexts) -> ColumnStatistics {
    var finder = TextBoundsFinder(count: texts.places.count)
    // The finder needs 16 bytes to load.
    let bytes = texts.bytes + [UInt8](repeating: 0, count: 16)
    unsafe bytes.withUnsafeBytes { bytes in
      // SAFETY: all places are inside the bytes.
      for place in texts.places { unsafe finder.add(bytes.baseAddress! + place.lowerBound, place.count) }
    }
    return finder.bounds.map { .text($0) } ?? .unknown
  }
}

extension ZoneColumns {
  /// Reads all values of an opened batch, and returns the statistics that a writer stores.
  func statistics(of root: Column, in context: ReadContext) throws -> [ColumnStatistics] {
    try columns(of: root).map { try $0?.statistics(in: context) ?? .empty }
  }

  /// Returns the columns with statistics, in their order; `nil` for those that are not stored.
  private func columns(of root: Column) -> [Column?] {
    var found: [Column?] = []
    func add(_ index: Int, _ column: Column?) {
      if entries[index].number != nil { found.append(column) }
      var (next, position) = (index + 1, 0)
      while next < entries[index].next {
        add(next, column.flatMap { $0.children.indices.contains(position) ? $0.children[position] : nil })
        (next, position) = (entries[next].next, position + 1)
      }
    }
    add(0, root)
    return found
  }
}
