internal import ArchiveBytes

// The statistics follow the entries of a directory: those of each column, in the order of the entries, of which each
// element of the batch has one value or none. These are the columns of optionals, booleans, numbers, dates and strings
// that are not below a collection, and whose size is not 0. If no column has statistics, nothing follows the entries.

extension ColumnDirectory {
  /// The columns of a schema that are not below a collection or a case, as if none were missing; `nil` if there are too
  /// many.
  private init?(allOf schema: Schema) {
    func add(_ node: Int, depth: Int) -> Bool {
      let index = entries.count
      guard index < Self.greatestCount, depth < Self.greatestDepth else { return false }
      entries.append(Entry(node: node, range: 0..<1, ownByteCount: 0, checksum: 0, next: index + 1))
      if schema[node].kind == .record || schema[node].kind == .optional {
        for child in schema[node].children where !add(child, depth: depth + 1) { return false }
      }
      entries[index].next = entries.count
      return true
    }
    guard add(schema.root, depth: 0) else { return nil }
  }

  /// The columns of the elements of a sequence of which runs of batches say something; `nil` if there are none, or too
  /// many.
  init?(ofRunsIn schema: Schema) {
    // Only fields of records are asked for.
    guard schema[schema.root].kind == .record else { return nil }
    self.init(allOf: schema)
    if statisticsEntries(of: schema).isEmpty { return nil }
  }

  /// Schemas can be circles.
  private static var greatestDepth: Int { 64 }
  private static var greatestCount: Int { 4_096 }

  /// Returns what a directory that was just written says of the columns of another one, which has all of the schema.
  func statistics(of all: ColumnDirectory, _ schema: Schema) -> [RunStatistics] {
    var found: [RunStatistics] = []
    func add(_ index: Int, _ own: Int?) {
      let entry = all.entries[index]
      let own = own.flatMap { entries[$0].range.isEmpty && $0 > 0 ? nil : $0 }
      switch schema[entry.node].kind {
      case .record:
        for number in schema[entry.node].children.indices {
          add(all.entry(ofField: number, in: index), own.map { self.entry(ofField: number, in: $0) })
        }
      case .optional:
        found.append(own.map { Self.statistics(written[$0]) } ?? .empty)
        add(index + 1, own.flatMap { $0 + 1 < entries[$0].next ? $0 + 1 : nil })
      case .bool, .signed, .unsigned, .float, .double, .date, .string:
        found.append(own.map { Self.statistics(written[$0]) } ?? .empty)
      default: break
      }
    }
    add(0, 0)
    return found
  }

  private static func statistics(_ written: ColumnStatistics?) -> RunStatistics {
    written.map { .known($0) } ?? .unknown
  }

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
