internal import Foundation

// Writes the parts of a body after the columns.

extension ColumnWriter {
  /// Writes an archive of a single value, whose columns `body` writes.
  func writeValue(
    _ header: [UInt8], _ schema: Schema, _ settings: Settings, _ body: () throws -> Void
  ) throws {
    prepare(settings)
    output.append(header)
    recorder.start(schema, nil)
    let start = output.count
    try locating(isSequence: false) {
      try body()
      try finishBody(from: start)
    }
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
    recorder.start(schema, zoneColumns)
    try locating(isSequence: true, from: first) {
      try body()
      try finishBody(from: start)
    }
    let byteCount = output.count - start
    output.store(
      BatchFrame(first: first, count: count, synced: first, body: 0..<byteCount, salt: 0).bytes, at: head)
    return WrittenBatch(byteCount: byteCount, count: count, statistics: recorder.statistics)
  }

  /// Writes the values without columns, and the rest of a body, after its columns.
  func finishBody(from start: Int) throws {
    let columns = start..<output.count
    try finishTrees()
    try BatchBody.finish(columns, with: self)
  }
}

extension BatchBody {
  /// The minimum size of columns that get a trailer. Smaller columns are opened faster one after another.
  static let trailerThreshold = 1_024

  /// Writes the parts of a body after the columns and the instances.
  ///
  /// - Parameters:
  ///   - columns: The location of the columns.
  ///   - writer: The writer of the columns, which has recorded the location of each.
  fileprivate static func finish(_ columns: Range<Int>, with writer: ColumnWriter) throws {
    let output = writer.output
    let directory = columns.count >= trailerThreshold ? writer.directory : nil
    let byteCount =
      writer.settings.compressesBodies ? try compress(from: columns.lowerBound, in: output) : nil
    if let directory {
      let start = output.count
      directory.write(of: writer.recorder.schema, to: output)
      output.append(number: UInt32(output.count - start))
    }
    if let byteCount { output.append(number: UInt64(byteCount)) }
    let flags: Flags = directory == nil ? [] : .trailer
    output.append((byteCount == nil ? flags : flags.union(.zlib)).rawValue)
    output.append(number: output.checksum(of: columns.lowerBound..<output.count))
    output.forgetChecksums()
  }

  /// Compresses the end of the output, from the columns of a body on, if that saves something.
  ///
  /// - Returns: The number of bytes before compression; `nil` if nothing was compressed.
  private static func compress(from start: Int, in output: OutputBuffer) throws -> Int? {
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
