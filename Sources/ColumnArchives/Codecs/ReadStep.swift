internal import ArchiveBytes
internal import ArchiveValues

/// One step of a ``ReadPlan``: how a column becomes values in memory.
///
/// A step is made for a type and a node of a schema, so it has nothing left to decide when it runs. Steps do not change
/// once their plan is complete, and all threads share them.
protocol ReadStep: AnyObject {
  /// Reads the next `count` values, at least one, of a column of the step's node. The column has as many.
  ///
  /// The place is uninitialised memory for values of the step's type. If reading throws, nothing in it is initialised.
  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws
}

extension ReadStep {
  /// Reads the next `count` values of a column of the step's node.
  func read(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard count > 0 else { return }
    guard count <= column.count - column.position else {
      throw RowError(row: nil, context.malformed("\(count) more values in a column", "fewer"))
    }
    try run(column, into: place, count: count, in: context)
  }
}

/// A step without others below it: a column that is copied, or each of whose numbers is converted.
final class ValueStep: ReadStep {
  private let body: (Column, Place, Int, ReadContext) throws -> Void

  init(_ body: @escaping (Column, Place, Int, ReadContext) throws -> Void) { self.body = body }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    try body(column, place, count, context)
  }
}

/// Calls the type's decoding hook with each value.
@safe
final class HookStep: ReadStep {
  // Safe: it only holds the closure. Its call is marked as unsafe.
  private let step: any ReadStep
  private let memory: ValueMemory
  private let awake: (UnsafeMutableRawPointer) throws -> Void

  init(
    _ step: any ReadStep, _ memory: ValueMemory, _ awake: @escaping (UnsafeMutableRawPointer) throws -> Void
  ) {
    (self.step, self.memory) = (step, memory)
    unsafe self.awake = awake
  }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    try step.run(column, into: place, count: count, in: context)
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

/// Values that were optional, and are now required. This works as long as none is missing.
final class RequiredStep: ReadStep {
  /// Reads the innermost values.
  private let step: any ReadStep

  init(_ step: any ReadStep) { self.step = step }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    try column.cast(to: OptionalColumn.self, in: context).readAllPresent(count, in: context) {
      try step.read($0, into: place, count: count, in: context)
    }
  }
}

extension Column {
  /// Returns the column as one of a class, which that of its node is.
  @inline(__always)
  func cast<Kind: Column>(to type: Kind.Type, in context: ReadContext) throws -> Kind {
    guard let column = self as? Kind else { throw context.malformed("another column", kind.description) }
    return column
  }
}
