internal import ArchiveBytes

/// The locations of the parts of an archive.
struct ArchiveLayout {
  let isSequence: Bool
  /// Whether the archive was written from nodes, which do not tell apart some types.
  let isFromNodes: Bool
  /// The class name of the value, or of the elements.
  let className: String
  /// The bytes of the schema.
  let schema: ByteCursor
  /// The number of bytes of the header.
  let headerByteCount: Int
  /// What a sequence says of its place among several files.
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
    let start: Int
    let count: Int
    /// The location of the body in the archive.
    let body: Range<Int>
    /// What the head before the body says; `nil` if there is none.
    var head: Head?

    /// What tells the head of one batch from others.
    struct Head: Sendable {
      /// The number of the first element, which is that of the batch, unless it is read by itself.
      let first: Int
      /// The salt of the file.
      let salt: UInt32
    }

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
        guard frame.first == head.first, frame.count == count, frame.bodyByteCount == body.count else {
          throw rest.malformed("the head of \(count) elements from \(start)", "another head")
        }
      }
      return try BatchBody(part, verifies: verifiesAny && verifies)
    }
  }
}

// MARK: Batches

extension ArchiveLayout {
  /// Returns all batches of a sequence, or the body of a single value as one; and where the statistics of runs of batches
  /// are, if there are some.
  ///
  /// With a table in the footer, nothing else is read. Otherwise, the head of each batch is.
  ///
  /// - Parameters:
  ///   - verifies: Whether to check the checksums of what is read.
  ///   - readsIncomplete: Whether the end may be missing.
  ///   - progress: Called after each batch with the number of bytes read so far.
  func sequence(
    verifies: Bool, readsIncomplete: Bool, _ progress: (Int) -> Void = { _ in }
  ) throws -> (batches: [Batch], statistics: Range<Int>?) {
    guard isSequence else {
      return ([Batch(start: 0, count: 1, body: content.offset..<content.end)], nil)
    }
    guard readsIncomplete else { return try completeFileBatches(verifies, progress) }
    if (try? SequenceFooter(content, verifies: true)) == nil { return (try completeBatches(), nil) }
    do {
      // With a footer nothing is missing, and damage is an error when its batch is opened.
      return try completeFileBatches(verifies, progress)
    } catch {
      // The last batch may only look like a footer.
      return (try completeBatches(), nil)
    }
  }

  /// Returns the batches before the footer, and the location of their statistics.
  private func completeFileBatches(_ verifies: Bool, _ progress: (Int) -> Void) throws
    -> ([Batch], Range<Int>?)
  {
    let footer = try SequenceFooter(content, verifies: verifies)
    let frames = try content.part(content.offset..<footer.start)
    let batches =
      try footer.table.map { try listedBatches($0, frames) } ?? framedBatches(frames, verifies, progress)
    guard batches.last.map({ $0.start + $0.count }) ?? 0 == footer.count else {
      throw frames.malformed("\(footer.count) elements", "another number")
    }
    guard footer.statistics == nil || !batches.isEmpty else {
      throw frames.malformed("batches before statistics of them", "none")
    }
    return (batches, footer.statistics)
  }

  /// The salt of the batches.
  private var salt: UInt32 { origin?.salt ?? 0 }

  private func batch(_ start: Int, _ count: Int, _ body: Range<Int>) -> Batch {
    Batch(start: start, count: count, body: body, head: .init(first: start, salt: salt))
  }

  /// Returns the batches that the table of a footer lists.
  private func listedBatches(_ table: ByteCursor, _ frames: ByteCursor) throws -> [Batch] {
    var (batches, start, rest, table) = ([Batch](), 0, frames, table)
    while !table.isAtEnd {
      let (byteCount, count) = (try table.readCount(), try table.readCount())
      guard count > 0, start <= Int.max >> 8 else { throw table.malformed("a batch", "\(count) elements") }
      // Each batch takes bytes, so the archive's size bounds the list.
      _ = unsafe try rest.readBytes(BatchFrame.byteCount)
      let body = try rest.readPart(byteCount)
      batches.append(batch(start, count, body.offset..<body.end))
      start += count
    }
    guard rest.isAtEnd else { throw table.malformed("all batches in the table", "not all") }
    return batches
  }

  /// Finds the batches by their heads.
  private func framedBatches(_ frames: ByteCursor, _ verifies: Bool, _ progress: (Int) -> Void) throws
    -> [Batch]
  {
    var (batches, rest) = ([Batch](), frames)
    while !rest.isAtEnd {
      let start = batches.last.map { $0.start + $0.count } ?? 0
      let frame = try BatchFrame(&rest, salt: salt, verifies: verifies)
      guard frame.first == start else {
        throw rest.malformed("a batch from element \(start)", "one from \(frame.first)")
      }
      let body = try rest.readPart(frame.bodyByteCount)
      batches.append(batch(start, frame.count, body.offset..<body.end))
      progress(rest.offset)
    }
    return batches
  }

  /// Returns the batches before the first that is incomplete. What follows them is what a writer had not completed.
  ///
  /// - Throws: ``ArchiveError`` if what follows was damaged later.
  private func completeBatches() throws -> [Batch] {
    let scan = FrameScan(content, salt: salt)
    // Any damage before the torn end is an error.
    if let damage = scan.damage.first { throw damage.error }
    return scan.frames.map { batch($0.first, $0.count, $0.body) }
  }
}
