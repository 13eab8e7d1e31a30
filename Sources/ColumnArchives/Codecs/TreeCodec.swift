internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// Values of types that describe no columns: the node of each, as a tree.
@safe
final class TreeCodec: ColumnCodec {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  private let encodeValue: (UnsafeRawPointer, inout NodeValueWriter.Values) throws -> Void
  let memory: ValueMemory
  fileprivate let decodeNode: (UnsafeMutableRawPointer, ArchiveNode, ReadContext) throws -> Void
  let fillAbsent: ((Place, Int) -> Void)?

  init<Value: ArchiveValue>(_ type: Value.Type) {
    // SAFETY: the codec passes addresses of values of the type, or of memory for them.
    unsafe encodeValue = { address, values in
      try values.add(unsafe address.assumingMemoryBound(to: Value.self).pointee)
    }
    unsafe decodeNode = { address, node, context in
      let value = try context.decode(Value.self, from: node)
      unsafe address.initializeMemory(as: Value.self, to: value)
    }
    fillAbsent = Value.valueWhenAbsent.map { value in
      { place, count in
        for row in 0..<count { unsafe place.row(row).base.initializeMemory(as: Value.self, to: value) }
      }
    }
    memory = ValueMemory(type)
  }

  // The values decode themselves.
  var isReadingNoticed: Bool { true }

  func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .tree)) }

  // The values call the hooks themselves.
  var callsHook: Bool { false }

  func step(at node: Int, in plan: PlanBuilder) -> any ReadStep { plan.tree(memory.type) }

  func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    let nodes = try writer.nodes.nodes { values in
      try rows.visit { row, address in
        do {
          try unsafe encodeValue(address, &values)
        } catch {
          throw RowError(row: row, wrapping: error)
        }
      }
    }
    let trees = TreeWriter(limits: writer.limits)
    var lengths: [UInt] = []
    for (row, node) in nodes.enumerated() {
      let start = trees.output.count
      do {
        try trees.write(node)
      } catch {
        throw RowError(row: row, wrapping: error)
      }
      lengths.append(UInt(trees.output.count - start))
    }
    trees.writeColumn(lengths: lengths, to: writer.output)
  }

}

/// Reads values as nodes, from a column of any kind: it may have been written from nodes, or be of another type.
final class TreeStep: ReadStep {
  private let codec: TreeCodec
  private let isHashing: Bool

  init(_ codec: TreeCodec, isHashing: Bool) { (self.codec, self.isHashing) = (codec, isHashing) }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    var done = 0
    func add(_ node: ArchiveNode) throws {
      do {
        try unsafe codec.decodeNode(place.row(done).base, node, context)
      } catch {
        throw RowError(row: done, wrapping: error)
      }
      done += 1
    }
    do {
      if let column = column as? TreeColumn, context.instances == nil {
        return try column.read(count, keepsObjects: true, in: context, add)
      }
      var nodes: [ArchiveNode] = []
      if let column = column as? TreeColumn {
        try column.read(count, keepsObjects: true, in: context) { nodes.append($0) }
      } else {
        nodes = try column.nodes(count, in: context)
      }
      // All at once: what refers to instances is read with them.
      for node in try context.instances?.hold(nodes, isHashing: isHashing) ?? nodes { try add(node) }
    } catch {
      codec.memory.destroy(place, done)
      throw RowError(row: nil, wrapping: error)
    }
  }
}
