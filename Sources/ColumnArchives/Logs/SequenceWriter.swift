package import ArchiveFiles
package import Foundation

/// Writes a sequence to a file, batch after batch, from its header to its footer.
///
/// After an error, only ``end`` is known to be right.
package struct SequenceWriter {
  package let file: OpenFile
  /// The location of the next batch.
  package private(set) var end: Int
  /// The batches that were written.
  private var bodies: [SequenceFrames.Body] = []
  /// What zones of them say of their columns.
  private var zones = ZoneStatistics()
  /// The number of elements that were written.
  package private(set) var count = 0
  /// The number of elements that are on the disk.
  package private(set) var synced = 0
  /// What the batches are marked with.
  private let salt: UInt32

  /// A sequence whose header is in the file.
  package init(_ file: OpenFile, from end: Int, salt: UInt32) {
    (self.file, self.end, self.salt) = (file, end, salt)
  }

  /// A sequence without a salt that has batches.
  init(_ file: OpenFile, after batches: [ArchiveLayout.Batch], _ zones: ZoneStatistics, from start: Int) {
    self.init(file, from: batches.last?.body.upperBound ?? start, salt: 0)
    bodies = batches.map { SequenceFrames.Body($0.body.count, $0.count) }
    (self.zones, count) = (zones, batches.last.map { $0.start + $0.count } ?? 0)
  }

  /// Writes batches at the end, and returns their bytes.
  ///
  /// - Parameter isComplete: Whether a footer without a table follows them, which the next batches overwrite.
  @discardableResult
  package mutating func append(_ frames: SequenceFrames, isComplete: Bool = false) throws -> Data {
    var frames = frames
    frames.number(from: count, synced: synced, salt: salt)
    let footer = isComplete ? try shortFooter(adding: frames.count) : Data()
    try file.write(frames.data + footer, at: end)
    end += frames.data.count
    count += frames.count
    bodies += frames.bodies
    zones.add(frames)
    return frames.data
  }

  /// Cuts the file off behind the last batch that was written, and writes a footer without a table.
  func restore() throws {
    try file.truncate(to: end)
    try file.write(shortFooter(), at: end)
  }

  private func shortFooter(adding more: Int = 0) throws -> Data {
    try SequenceFormat.footer(of: [SequenceFrames.Body(0, count + more)], salt: salt)
  }

  /// Waits until the file is on the disk, whoever has written it.
  mutating func syncAll() throws {
    try file.sync()
    synced = count
  }

  /// Waits until all batches are on the disk.
  package mutating func sync() throws {
    if synced < count { try syncAll() }
  }

  /// Writes the footer with the table of the batches, and what zones of them say, once all of them are on the disk.
  ///
  /// - Returns: The bytes of the footer.
  package mutating func seal() throws -> Data {
    try sync()
    let footer = try SequenceFormat.footer(of: bodies, zones: zones, salt: salt)
    try file.write(footer, at: end)
    try file.sync()
    return footer
  }
}
