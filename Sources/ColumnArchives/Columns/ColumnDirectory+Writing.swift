internal import ArchiveBytes

// The directory of columns that were just written, and what else follows them in a body.

extension BatchBody {
  /// The smallest columns that get a trailer. Smaller ones are opened faster one after another.
  static let trailerThreshold = 1_024

  /// Writes what follows the columns and the instances of a body.
  ///
  /// - Parameters:
  ///   - columns: The location of the columns.
  ///   - count: The number of rows.
  static func finish(_ columns: Range<Int>, of schema: Schema, count: Int, with writer: ColumnWriter) throws {
    let output = writer.output
    let hasDirectory =
      columns.count >= trailerThreshold && schema[schema.root].kind == .record
      && schema[schema.root].children.count > 1
    let directory =
      hasDirectory || writer.columnsOfRuns != nil
      ? try ColumnDirectory(writtenAt: columns, of: schema, count: count, with: writer) : nil
    if let directory, let all = writer.columnsOfRuns {
      writer.add(directory.statistics(of: all, schema))
    }
    let compression =
      writer.settings.compressesBodies ? try compress(from: columns.lowerBound, in: output) : nil
    if let directory, hasDirectory {
      let start = output.count
      directory.write(of: schema, to: output)
      output.append(number: UInt32(output.count - start))
    }
    if let compression { output.append(number: UInt64(compression.byteCount)) }
    output.append(Flags(compression, hasTrailer: hasDirectory).rawValue)
    output.append(number: output.checksum(of: columns.lowerBound..<output.count))
    output.forgetChecksums()
  }
}

extension ColumnDirectory {
  /// Creates the directory of columns that were just written.
  init(writtenAt columns: Range<Int>, of schema: Schema, count: Int, with writer: ColumnWriter) throws {
    var (entries, written) = ([Entry](), [ColumnStatistics?]())
    var notes = writer.notes[...]
    try unsafe writer.output.withBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      let context = ReadContext(
        schema, bytes: bytes, writer.limits, verifiesChecksums: false, budget: .max)
      var opener = ColumnOpener(cursor: try bytes.part(columns), context: context)
      let root = try opener.open(schema.root, count: count)
      func add(_ column: Column?, at start: Int, node: Int) throws {
        let index = entries.count
        let size = column?.storedByteCount ?? 0
        entries.append(
          Entry(node: node, range: start..<start + size, ownByteCount: size, checksum: 0, next: index + 1))
        written.append(column.flatMap { $0.statistics(&notes, at: start) })
        guard let column, size > 0 else { return }
        let below = Self.below(column.kind) == .none ? [] : column.children
        let own = below.reduce(size) { $0 - ($1?.storedByteCount ?? 0) }
        var position = start + own
        for (node, child) in zip(schema[node].children, below) {
          try add(child, at: position, node: node)
          position += child?.storedByteCount ?? 0
        }
        entries[index].ownByteCount = own
        entries[index].checksum = writer.output.checksum(of: start..<start + own)
        entries[index].next = entries.count
      }
      try add(root, at: columns.lowerBound, node: schema.root)
    }
    self.entries = entries
    self.written = written
  }

  /// Writes the directory.
  func write(of schema: Schema, to output: OutputBuffer) {
    let start = output.count
    for entry in entries {
      output.append(varint: UInt64(entry.range.count))
      if entry.range.count > 0, Self.below(schema[entry.node].kind) != .fields {
        output.append(number: entry.checksum)
      }
    }
    if written.contains(where: { $0 != nil }) {
      for index in statisticsEntries(of: schema) { ColumnStatistics.write(written[index], to: output) }
    }
    output.append(number: output.checksum(of: start..<output.count))
  }
}

extension Column {
  /// Returns the statistics of a column that was just written. Its codec noted them, or the column itself shows them.
  ///
  /// - Parameter notes: The notes of codecs, in the order of the columns; those before the column are taken away.
  fileprivate func statistics(_ notes: inout ArraySlice<StatisticsNote>, at start: Int) -> ColumnStatistics? {
    switch self {
    case let column as OptionalColumn: return .missing(count - (column.values?.count ?? 0))
    case let column as BoolColumn: return column.constant.map { .bool($0) }
    case is IntegerColumn, is FloatColumn, is RunColumn:
      while let note = notes.first, note.offset < start { notes.removeFirst() }
      guard let note = notes.first, note.offset == start else { return nil }
      notes.removeFirst()
      return note.statistics
    default: return nil
    }
  }
}
