internal import Foundation

// Writes the parts of a body after the columns.

extension ColumnWriter {
  /// Writes an archive of a single value, whose columns `body` writes.
  func writeValue(
    _ header: [UInt8], _ schema: Schema, _ settings: Settings, _ body: () throws -> Void
  ) throws {
    prepare(settings)
    output.append(header)
    try locating(isSequence: false) { try writeBody(schema, body) }
  }

  /// Writes a batch of a sequence, whose columns `body` writes.
  ///
  /// - Parameters:
  ///   - first: The number of the first element.
  ///   - zoneColumns: The columns whose statistics are wanted; `nil` for none.
  func writeBatch(
    from first: Int, count: Int, _ schema: Schema, _ zoneColumns: ZoneColumns?, _ body: () throws -> Void
  ) throws -> WrittenBatch {
    let head = output.count
    output.append([UInt8](repeating: 0, count: BatchFrame.byteCount))
    let start = output.count
    try locating(isSequence: true, from: first) {
      try writeBody(schema, wantsStatistics: zoneColumns != nil, body)
    }
    let byteCount = output.count - start
    output.store(
      BatchFrame(first: first, count: count, synced: first, body: 0..<byteCount, salt: 0).bytes, at: head)
    return WrittenBatch(
      byteCount: byteCount, count: count, statistics: zoneColumns.map(recorder.statistics) ?? [])
  }

  /// Writes a body, whose columns `body` writes.
  private func writeBody(_ schema: Schema, wantsStatistics: Bool = false, _ body: () throws -> Void) throws {
    let start = output.count
    begin(wantsStatistics: wantsStatistics)
    try body()
    let directory =
      output.count - start >= ColumnDirectory.threshold && ColumnDirectory.isWanted(for: schema)
      ? ColumnDirectory(of: recorder, schema, in: output) : nil
    try finishTrees()
    let byteCount = settings.compressesBodies ? try BatchBody.compress(from: start, in: output) : nil
    if let directory {
      let start = output.count
      directory.write(of: schema, to: output)
      output.append(number: UInt32(output.count - start))
    }
    if let byteCount { output.append(number: UInt64(byteCount)) }
    let flags: BatchBody.Flags = directory == nil ? [] : .trailer
    output.append((byteCount == nil ? flags : flags.union(.zlib)).rawValue)
    output.append(number: output.checksum(of: start..<output.count))
    output.forgetChecksums()
  }
}

extension BatchBody {
  /// Compresses the end of the output, from the columns of a body on, if that saves something.
  ///
  /// - Returns: The number of bytes before compression; `nil` if nothing was compressed.
  fileprivate static func compress(from start: Int, in output: OutputBuffer) throws -> Int? {
    let count = output.count - start
    // Compression must save more than the size field and the head of the compressed bytes take.
    let sizeByteCount = MemoryLayout<UInt64>.size
    guard count > sizeByteCount else { return nil }
    let compressed = try unsafe output.withBytes {
      try unsafe ZlibStream(.compress, .zlib).compress(UnsafeRawBufferPointer(rebasing: $0[start...]))
    }
    guard compressed.count + sizeByteCount < count else { return nil }
    output.truncate(to: start)
    unsafe compressed.withUnsafeBytes { unsafe output.append($0) }
    return count
  }
}

extension ColumnDirectory {
  /// The minimum size of columns that get a directory. Smaller columns are opened faster one after another.
  fileprivate static let threshold = 1_024

  /// Creates the directory of columns that were written.
  fileprivate init(of written: ColumnRecorder, _ schema: Schema, in output: OutputBuffer) {
    add(0, of: written, schema.root, schema, in: output)
  }

  /// Adds the entries of a column that was written, and of the columns below it.
  private mutating func add(
    _ number: Int, of written: ColumnRecorder, _ node: Int, _ schema: Schema,
    in output: OutputBuffer
  ) {
    let (column, index) = (written.columns[number], entries.count)
    var own = column.range
    entries.append(Entry(node: node, range: own, ownByteCount: own.count, checksum: 0, next: index + 1))
    if !own.isEmpty, Self.below(schema.nodes[node].kind) != .none {
      var next = number + 1
      for child in schema.nodes[node].children {
        if next < column.next {
          add(next, of: written, child, schema, in: output)
          next = written.columns[next].next
        } else {
          // A column without rows was not written.
          let end = own.upperBound..<own.upperBound
          entries.append(
            Entry(node: child, range: end, ownByteCount: 0, checksum: 0, next: entries.count + 1))
        }
      }
      own = own.lowerBound..<entries[index + 1].range.lowerBound
    }
    entries[index] = Entry(
      node: node, range: column.range, ownByteCount: own.count,
      checksum: own.isEmpty ? 0 : output.checksum(of: own), next: entries.count)
  }

  fileprivate func write(of schema: Schema, to output: OutputBuffer) {
    let start = output.count
    for entry in entries {
      output.append(varint: UInt64(entry.range.count))
      if !entry.range.isEmpty, Self.below(schema.nodes[entry.node].kind) != .fields {
        output.append(number: entry.checksum)
      }
    }
    output.append(number: output.checksum(of: start..<output.count))
  }
}
