internal import ArchiveBytes
internal import ArchiveValues

/// The decoder for `init(fields:)` after its fields were read as columns: it reads one row after another.
final class RowDecoder: FieldDecoder {
  /// The fields, or the associated values of the current case, by position; `nil` for those missing from this build.
  var fields: [FieldValues?] = []
  var row = 0
  /// The hooks of the compositions read so far.
  private var hooks: [ObjectIdentifier: DecodingHooks] = [:]
  private let context: ReadContext

  init(in context: ReadContext) { self.context = context }

  func charge(_ byteCount: Int) throws { try context.charge(byteCount) }

  /// The offset added to positions inside a composition.
  private var firstField = 0
  /// The current case of an enumeration.
  var caseNumber: Int?

  func hasField(at position: Int) -> Bool {
    field(at: position)?.isPresent(row: row) ?? false
  }

  private func field(at position: Int) -> FieldValues? {
    let index = firstField + position
    return fields.indices.contains(index) ? fields[index] : nil
  }

  func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    guard let field = field(at: position) else { throw ArchiveError.missingField("\(position)") }
    if let value = try field.value(Value.self, row: row) { return value }
    if let value = Value.valueWhenAbsent { return value }
    let error =
      field.isInArchive ? ArchiveError.foundNil(expected: "a value") : .missingField(field.name)
    throw error.prefixed(.field(field.name))
  }

  func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    if let field = field(at: position), field.type == Record?.self {
      return try field.value(Record?.self, row: row) ?? nil
    }
    if !isRequired, !hasFields(of: type, at: position) { return nil }
    let outer = firstField
    defer { firstField = outer }
    firstField += position
    var decoder = self
    var record = try Record(fields: &decoder)
    let known = hooks[ObjectIdentifier(type)] ?? DecodingHooks(type)
    hooks[ObjectIdentifier(type)] = known
    try Record.awake(&record, known, firstField: field(at: 0)?.name)
    return record
  }

  func decodeCase() throws -> Int {
    guard let caseNumber else {
      throw failure(.malformed, expected: "an enumeration", found: "a struct, which has no cases")
    }
    return caseNumber
  }
}

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

  /// Creates the values of a field. There are none until they are read.
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

  /// Reads all values together. If one of them cannot be read, reads each by itself.
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

  /// Whether the archive contains the field.
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
        .unsupported, expected: "\(memory.type), as in the table of fields", found: "\(type)",
        advice: .changeCode("init(fields:) must read each field as its type in the table.")
      ).prefixed(.field(name))
    }
    if let failure = failures[number] { throw failure.prefixed(.field(name)) }
    return unsafe values.row(number).base.assumingMemoryBound(to: type).pointee
  }
}
