internal import ArchiveBytes
internal import ArchiveValues

/// The values of a field, read into separate memory for `init(fields:)`.
final class FieldValues {
  let name: String
  private let memory: ValueMemory
  /// The values; `nil` if the archive lacks the field.
  private var values: Place?
  private var count = 0
  /// The index of each row's value, or -1 if it has none; `nil` if every row has a value.
  private var numbers: [Int]?
  /// The errors of values that could not be read.
  private var failures: [Int: ArchiveError] = [:]

  /// Creates the values of a field, none until they are read.
  init(named name: String, _ memory: ValueMemory) { (self.name, self.memory) = (name, memory) }

  /// Reads the values of the next rows. It is called once.
  ///
  /// - Parameter isolatesFailures: Whether a value that cannot be read is left out. Its error is then thrown when the
  ///   value is requested, rather than by this method.
  func read(
    _ column: Column, by step: ReadStep, count: Int, isolatesFailures: Bool = false,
    in context: ReadContext
  ) throws {
    let found =
      try (column as? PartColumn)?.next(count, in: context)
      ?? PartColumn.PresentValues(column: column, count: count, numbers: nil)
    let place = unsafe Place(
      base: .allocate(
        byteCount: max(memory.stride * found.count, 1), alignment: max(memory.alignment, 8)),
      stride: memory.stride)
    do {
      if let column = found.column {
        if isolatesFailures {
          try readIsolated(column, by: step, into: place, count: found.count, in: context)
        } else {
          try step.read(column, into: place, count: found.count, in: context)
        }
      }
    } catch {
      unsafe place.base.deallocate()
      var failure = RowError(row: nil, wrapping: error)
      failure.row = failure.row.map(found.row(of:))
      throw failure
    }
    (values, self.count, numbers) = (place, found.count, found.numbers)
  }

  /// Reads all values, or, if one cannot be read, each by itself.
  private func readIsolated(
    _ column: Column, by step: ReadStep, into place: Place, count: Int, in context: ReadContext
  ) throws {
    try column.trying(in: context) {
      try step.read(column, into: place, count: count, in: context)
    } otherwise: { _ in
      var done = 0
      do {
        while done < count {
          try context.charge(WorkCost.run)
          try column.trying(in: context) {
            try step.read(column, into: place.row(done), count: 1, in: context)
          } otherwise: {
            failures[done] = $0
            try column.skip(1, in: context)
          }
          done += 1
        }
      } catch {
        destroy(place, count: done)
        throw error
      }
    }
  }

  private func destroy(_ place: Place, count: Int) {
    if failures.isEmpty { return memory.destroy(place, count) }
    for row in 0..<count where failures[row] == nil { memory.destroy(place.row(row), 1) }
  }

  deinit {
    guard let values else { return }
    destroy(values, count: count)
    unsafe values.base.deallocate()
  }

  /// The type of the values.
  var type: Any.Type { memory.type }

  /// Whether the archive has the field.
  var isInArchive: Bool { values != nil }

  /// Returns whether a row has a value. It has none if the struct that contains the field is missing.
  func isPresent(row: Int) -> Bool { values != nil && numbers.map { $0[row] >= 0 } ?? true }

  /// Returns a copy of a row's value, or `nil` if there is none.
  func value<Value>(_ type: Value.Type, row: Int) throws -> Value? {
    guard let values else { return nil }
    let number = numbers.map { $0[row] } ?? row
    if number < 0 { return nil }
    guard memory.type == type, number < count else {
      throw ArchiveError(
        .unsupported, expected: "\(memory.type), as the table of fields says", found: "\(type)",
        advice: .changeCode("init(fields:) must read each field as the type that the table has.")
      ).prefixed(.field(name))
    }
    if let failure = failures[number] { throw failure.prefixed(.field(name)) }
    return unsafe values.row(number).base.assumingMemoryBound(to: type).pointee
  }
}
