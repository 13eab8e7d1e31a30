internal import ArchiveBytes

/// Writes the pages of a column in a row group.
struct ChunkWriter {
  private(set) var chunk: ColumnChunk
  private let column: any LeafColumn
  private let compression: ParquetCompression
  /// The offset of the chunk in the file.
  private let offset: Int
  /// The pages.
  private(set) var bytes: [UInt8] = []

  /// The number of places in a page; fewer if values are large.
  private static let pageSize = 20_480
  private static let pageByteCount = 1 << 20

  /// Writes a column in the encoding that takes fewer bytes.
  ///
  /// - Parameter rowCount: The number of rows in the row group.
  static func smallest(
    _ column: any LeafColumn, _ compression: ParquetCompression, at offset: Int, rowCount: Int
  ) throws -> ChunkWriter {
    let first = try ChunkWriter(column, compression, at: offset, rowCount: rowCount)
    guard column.givesUpDictionary() else { return first }
    let second = try ChunkWriter(column, compression, at: offset, rowCount: rowCount)
    return second.bytes.count < first.bytes.count ? second : first
  }

  private init(_ column: any LeafColumn, _ compression: ParquetCompression, at offset: Int, rowCount: Int)
    throws
  {
    (self.column, self.compression, self.offset) = (column, compression, offset)
    chunk = ColumnChunk(column, compression)
    let (encoding, dictionary) = column.beginChunk()
    chunk.encodings = [encoding]
    if let dictionary { try write(dictionary: dictionary.bytes, count: dictionary.count) }
    let average = column.byteCount / max(column.count, 1)
    let size = average <= 32 ? Self.pageSize : max(Self.pageByteCount / average, 1)
    let pages = column.levels?.pages(ofSize: size) ?? PagePart.pages(ofRows: rowCount, size: size)
    guard pages.last?.values.upperBound ?? 0 == column.count else {
      throw ArchiveError(
        .malformed, expected: "\(pages.last?.values.upperBound ?? 0) values of a column",
        found: "\(column.count)", path: column.path.map { .field($0) })
    }
    for page in pages { try write(page, encoding) }
    chunk.compressedByteCount = bytes.count
  }

  private mutating func write(dictionary: [UInt8], count: Int) throws {
    chunk.dictionaryOffset = offset
    _ = try write(dictionary, isDictionary: true) { writer in
      writer.field(7) {
        $0.field(1, int32: count)
        $0.field(2, int32: ValueEncoding.plain.rawValue)
      }
    }
  }

  private mutating func write(_ page: PagePart, _ encoding: ValueEncoding) throws {
    var content: [UInt8] = []
    column.levels?.append(page.places, to: &content)
    column.append(page.values, to: &content)
    let levels = 3
    let start = bytes.count
    let byteCount = try write(content, isDictionary: false) { writer in
      writer.field(5) {
        $0.field(1, int32: page.places.count)
        $0.field(2, int32: encoding.rawValue)
        $0.field(3, int32: levels)
        $0.field(4, int32: levels)
      }
    }
    let bounds = column.bounds(page.values)
    let nullCount = page.places.count - page.values.count
    chunk.placeCount += page.places.count
    chunk.nullCount += nullCount
    chunk.pages.append(
      ColumnChunk.Page(
        offset: offset + start, byteCount: byteCount, firstRow: page.rows.lowerBound, nullCount: nullCount,
        isAllNull: page.values.isEmpty, bounds: bounds))
    if !page.values.isEmpty { add(bounds) }
  }

  /// Adds the bounds of a page with values. If one page has no bounds, the chunk has none.
  private mutating func add(_ bounds: Bounds?) {
    guard let bounds, !chunk.lacksBounds else {
      (chunk.bounds, chunk.lacksBounds) = (nil, true)
      return
    }
    guard var sum = chunk.bounds else {
      chunk.bounds = bounds
      return
    }
    if column.isLess(bounds.least, sum.least) { sum.least = bounds.least }
    if column.isLess(sum.greatest, bounds.greatest) { sum.greatest = bounds.greatest }
    sum.areExact = sum.areExact && bounds.areExact
    chunk.bounds = sum
  }

  /// Writes a page and its header.
  ///
  /// - Returns: The size of both.
  private mutating func write(
    _ content: [UInt8], isDictionary: Bool, _ header: (inout CompactWriter) -> Void
  ) throws -> Int {
    let compressed = try compression.compressed(content)
    guard content.count <= Int32.max, compressed.count <= Int32.max else {
      throw ArchiveError(
        .limitExceeded, expected: "at most 2 GB in a page", found: "a row of \(content.count) bytes",
        path: column.path.map { .field($0) }, advice: "Parquet has no larger pages. Export smaller rows.")
    }
    var writer = CompactWriter()
    writer.append { writer in
      writer.field(1, int32: isDictionary ? 2 : 0)
      writer.field(2, int32: content.count)
      writer.field(3, int32: compressed.count)
      header(&writer)
    }
    bytes += writer.bytes
    bytes += compressed
    chunk.uncompressedByteCount += writer.bytes.count + content.count
    return writer.bytes.count + compressed.count
  }
}
