internal import ArchiveBytes
package import Foundation

/// The locations of the parts of an archive.
struct ArchiveLayout {
  let isSequence: Bool
  /// Whether the archive was written from nodes, which do not distinguish some types.
  let isFromNodes: Bool
  /// The class name of the value, or of the elements.
  let className: String
  /// The bytes of the schema.
  let schema: ByteCursor
  /// The number of bytes of the header.
  let headerByteCount: Int
  /// The place of a sequence among several files.
  let origin: SequenceOrigin?
  /// The bytes after the header and the origin.
  let content: ByteCursor

  /// Creates the layout of an archive whose header is the type's own.
  ///
  /// - Parameter verifies: Whether to check the checksum of the origin.
  init(_ bytes: ByteCursor, isSequence: Bool, headerCount: Int, verifies: Bool) throws {
    self.isSequence = isSequence
    isFromNodes = false
    className = ""
    schema = try bytes.part(0..<0)
    headerByteCount = headerCount
    var content = try bytes.part(headerCount..<bytes.end)
    origin = isSequence ? try SequenceOrigin(&content, verifies: verifies) : nil
    self.content = content
  }

  /// Finds the parts of an archive.
  ///
  /// - Parameter verifies: Whether to check the header's checksum.
  init(_ bytes: ByteCursor, verifies: Bool) throws {
    var cursor = bytes
    for byte in ColumnFormat.magic {
      guard cursor.remaining > 0 else { throw cursor.truncated(1) }
      guard try cursor.readByte() == byte else {
        throw ArchiveError(
          .malformed, expected: "a column archive", found: "other bytes", offset: 0,
          advice: .changeCode("KeyedArchive reads keyed archives."))
      }
    }
    let version = try cursor.readByte()
    guard version == ColumnFormat.version else {
      throw ArchiveError(
        .unsupported, expected: "version \(ColumnFormat.version) of the format", found: "version \(version)",
        offset: 4, advice: "The archive was written by another version of StructCoding, or is damaged.")
    }
    let flags = try cursor.readByte()
    guard flags & ~(ColumnFormat.sequence | ColumnFormat.fromNodes) == 0 else {
      throw cursor.malformed("known flags", "the byte \(flags)")
    }
    isSequence = flags & ColumnFormat.sequence != 0
    isFromNodes = flags & ColumnFormat.fromNodes != 0
    className = try cursor.readName()
    schema = try cursor.readPart(try cursor.readCount())
    let header = try bytes.part(bytes.offset..<cursor.offset)
    let checksum = try cursor.readNumber(as: UInt32.self)
    if verifies { try header.check(checksum, of: "the header and the schema") }
    headerByteCount = cursor.offset
    origin = isSequence ? try SequenceOrigin(&cursor, verifies: verifies) : nil
    content = cursor
  }

  /// Consecutive elements of a sequence that were written together, or the only value of an archive.
  struct Batch: Sendable {
    /// The number of elements in earlier batches.
    var start: Int
    let count: Int
    /// The location of the body in the archive.
    let body: Range<Int>
    /// The head before the body; `nil` if there is none. It contains the number of the first element, which equals
    /// the batch's `start` unless the batch is read by itself, and the salt of the file.
    var head: (first: Int, salt: UInt32)?

    /// Opens the body.
    ///
    /// - Parameters:
    ///   - verifiesAny: Whether to check any checksum.
    ///   - verifies: Whether to check the body's checksum. The entries of a directory have checksums of their own.
    func open(in bytes: ByteCursor, verifiesAny: Bool, verifies: Bool = true) throws -> BatchBody {
      let part = try bytes.part(body)
      if let head {
        var rest = try bytes.part(body.lowerBound - BatchFrame.byteCount..<body.lowerBound)
        let frame = try BatchFrame(&rest, salt: head.salt, verifies: verifiesAny)
        guard frame.first == head.first, frame.count == count, frame.body.count == body.count else {
          throw rest.malformed("the head of \(count) elements from \(start)", "another head")
        }
      }
      return try BatchBody(part, verifies: verifiesAny && verifies)
    }
  }
}

extension ArchiveLayout.Batch {
  init(_ frame: BatchFrame) {
    self.init(start: frame.first, count: frame.count, body: frame.body, head: (frame.first, frame.salt))
  }
}

// MARK: Batches

extension ArchiveLayout {
  /// The salt of the batches.
  var salt: UInt32 { origin?.salt ?? 0 }

  /// Returns all batches of a sequence, or the body of a single value as one batch, and the place of their
  /// statistics, if there are any.
  ///
  /// If the footer has an index, nothing else is read. Otherwise, the head of each batch is read.
  ///
  /// - Parameters:
  ///   - verifies: Whether to check the checksums of the bytes that are read.
  ///   - readsIncomplete: Whether the end may be missing.
  ///   - progress: Called after each batch with the number of bytes read so far.
  func sequence(
    verifies: Bool, readsIncomplete: Bool, _ progress: (Int) -> Void = { _ in }
  ) throws -> (batches: [Batch], zones: StoredZones?) {
    guard isSequence else {
      return ([Batch(start: 0, count: 1, body: content.offset..<content.end)], nil)
    }
    do {
      let footer = try SequenceFooter(
        content, from: content.offset, salt: salt, verifies: verifies || readsIncomplete)
      let frames = try content.part(content.offset..<footer.range.lowerBound)
      return (try footer.batches ?? framedBatches(frames, footer.count, verifies, progress), footer.zones)
    } catch {
      // The footer is missing, or the bytes at its place are the footer of an archive inside the last batch. With a
      // footer nothing is missing, and damage is an error when its batch is opened.
      guard readsIncomplete else { throw error }
      return (try completeBatches(), nil)
    }
  }

  /// Finds the batches by their heads.
  private func framedBatches(
    _ frames: ByteCursor, _ elementCount: Int, _ verifies: Bool, _ progress: (Int) -> Void
  ) throws -> [Batch] {
    var (batches, rest, next) = ([Batch](), frames, 0)
    while !rest.isAtEnd {
      let frame = try BatchFrame(&rest, salt: salt, verifies: verifies)
      guard frame.first == next else {
        throw rest.malformed("a batch from element \(next)", "one from \(frame.first)")
      }
      _ = try rest.readPart(frame.body.count)
      batches.append(Batch(frame))
      next += frame.count
      progress(rest.offset)
    }
    guard next == elementCount else { throw frames.malformed("\(elementCount) elements", "another number") }
    return batches
  }

  /// Returns the batches before the first incomplete batch. The rest is data that a writer had not completed.
  ///
  /// - Throws: ``ArchiveError`` if the rest was damaged later.
  private func completeBatches() throws -> [Batch] {
    let parts = try SequenceParts(FrameSequence(content, salt: salt))
    // Any damage before the end is an error.
    if let damage = parts.damage.first(where: { !$0.isFooter }) { throw damage.error() }
    return parts.frames.map { Batch($0) }
  }
}

/// The first bytes of a sequence: the type of its elements, and its place among several files.
package struct SequenceHeader: Sendable {
  /// The number of bytes before the first batch.
  package let byteCount: Int
  package let className: String
  package let origin: SequenceOrigin?

  /// - Throws: ``ArchiveError`` if the file does not begin with the header of a sequence, or the header is damaged or
  ///   cut off.
  package init(of file: Data) throws {
    (byteCount, className, origin) = try unsafe file.withUnsafeBytes { bytes in
      let layout = try unsafe ArchiveLayout(ByteCursor(bytes), verifies: true)
      guard layout.isSequence else {
        throw ArchiveError(.unsupported, expected: "a sequence of values", found: "one value", offset: 5)
      }
      return (layout.content.offset, layout.className, layout.origin)
    }
  }

  /// Returns whether an undamaged header has a format version that this program reads.
  package static func isOfThisVersion(_ header: Data) -> Bool {
    header.dropFirst(ColumnFormat.magic.count).first == ColumnFormat.version
  }
}
