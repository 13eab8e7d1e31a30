internal import ArchiveValues

/// One step of a ``ReadPlan``: it reads a column as values in memory.
///
/// A step is created for a type and a node of a schema, so it has nothing left to decide when it runs. Steps do not
/// change once their plan is complete, and all threads share them.
struct ReadStep {
  private let run: (Column, Place, Int, ReadContext) throws -> Void

  /// - Parameter run: Reads the next values of a column of the step's node into uninitialised memory for values of
  ///   the step's type. It reads at least one value, and the column has as many as are read. If it throws, nothing
  ///   there is initialised.
  init(_ run: @escaping (_ column: Column, _ place: Place, _ count: Int, ReadContext) throws -> Void) {
    self.run = run
  }

  /// Reads the next `count` values of a column of the step's node.
  @inline(__always)
  func read(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard count > 0 else { return }
    try context.require(count, in: column)
    try run(column, place, count, context)
  }

  /// Returns the step that also calls the type's decoding hook, if it has one, with each value.
  func awaking(_ memory: ValueMemory) -> ReadStep {
    guard let awake = unsafe DecodingHooks(memory.type).awake else { return self }
    return ReadStep { column, place, count, context in
      try read(column, into: place, count: count, in: context)
      var row: Int?
      do {
        // The hook may read the instances that the value refers to.
        try context.completeInstances()
        for next in 0..<count {
          row = next
          try unsafe awake(place.row(next).base)
        }
      } catch {
        memory.destroy(place, count)
        throw RowError(row: row, wrapping: error)
      }
    }
  }

  /// The step that reads values that were optional and are now required. It throws if a value is missing.
  var ofRequired: ReadStep {
    ReadStep { column, place, count, context in
      try column.cast(to: OptionalColumn.self, in: context).readAllPresent(count, in: context) {
        try read($0, into: place, count: count, in: context)
      }
    }
  }
}

extension Column {
  /// Returns the column, cast to the class of its node's columns.
  @inline(__always)
  func cast<Kind: Column>(to type: Kind.Type, in context: ReadContext) throws -> Kind {
    guard let column = self as? Kind else { throw context.malformed("another column", kind.description) }
    return column
  }
}
