/// The footer's entry for a column in a row group.
struct ColumnChunk {
  let column: any LeafColumn
  let compression: ParquetCompression
  var encodings: Set<ValueEncoding> = []
  /// The number of places, with and without values.
  var placeCount = 0
  var nullCount = 0
  var compressedByteCount = 0
  var uncompressedByteCount = 0
  var dictionaryOffset: Int?
  var bounds: Bounds?
  /// Whether the bounds of some values are unknown.
  var lacksBounds = false
  var pages: [Page] = []
  /// The locations of the two parts of the page index.
  var columnIndex: Range<Int>?
  var offsetIndex: Range<Int>?

  init(_ column: any LeafColumn, _ compression: ParquetCompression) {
    (self.column, self.compression) = (column, compression)
  }

  /// A data page.
  struct Page {
    let offset: Int
    let byteCount: Int
    let firstRow: Int
    let nullCount: Int
    let isAllNull: Bool
    let bounds: Bounds?
  }

  /// Writes the column's entry in a row group.
  func write(to writer: inout CompactWriter) {
    writer.append { writer in
      writer.field(2, int64: 0)
      writer.field(3) { writeContent(to: &$0) }
      if let offsetIndex {
        writer.field(4, int64: offsetIndex.lowerBound)
        writer.field(5, int32: offsetIndex.count)
      }
      if let columnIndex {
        writer.field(6, int64: columnIndex.lowerBound)
        writer.field(7, int32: columnIndex.count)
      }
    }
  }

  private func writeContent(to writer: inout CompactWriter) {
    // Levels are encoded in runs, and dictionaries are plain.
    let levels = 3
    var numbers = encodings.map(\.rawValue).sorted()
    if encodings.contains(.dictionary), !encodings.contains(.plain) { numbers.insert(0, at: 0) }
    if !numbers.contains(levels) { numbers.append(levels) }
    writer.field(1, int32: column.type.physical.rawValue)
    writer.field(2, numbers, of: .int32) { $0.append(zigzag: $1) }
    writer.field(3, column.path, of: .binary) { $0.append($1) }
    writer.field(4, int32: compression.number)
    writer.field(5, int64: placeCount)
    writer.field(6, int64: uncompressedByteCount)
    writer.field(7, int64: compressedByteCount)
    writer.field(9, int64: pages.first?.offset ?? 0)
    if let dictionaryOffset { writer.field(11, int64: dictionaryOffset) }
    writer.field(12) { writer in
      writer.field(3, int64: nullCount)
      guard let bounds else { return }
      writer.field(5, bounds.greatest)
      writer.field(6, bounds.least)
      writer.field(7, bounds.areExact)
      writer.field(8, bounds.areExact)
    }
  }

  // MARK: Page index

  /// The bounds of each page; `nil` if the bounds of a page are unknown.
  var columnIndexBytes: [UInt8]? {
    guard pages.allSatisfy({ $0.isAllNull || $0.bounds != nil }) else { return nil }
    var writer = CompactWriter()
    writer.append { writer in
      writer.field(1, pages, of: .yes) { $0.append($1.isAllNull) }
      writer.field(2, pages, of: .binary) { $0.append($1.bounds?.least ?? []) }
      writer.field(3, pages, of: .binary) { $0.append($1.bounds?.greatest ?? []) }
      writer.field(4, int32: order)
      writer.field(5, pages, of: .int64) { $0.append(zigzag: $1.nullCount) }
    }
    return writer.bytes
  }

  /// Whether the bounds of pages ascend (1), descend (2), or neither (0).
  private var order: Int {
    let bounds = pages.compactMap(\.bounds)
    let pairs = zip(bounds, bounds.dropFirst())
    func isOrdered(_ isLess: ([UInt8], [UInt8]) -> Bool) -> Bool {
      pairs.allSatisfy { !isLess($1.least, $0.least) && !isLess($1.greatest, $0.greatest) }
    }
    if isOrdered(column.isLess) { return 1 }
    return isOrdered({ column.isLess($1, $0) }) ? 2 : 0
  }

  var offsetIndexBytes: [UInt8] {
    var writer = CompactWriter()
    writer.append { writer in
      writer.field(1, pages, of: .structure) { writer, page in
        writer.append {
          $0.field(1, int64: page.offset)
          $0.field(2, int32: page.byteCount)
          $0.field(3, int64: page.firstRow)
        }
      }
    }
    return writer.bytes
  }
}
