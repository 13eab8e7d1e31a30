/// Values stored as the bytes of their memory, such as UUIDs.
final class BytesCodec: ColumnCodec {
  let memory: ValueMemory

  init(_ memory: ValueMemory) { self.memory = memory }

  var rawByteCount: Int? { memory.size }

  var isScalar: Bool { true }

  func describe(in schema: inout SchemaBuilder) -> Int {
    schema.add(SchemaNode(kind: .bytes, byteCount: memory.size))
  }

  func encode(_ rows: Rows, to writer: ColumnWriter) { writer.output.append(rows, size: memory.size) }

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep {
    guard plan.schema[node].kind == .bytes, plan.schema[node].byteCount == memory.size else {
      return plan.mismatch(node, expected: "\(memory.size) bytes")
    }
    return ReadStep { column, place, count, context in
      try column.cast(to: RawColumn.self, in: context).read(count, into: place, in: context)
    }
  }
}
