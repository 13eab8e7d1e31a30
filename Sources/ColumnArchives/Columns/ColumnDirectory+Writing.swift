internal import ArchiveBytes

// What follows the columns in a body.

extension ColumnWriter {
  /// Writes the values that are in no columns, and what follows them, after the columns of a body.
  func finishBody(from start: Int) throws {
    let columns = start..<output.count
    try finishTrees()
    try BatchBody.finish(columns, with: self)
  }
}

extension BatchBody {
  /// The smallest columns that get a trailer. Smaller ones are opened faster one after another.
  static let trailerThreshold = 1_024

  /// Writes what follows the columns and the instances of a body.
  ///
  /// - Parameters:
  ///   - columns: The location of the columns.
  ///   - writer: The writer of the columns, which has noted where each is.
  fileprivate static func finish(_ columns: Range<Int>, with writer: ColumnWriter) throws {
    let output = writer.output
    let directory = columns.count >= trailerThreshold ? writer.directory : nil
    let compression =
      writer.settings.compressesBodies ? try compress(from: columns.lowerBound, in: output) : nil
    if let directory {
      let start = output.count
      directory.write(of: writer.recorder.schema, to: output)
      output.append(number: UInt32(output.count - start))
    }
    if let compression { output.append(number: UInt64(compression.byteCount)) }
    output.append(Flags(compression, hasTrailer: directory != nil).rawValue)
    output.append(number: output.checksum(of: columns.lowerBound..<output.count))
    output.forgetChecksums()
  }
}
