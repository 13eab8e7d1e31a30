internal import Foundation

/// Data: lengths, and one run of bytes.
final class DataCodec: ColumnCodec {
  let memory: ValueMemory

  init(_ memory: ValueMemory) { self.memory = memory }

  func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .data)) }

  func encode(_ rows: Rows, to writer: ColumnWriter) {
    RunValues.writeData(rows, to: writer)
  }

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep {
    guard plan.schema[node].kind == .data else { return plan.mismatch(node, expected: "data") }
    return ReadStep { column, place, count, context in
      try column.cast(to: RunColumn.self, in: context).readData(count, into: place, in: context)
    }
  }
}
