internal import ArchiveValues
internal import KeyedArchives

/// Class instances, and values of types without a column description: they are stored in the keyed archive of the
/// batch.
@safe
final class TreeCodec: ColumnCodec {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  let memory: ValueMemory
  private let encodeRows: (Rows, inout ValueListWriter) throws -> Void
  /// Reads values, each to the place that the last argument returns.
  private let decodeRows:
    (ValueListReader, Range<Int>, _ isHashing: Bool, ReadContext, () -> Place) throws -> Void
  let fillAbsent: ((Place, Int) -> Void)?
  /// Whether the values are instances of a class.
  private let isOfClass: Bool

  init<Value: ArchiveValue>(_ type: Value.Type) {
    // SAFETY: the codec passes addresses of values of the type, or of memory for them.
    encodeRows = { rows, list in
      try rows.visit { row, address in
        try RowError.at(row) { try list.add(unsafe address.assumingMemoryBound(to: Value.self).pointee) }
      }
    }
    decodeRows = { values, range, isHashing, context, place in
      try context.spending { budget in
        try values.forEach(in: range, of: type, hashes: isHashing, budget: &budget) {
          place().initialize(0, to: $0)
        }
      }
    }
    fillAbsent = Value.valueWhenAbsent.map { value in
      { place, count in
        for row in 0..<count { place.initialize(row, to: value) }
      }
    }
    isOfClass = type is any ArchivableObject.Type
    memory = ValueMemory(type)
  }

  func describe(in schema: inout SchemaBuilder) -> Int {
    schema.add(SchemaNode(kind: isOfClass ? .instance : .tree))
  }

  // The values call the hooks themselves.
  var callsHook: Bool { false }

  func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    try writer.writeTrees { try encodeRows(rows, &$0) }
  }

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep { plan.tree(memory.type) }

  /// Returns the step that reads values from a column of any kind: it may have been written from nodes, or for
  /// another type.
  func step(isHashing: Bool) -> ReadStep {
    ReadStep { [self] column, place, count, context in
      var done = 0
      do {
        let (values, range): (ValueListReader, Range<Int>)
        if let column = column as? TreeColumn {
          (values, range) = (try column.values(in: context), column.take(count))
        } else {
          let nodes = try column.nodes(count, in: context)
          (values, range) = (try context.openTrees().values(of: nodes, in: context), 0..<count)
        }
        do {
          try context.nested {
            try decodeRows(values, range, isHashing, context) {
              done += 1
              return place.row(done - 1)
            }
          }
        } catch {
          throw RowError(row: done, wrapping: error)
        }
      } catch {
        memory.destroy(place, done)
        throw RowError(row: nil, wrapping: error)
      }
    }
  }
}
