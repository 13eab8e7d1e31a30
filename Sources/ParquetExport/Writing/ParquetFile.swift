internal import ArchiveBytes
internal import ArchiveFiles
internal import Foundation

/// Writes a Parquet file: row groups, the page index, and the footer.
final class ParquetFile {
  private let output: OutputFile
  private let plan: SchemaPlan
  private let options: ParquetOptions
  private var groups: [(rowCount: Int, chunks: [ColumnChunk])] = []
  private let typeName: String

  private static let magic = Array("PAR1".utf8)

  init(_ url: URL, _ plan: SchemaPlan, _ options: ParquetOptions, typeName: String, _ calls: any FileCalls)
    throws
  {
    (self.plan, self.options, self.typeName) = (plan, options, typeName)
    output = try OutputFile(url, calls)
    try output.write(Self.magic)
  }

  /// Writes the values in the plan's columns as a row group, and empties the columns.
  func writeRowGroup(rowCount: Int) throws {
    var chunks: [ColumnChunk] = []
    for column in plan.columns {
      let writer = try ChunkWriter.smallest(
        column, options.compression, at: output.byteCount, rowCount: rowCount)
      try output.write(writer.bytes)
      chunks.append(writer.chunk)
      column.removeAll()
    }
    for levels in plan.levels { levels.removeAll() }
    groups.append((rowCount, chunks))
  }

  /// Writes the parts after the row groups, and gives the file its name.
  ///
  /// - Returns: The report about the file, without the changes of its dates.
  func finish() throws -> ParquetReport {
    try writeIndexes()
    let footer = footer
    guard let count = Int32(exactly: footer.count) else {
      throw ArchiveError(
        .limitExceeded, expected: "a footer of at most 2 GB", found: "\(footer.count) bytes",
        advice: "Write larger row groups, or several files.")
    }
    var end = footer
    end.append(number: count)
    end += Self.magic
    try output.write(end)
    try output.finish()
    var report = ParquetReport()
    (report.rowCount, report.rowGroupCount) = (rowCount, groups.count)
    (report.byteCount, report.checksum) = (output.byteCount, output.checksum)
    return report
  }

  private var rowCount: Int { groups.reduce(0) { $0 + $1.rowCount } }

  /// Removes the file if it is not complete.
  func discard() { output.discard() }

  private func writeIndexes() throws {
    for group in groups.indices {
      for column in groups[group].chunks.indices {
        guard let bytes = groups[group].chunks[column].columnIndexBytes else { continue }
        groups[group].chunks[column].columnIndex = output.byteCount..<output.byteCount + bytes.count
        try output.write(bytes)
      }
    }
    for group in groups.indices {
      for column in groups[group].chunks.indices {
        let bytes = groups[group].chunks[column].offsetIndexBytes
        groups[group].chunks[column].offsetIndex = output.byteCount..<output.byteCount + bytes.count
        try output.write(bytes)
      }
    }
  }

  private var metadata: [(key: String, value: String)] {
    let schema = ("structcoding.schema", plan.fields.map { $0.text() }.joined())
    return typeName.isEmpty ? [schema] : [("structcoding.type", typeName), schema]
  }

  private var footer: [UInt8] {
    var writer = CompactWriter()
    writer.append { writer in
      writer.field(1, int32: 2)
      writer.field(2, elements, of: .structure) { $1(&$0) }
      writer.field(3, int64: rowCount)
      writer.field(4, Array(groups.enumerated()), of: .structure) { writer, group in
        Self.write(group.element.chunks, rowCount: group.element.rowCount, number: group.offset, to: &writer)
      }
      writer.field(5, metadata, of: .structure) { writer, entry in
        writer.append {
          $0.field(1, entry.key)
          $0.field(2, entry.value)
        }
      }
      // In the form that readers parse.
      writer.field(6, "StructCoding version 1 (build 0)")
      // The bounds of every column are in the order that its type defines.
      writer.field(7, plan.columns, of: .structure) { writer, _ in
        writer.append { $0.field(1) { _ in } }
      }
    }
    return writer.bytes
  }

  /// The elements of the schema: the root and all fields, each before the fields inside it.
  private var elements: [(inout CompactWriter) -> Void] {
    var elements: [(inout CompactWriter) -> Void] = []
    let count = plan.fields.count
    elements.append { writer in
      writer.append {
        $0.field(4, "schema")
        $0.field(5, int32: count)
      }
    }
    for field in plan.fields {
      field.visit { field in elements.append { writer in writer.append { field.write(to: &$0) } } }
    }
    return elements
  }

  private static func write(
    _ chunks: [ColumnChunk], rowCount: Int, number: Int, to writer: inout CompactWriter
  ) {
    writer.append { writer in
      writer.field(1, chunks, of: .structure) { $1.write(to: &$0) }
      writer.field(2, int64: chunks.reduce(0) { $0 + $1.uncompressedByteCount })
      writer.field(3, int64: rowCount)
      if let first = chunks.first { writer.field(5, int64: first.dictionaryOffset ?? first.pages[0].offset) }
      writer.field(6, int64: chunks.reduce(0) { $0 + $1.compressedByteCount })
    }
  }
}

extension SchemaField {
  /// Writes the field's element of a file's schema.
  func write(to writer: inout CompactWriter) {
    if let column { return column.type.write(to: &writer, name: name, repetition) }
    writer.field(3, int32: repetition.rawValue)
    writer.field(4, name)
    writer.field(5, int32: children.count)
    guard let annotation else { return }
    writer.field(6, int32: annotation == .list ? 3 : 1)
    writer.field(10) { $0.field(annotation == .list ? 3 : 2) { _ in } }
  }
}
