internal import ArchiveBytes

// An archive begins with the magic number, the version, a byte of flags, the class name of the value or of the elements
// (empty for types without one), the size of the schema in bytes, and the schema. Then follow
//   a single value    its columns, up to the end
//   a sequence        batches: the number of elements, the size of the columns in 8 bytes, the columns; then a 0
enum ColumnFormat {
  /// Invalid UTF-8: no text begins with these bytes, and a program that treats the file as text damages them.
  static let magic: [UInt8] = [0xC3, 0x53, 0x43, 0x41]
  static let version: UInt8 = 2
  /// The flag that marks a sequence.
  static let sequence: UInt8 = 1

  /// The byte that ends a sequence: a batch of 0 elements.
  static let end: UInt8 = 0

  static func header(isSequence: Bool, className: String, _ schema: Schema) -> [UInt8] {
    var bytes = magic + [version, isSequence ? sequence : 0]
    bytes.append(name: className)
    let schema = schema.bytes
    bytes.append(varint: UInt64(schema.count))
    return bytes + schema
  }
}

/// The locations of the parts of an archive.
struct ArchiveLayout {
  /// The version of the format.
  let version: UInt8
  let isSequence: Bool
  /// The class name of the value, or of the elements.
  let className: String
  /// The bytes of the schema.
  let schema: ByteCursor
  /// The bytes after the schema.
  let content: ByteCursor

  /// Creates the layout of an archive whose header is the type's own.
  init(_ bytes: ByteCursor, isSequence: Bool, headerCount: Int) throws {
    version = ColumnFormat.version
    self.isSequence = isSequence
    className = ""
    schema = try bytes.part(0..<0)
    content = try bytes.part(headerCount..<bytes.end)
  }

  init(_ bytes: ByteCursor) throws {
    var cursor = bytes
    for byte in ColumnFormat.magic {
      guard cursor.remaining > 0 else { throw cursor.truncated(1) }
      guard try cursor.readByte() == byte else {
        throw ArchiveError(
          .malformed, expected: "a column archive", found: "other bytes", offset: 0,
          advice: "KeyedArchive reads keyed archives.")
      }
    }
    let version = try cursor.readByte()
    guard (1...ColumnFormat.version).contains(version) else {
      throw ArchiveError(
        .unsupported, expected: "version \(ColumnFormat.version) of the format", found: "version \(version)",
        offset: 4, advice: "The archive was written by a newer version of StructCoding.")
    }
    let flags = try cursor.readByte()
    guard flags <= ColumnFormat.sequence else {
      throw cursor.malformed("the flags of version \(version)", "the byte \(flags)")
    }
    self.version = version
    isSequence = flags == ColumnFormat.sequence
    className = try cursor.readName()
    schema = try cursor.readPart(try cursor.readCount())
    content = cursor
  }

  /// Consecutive elements of a sequence that were written together.
  struct Batch: Sendable {
    /// The number of elements in earlier batches.
    let start: Int
    let count: Int
    /// The bytes of the columns in the archive.
    let columns: Range<Int>
  }

  /// Returns all batches of a sequence. Only their heads are read.
  ///
  /// - Parameter progress: Called after each batch with the number of bytes read so far.
  func batches(_ progress: (Int) -> Void = { _ in }) throws -> [Batch] {
    var (batches, start, cursor) = ([Batch](), 0, content)
    while let batch = try Self.readBatch(&cursor, start: start) {
      batches.append(batch)
      start += batch.count
      progress(batch.columns.upperBound)
    }
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of the archive", "\(cursor.remaining) more bytes")
    }
    return batches
  }

  /// Returns the next batch, or `nil` at the end of the sequence.
  static func readBatch(_ cursor: inout ByteCursor, start: Int) throws -> Batch? {
    let count = try cursor.readCount()
    if count == 0 { return nil }
    guard start <= Int.max >> 8 else { throw cursor.malformed("fewer elements", "\(count) more") }
    let bytes = unsafe try cursor.readBytes(8)
    // SAFETY: `readBytes` checked that the eight bytes are there.
    let length = unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let first = cursor.offset
    _ = try cursor.readPart(Int(clamping: length))
    return Batch(start: start, count: count, columns: first..<cursor.offset)
  }

  /// Returns the schema of the archive.
  func readSchema(_ limits: ArchiveLimits) throws -> Schema { try SchemaReader.read(schema, limits: limits) }
}
