internal import ArchiveBytes

// An archive: the magic number, the version, a byte of flags, the count of the schema's bytes, and these. Then
//   a single value    its columns, to the end
//   a sequence        batches: the count of elements, the count of bytes that follow in 8, their columns; then a 0
enum ArchiveFormat {
  /// Not UTF-8, so that no text begins like it, and broken by whoever takes it for text.
  static let magic: [UInt8] = [0xC3, 0x53, 0x43, 0x41]
  static let version: UInt8 = 1
  /// The flag of a sequence.
  static let sequence: UInt8 = 1

  /// What ends a sequence: a batch of no elements.
  static let end: UInt8 = 0

  static func header(_ root: RootCodec) -> [UInt8] {
    var bytes = magic + [version, root.list == nil ? 0 : sequence]
    bytes.append(varint: UInt64(root.schemaBytes.count))
    return bytes + root.schemaBytes
  }
}

/// Where the parts of an archive are.
struct ArchiveLayout {
  let isSequence: Bool
  /// The bytes of the schema.
  let schema: ByteCursor
  /// What follows the schema.
  let content: ByteCursor

  init(_ bytes: ByteCursor) throws {
    var cursor = bytes
    for byte in ArchiveFormat.magic {
      guard cursor.remaining > 0 else { throw cursor.truncated(1) }
      guard try cursor.readByte() == byte else {
        throw ArchiveError(
          .malformed, expected: "a column archive", found: "other bytes", offset: 0,
          advice: "KeyedArchive reads keyed archives.")
      }
    }
    let version = try cursor.readByte()
    guard version == ArchiveFormat.version else {
      throw ArchiveError(
        .unsupported, expected: "version \(ArchiveFormat.version) of the format", found: "version \(version)",
        offset: 4, advice: "The archive was written by a newer version of StructCoding.")
    }
    let flags = try cursor.readByte()
    guard flags <= ArchiveFormat.sequence else {
      throw cursor.malformed("the flags of version \(version)", "the byte \(flags)")
    }
    isSequence = flags == ArchiveFormat.sequence
    schema = try cursor.readPart(try cursor.readCount())
    content = cursor
  }

  /// Some elements of a sequence, that were written together.
  struct Batch: Sendable {
    /// How many elements come before.
    let start: Int
    let count: Int
    /// Where the columns are in the archive.
    let columns: Range<Int>
  }

  /// All batches of a sequence. Only their heads are looked at.
  func batches() throws -> [Batch] {
    var (batches, start, cursor) = ([Batch](), 0, content)
    while let batch = try Self.readBatch(&cursor, start: start) {
      batches.append(batch)
      start += batch.count
    }
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of the archive", "\(cursor.remaining) more bytes")
    }
    return batches
  }

  /// The next batch; `nil` at the end of the sequence.
  static func readBatch(_ cursor: inout ByteCursor, start: Int) throws -> Batch? {
    let count = try cursor.readCount()
    if count == 0 { return nil }
    guard start <= Int.max >> 8 else { throw cursor.malformed("fewer elements", "\(count) more") }
    let bytes = unsafe try cursor.readBytes(8)
    // SAFETY: `readBytes` checked that they are there.
    let length = unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let first = cursor.offset
    _ = try cursor.readPart(Int(clamping: length))
    return Batch(start: start, count: count, columns: first..<cursor.offset)
  }

  /// The schema, and whether it is that of a type: found by comparing bytes, without reading it.
  func context(for root: RootCodec?, bytes: ByteCursor, limits: ArchiveLimits) throws -> ReadContext {
    // SAFETY: the bytes from the cursor to its end are those of the schema.
    let stored = unsafe UnsafeRawBufferPointer(start: schema.pointer, count: schema.remaining)
    if let root, isSequence == (root.list != nil), unsafe stored.elementsEqual(root.schemaBytes) {
      return ReadContext(root.schema, isExact: true, bytes: bytes, limits: limits)
    }
    let schema = try SchemaReader.read(schema, limits: limits)
    return ReadContext(schema, isExact: false, bytes: bytes, limits: limits)
  }
}
