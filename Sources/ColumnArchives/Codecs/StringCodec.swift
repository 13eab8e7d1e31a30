internal import ArchiveBytes
internal import Foundation

/// Strings: uncompressed, or with a dictionary of the distinct ones if they repeat.
final class StringCodec: ColumnCodec {
  let memory: ValueMemory

  init(_ memory: ValueMemory) { self.memory = memory }

  func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .string)) }

  func encode(_ rows: Rows, to writer: ColumnWriter) {
    RunValues.writeStrings(rows, to: writer)
  }

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep {
    guard plan.schema[node].kind == .string else { return plan.mismatch(node, expected: "a string") }
    let isHashing = plan.isHashing
    return ReadStep { column, place, count, context in
      context.isHashing = isHashing
      try column.cast(to: RunColumn.self, in: context).readStrings(count, into: place, in: context)
    }
  }
}
