/// Records the locations of a body's columns, and the statistics of their values, while codecs write them.
///
/// Columns are written in the order of the schema, so the schema identifies each column that begins.
struct ColumnRecorder {
  private(set) var schema = Schema()
  private var zoneColumns: ZoneColumns?
  /// The columns that have begun and not ended, starting with the root's.
  private var path: [Open] = []
  /// The number of open columns below an enumeration, whose columns are not recorded.
  private var hiddenDepth = 0
  private var isRecording = false
  /// The directory of the columns written so far; their checksums are not known yet.
  private(set) var entries: [ColumnDirectory.Entry] = []
  /// The statistics of each column that has any.
  private(set) var statistics: [ColumnStatistics] = []

  private struct Open {
    let entry: Int
    let node: Int
    /// The number of the column among the columns with statistics.
    let number: Int?
    /// The number of columns below it that have begun.
    var childCount = 0
    /// The zone column of the next column below.
    var nextZone: Int?
  }

  /// Begins with a body.
  ///
  /// - Parameter zoneColumns: The columns whose statistics are wanted; `nil` for none.
  mutating func start(_ schema: Schema, _ zoneColumns: ZoneColumns?) {
    isRecording = zoneColumns != nil || ColumnDirectory.isWanted(for: schema)
    entries.removeAll(keepingCapacity: true)
    path.removeAll(keepingCapacity: true)
    (self.schema, self.zoneColumns, hiddenDepth) = (schema, zoneColumns, 0)
    statistics = [ColumnStatistics](repeating: .empty, count: zoneColumns?.count ?? 0)
  }

  /// Records nothing of the columns that follow.
  mutating func stop() {
    isRecording = false
    entries.removeAll(keepingCapacity: true)
  }

  mutating func begin(at offset: Int) {
    guard isRecording else { return }
    var (node, zone) = (schema.root, zoneColumns == nil ? nil : 0)
    if let last = path.indices.last {
      let outer = path[last]
      let below = ColumnDirectory.below(schema.nodes[outer.node].kind)
      guard hiddenDepth == 0, below != .none else {
        hiddenDepth += 1
        return
      }
      (node, zone) = (schema.nodes[outer.node].children[outer.childCount], outer.nextZone)
      if below == .last { entries[outer.entry].ownByteCount = offset - entries[outer.entry].range.lowerBound }
      path[last].childCount += 1
      path[last].nextZone = zone.flatMap { zoneColumns?.entries[$0].next }
    }
    let kind = schema.nodes[node].kind
    let number = zone.flatMap { zoneColumns?.entries[$0].number }
    if let number { statistics[number] = .unknown }
    let inner = kind == .record || kind == .optional ? zone.map { $0 + 1 } : nil
    path.append(Open(entry: entries.count, node: node, number: number, nextZone: inner))
    entries.append(
      ColumnDirectory.Entry(node: node, range: offset..<offset, ownByteCount: 0, checksum: 0, next: 0))
  }

  mutating func end(at offset: Int) {
    guard isRecording else { return }
    if hiddenDepth > 0 {
      hiddenDepth -= 1
      return
    }
    let column = path.removeLast()
    let start = entries[column.entry].range.lowerBound
    entries[column.entry].range = start..<offset
    if start == offset {
      // A column without bytes has no entries below.
      entries.removeSubrange((column.entry + 1)...)
    } else if ColumnDirectory.below(schema.nodes[column.node].kind) == .none {
      entries[column.entry].ownByteCount = offset - start
    } else if ColumnDirectory.below(schema.nodes[column.node].kind) == .last, column.childCount == 0 {
      entries[column.entry].ownByteCount = offset - start
      let child = schema.nodes[column.node].children[0]
      entries.append(
        ColumnDirectory.Entry(
          node: child, range: offset..<offset, ownByteCount: 0, checksum: 0, next: entries.count + 1))
    }
    entries[column.entry].next = entries.count
  }

  // MARK: Statistics

  /// Whether statistics of the column that is being written are wanted.
  @inline(__always)
  var wantsStatistics: Bool { isRecording && hiddenDepth == 0 && path.last?.number != nil }

  /// Records the statistics of the column that is being written.
  mutating func note(_ found: ColumnStatistics) {
    if wantsStatistics, let number = path.last?.number { statistics[number] = found }
  }
}
