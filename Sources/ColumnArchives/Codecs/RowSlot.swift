internal import ArchiveBytes
internal import ArchiveValues

/// The values of a field, decoded into separate memory.
final class RowSlot {
  let name: String
  private let codec: ColumnCodec
  /// The values; `nil` if the archive lacks the field.
  private let values: Place?
  private let count: Int
  /// The index of each row's value, or -1 if it has none; `nil` if every row has a value.
  private let numbers: [Int]?
  /// The errors of values that could not be read.
  private var failures: [Int: ArchiveError] = [:]

  /// Reads the next values of a column.
  ///
  /// - Parameter isolatesFailures: Whether a value that cannot be read is left out. Its error is then thrown when the
  ///   value is requested, rather than by this initializer.
  init(
    _ codec: ColumnCodec, _ column: Column, count: Int, name: String, isolatesFailures: Bool = false,
    in context: ReadContext
  ) throws {
    self.name = name
    self.codec = codec
    let found =
      try (column as? PartColumn)?.next(count, in: context)
      ?? PartColumn.PresentValues(column: column, count: count, numbers: nil)
    self.count = found.count
    numbers = found.numbers
    guard let column = found.column else {
      // No row has a value, but the archive has the field.
      values = unsafe Place(base: .allocate(byteCount: 1, alignment: 8), stride: codec.memory.stride)
      return
    }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(codec.memory.stride * found.count, 1), alignment: max(codec.memory.alignment, 8))
    let place = unsafe Place(base: memory, stride: codec.memory.stride)
    do {
      let start = isolatesFailures ? try column.marks(in: context) : []
      let dropped = isolatesFailures ? DroppedElements.count : 0
      do {
        try codec.read(column, into: place, count: found.count, in: context)
      } catch {
        guard isolatesFailures, RowError(row: nil, wrapping: error).error.isOfOneValue else { throw error }
        try context.charge(WorkCost.failure)
        column.goBack(to: start)
        DroppedElements.goBack(to: dropped)
        failures = try Self.readEach(codec, column, into: place, count: found.count, in: context)
      }
    } catch {
      unsafe memory.deallocate()
      // `deinit` runs when this throws, and finds nothing to destroy.
      values = nil
      var failure = RowError(row: nil, wrapping: error)
      failure.row = failure.row.map(found.row(of:))
      throw failure
    }
    values = place
  }

  /// Reads values one by one, and skips those that cannot be read.
  private static func readEach(
    _ codec: ColumnCodec, _ column: Column, into place: Place, count: Int, in context: ReadContext
  ) throws -> [Int: ArchiveError] {
    var failures: [Int: ArchiveError] = [:]
    var done = 0
    do {
      while done < count {
        try context.charge(WorkCost.run)
        let before = try column.marks(in: context)
        let dropped = DroppedElements.count
        do {
          try codec.read(column, into: place.row(done), count: 1, in: context)
        } catch {
          let failure = RowError(row: nil, wrapping: error).error
          guard failure.isOfOneValue else { throw error }
          try context.charge(WorkCost.failure)
          failures[done] = failure
          column.goBack(to: before)
          DroppedElements.goBack(to: dropped)
          try column.skip(1, in: context)
        }
        done += 1
      }
    } catch {
      destroy(place, count: done, except: failures, codec)
      throw error
    }
    return failures
  }

  private static func destroy(
    _ place: Place, count: Int, except failures: [Int: ArchiveError], _ codec: ColumnCodec
  ) {
    if failures.isEmpty { return codec.memory.destroy(place, count) }
    for row in 0..<count where failures[row] == nil { codec.memory.destroy(place.row(row), 1) }
  }

  init(absent name: String, _ codec: ColumnCodec) {
    self.name = name
    self.codec = codec
    values = nil
    count = 0
    numbers = nil
  }

  deinit {
    guard let values else { return }
    Self.destroy(values, count: count, except: failures, codec)
    unsafe values.base.deallocate()
  }

  /// Whether the archive has the field.
  var isInArchive: Bool { values != nil }

  /// Returns whether a row has a value. It has none if the struct that contains the field is missing.
  func isPresent(row: Int) -> Bool { values != nil && numbers.map { $0[row] >= 0 } ?? true }

  /// Returns a copy of a row's value, or `nil` if there is none.
  func value<Value>(_ type: Value.Type, row: Int) throws -> Value? {
    guard let values else { return nil }
    let number = numbers.map { $0[row] } ?? row
    if number < 0 { return nil }
    guard codec.memory.type == type, number < count else {
      throw ArchiveError(
        .unsupported, expected: "\(codec.memory.type), as the table of fields says", found: "\(type)",
        advice: .changeCode("init(fields:) must read each field as the type that the table has.")
      ).prefixed(.field(name))
    }
    if let failure = failures[number] { throw failure.prefixed(.field(name)) }
    return unsafe values.row(number).base.assumingMemoryBound(to: type).pointee
  }
}
