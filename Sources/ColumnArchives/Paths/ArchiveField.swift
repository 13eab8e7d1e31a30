internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// One field of the elements of an archive: how its column is found in each batch.
struct ArchiveField {
  /// The names of the fields on the way, for errors.
  let names: [[String]]
  let route: ColumnRoute

  /// The column of a batch; `nil` when there are no values in it.
  func column(of batch: ArchiveLayout.Batch, in bytes: ByteCursor, _ context: ReadContext) throws -> Column? {
    let root = try locating([]) {
      var opener = ColumnOpener(cursor: try bytes.part(batch.columns), context: context)
      return try opener.open(context.schema.root, count: batch.count)
    }
    return try locating(names) { try route.column(from: root, in: context) }
  }
}

extension ColumnArchive {
  /// What is known for reading single fields: the schema is that of the archive.
  func readContext(_ bytes: ByteCursor, budget: Int? = nil) throws -> ReadContext {
    ReadContext(
      try ArchiveLayout(bytes).readSchema(limits), isExact: false, bytes: bytes, limits: limits,
      budget: budget)
  }

  /// The steps of a path of stored properties.
  static func stored(_ steps: [PathStep]?) throws -> [PathStep] {
    guard let steps else {
      throw ArchiveError(
        .unsupported, expected: "a path of stored properties", found: "one that is not stored",
        advice:
          "Computed properties are not in archives, and types without describeColumns(_:) have no paths.")
    }
    return steps
  }

  /// The codec of a type whose values have the memory of those of `Value`: of what the field is stored as by a method of
  /// its own, of the type itself, or of its raw values.
  static func codec<Value>(of type: Value.Type, at steps: [PathStep]) throws -> ColumnCodec {
    guard let stored = steps.last?.storedPart ?? storedTypeInPlace(of: type) else {
      throw ArchiveError(
        .unsupported, expected: "a path to values that have a column", found: "one to \(type)",
        advice: "In an array, elements conform to ArchiveValue; a RawRepresentable type needs nothing else.")
    }
    let codec = try CodecTable.shared.root(stored).codec
    precondition(codec.memory.stride == MemoryLayout<Value>.stride, "\(stored) has other memory than \(type)")
    return codec
  }
}

/// Runs `body`; an error in it is one of the field with these names.
func locating<Result>(_ names: [[String]], _ body: () throws -> Result) throws -> Result {
  try locating(isSequence: false) {
    try RowError.mapping(body) { failure in
      for names in names.reversed() { failure.error = failure.error.prefixed(.field(names[0])) }
    }
  }
}
