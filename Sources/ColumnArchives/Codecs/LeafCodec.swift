/// Values without values inside: numbers, strings, data, and values that are stored as their bytes.
final class LeafCodec: ColumnCodec {
  let memory: ValueMemory
  let rawByteCount: Int?
  let isScalar: Bool
  private let node: SchemaNode
  private let encodeRows: (Rows, ColumnWriter) -> Void
  private let makeStep: (_ stored: SchemaNode, _ isHashing: Bool) -> ReadStep?

  /// - Parameters:
  ///   - node: The column of the type.
  ///   - makeStep: Returns the step that reads columns of a node; `nil` if the type cannot represent their values.
  init(
    _ memory: ValueMemory, _ node: SchemaNode, _ encode: @escaping (Rows, ColumnWriter) -> Void,
    _ makeStep: @escaping (_ stored: SchemaNode, _ isHashing: Bool) -> ReadStep?
  ) {
    (self.memory, self.node, encodeRows, self.makeStep) = (memory, node, encode, makeStep)
    isScalar = node.kind != .string && node.kind != .data
    // Packing shrinks dates and integers of several bytes, so they are not raw.
    rawByteCount = node.kind != .date && node.rawByteCount == memory.size ? memory.size : nil
  }

  func describe(in schema: inout SchemaBuilder) -> Int { schema.add(node) }

  func encode(_ rows: Rows, to writer: ColumnWriter) { encodeRows(rows, writer) }

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep {
    makeStep(plan.schema[node], plan.isHashing)
      ?? plan.mismatch(
        node, expected: self.node.kind == .bytes ? "\(memory.size) bytes" : self.node.kind.description)
  }
}

extension LeafCodec {
  /// Strings: uncompressed, or with a dictionary of the distinct strings if they repeat.
  static func strings(_ memory: ValueMemory) -> LeafCodec {
    LeafCodec(memory, SchemaNode(kind: .string), RunValues.writeStrings) { stored, isHashing in
      guard stored.kind == .string else { return nil }
      return ReadStep { column, place, count, context in
        context.isHashing = isHashing
        try column.cast(to: RunColumn.self, in: context).readStrings(count, into: place, in: context)
      }
    }
  }

  /// Data: lengths, and one run of bytes.
  static func data(_ memory: ValueMemory) -> LeafCodec {
    LeafCodec(memory, SchemaNode(kind: .data), RunValues.writeData) { stored, _ in
      guard stored.kind == .data else { return nil }
      return ReadStep { column, place, count, context in
        try column.cast(to: RunColumn.self, in: context).readData(count, into: place, in: context)
      }
    }
  }

  /// Values stored as the bytes of their memory, such as UUIDs.
  static func bytes(_ memory: ValueMemory) -> LeafCodec {
    let size = memory.size
    return LeafCodec(memory, SchemaNode(kind: .bytes, byteCount: size)) { rows, writer in
      writer.output.append(rows, size: size)
    } _: { stored, _ in
      guard stored.kind == .bytes, stored.byteCount == size else { return nil }
      return ReadStep { column, place, count, context in
        try column.cast(to: RawColumn.self, in: context).read(count, into: place, in: context)
      }
    }
  }
}
