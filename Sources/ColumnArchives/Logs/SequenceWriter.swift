package import ArchiveFiles
package import Foundation

/// Writes a sequence to a file, batch after batch, from its header to its footer.
///
/// After an error, only ``end`` is certain to be right.
package struct SequenceWriter {
  package let file: OpenFile
  /// The location of the next batch.
  package private(set) var end: Int
  /// The index of the written batches.
  private var index = SequenceIndex()
  /// The number of written elements.
  package var count: Int { index.count }
  /// The number of elements that are on the disk.
  package private(set) var synced = 0
  /// The salt of the batches.
  private let salt: UInt32

  /// Creates a writer of a sequence whose header is in the file.
  package init(_ file: OpenFile, from end: Int, salt: UInt32) {
    (self.file, self.end, self.salt) = (file, end, salt)
  }

  /// Creates a writer of a sequence that has batches, but no salt.
  init(_ file: OpenFile, from end: Int, after index: SequenceIndex) {
    self.init(file, from: end, salt: 0)
    self.index = index
  }

  /// Writes batches at the end, and returns their bytes.
  ///
  /// - Parameter isComplete: Whether a footer without an index follows them, which the next batches overwrite.
  @discardableResult
  package mutating func append(_ frames: SequenceFrames, isComplete: Bool = false) throws -> Data {
    var frames = frames
    frames.number(from: count, synced: synced, salt: salt)
    let footer = isComplete ? SequenceFooter.end(count: count + frames.count, salt: salt) : []
    try file.write(frames.data + footer, at: end)
    end += frames.data.count
    for batch in frames.batches { index.add(batch) }
    return frames.data
  }

  /// Cuts the file off after the last written batch, and writes a footer without an index.
  func restore() throws {
    try file.truncate(to: end)
    try file.write(Data(SequenceFooter.end(count: count, salt: salt)), at: end)
  }

  /// Waits until the file is on the disk, whichever program has written it.
  mutating func syncAll() throws {
    try file.sync()
    synced = count
  }

  /// Waits until all batches are on the disk.
  package mutating func sync() throws {
    if synced < count { try syncAll() }
  }

  /// Writes the footer with the index of the batches, once all of them are on the disk.
  ///
  /// - Returns: The bytes of the footer.
  package mutating func seal() throws -> Data {
    try sync()
    let footer = index.footer(salt: salt)
    try file.write(footer, at: end)
    try file.sync()
    return footer
  }
}
