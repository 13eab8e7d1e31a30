internal import Foundation

/// Data: lengths, and one run of bytes.
final class DataCodec: ColumnCodec, @unchecked Sendable {
  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .data)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    ColumnEncodings.runs.write(RunValues(rows: rows, content: .data), to: writer)
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard column.kind == .data else { throw context.mismatch(column, expected: "data") }
    try (column as! RunColumn).readData(count, into: place, in: context)
  }
}
