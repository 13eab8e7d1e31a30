internal import ArchiveBytes

/// An open batch. Its elements are read in ascending order.
struct BatchReader {
  /// The position of the first element.
  let start: Int
  let plan: ReadPlan
  let column: Column
  let context: ReadContext

  /// Reads elements into memory for those elements.
  ///
  /// - Parameter first: The position of the first element in the batch. It must not be before an element that was
  ///   already read.
  func read(from first: Int, count: Int, into place: Place) throws {
    try locating(isSequence: true, from: start + first) {
      try context.charge(WorkCost.run)
      if first > column.position { try column.skip(first - column.position, in: context) }
      try plan.read(column, into: place, count: count, in: context)
    }
  }
}
