internal import Foundation

/// Data, as lengths and one run of bytes.
final class DataCodec: ColumnCodec, @unchecked Sendable {
  override func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .data)) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) {
    let lengths = unsafe writer.scratch(rows.count, of: Int.self)
    var total = 0
    rows.visit { position, address in
      let count = unsafe address.assumingMemoryBound(to: Data.self).pointee.count
      unsafe lengths[position] = count
      total += count
    }
    let output = writer.output
    output.append(0)
    unsafe lengths.withMemoryRebound(to: UInt.self, capacity: rows.count) { lengths in
      unsafe output.append(UnsafeBufferPointer(start: lengths, count: rows.count))
    }
    output.append(varint: UInt64(total))
    var place = unsafe output.reserve(total)
    rows.visit { _, address in
      let data = unsafe address.assumingMemoryBound(to: Data.self).pointee
      unsafe data.copyBytes(to: UnsafeMutableRawBufferPointer(start: place, count: data.count))
      unsafe place += data.count
    }
    output.advance(total)
  }

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard column.kind == .data else { throw context.mismatch(column, expected: "data") }
    try (column as! RunColumn).readData(count, into: place, in: context)
  }
}
