internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// One field of an archive's elements: the route to its column in each batch.
struct ArchiveField {
  /// The names of the fields along the path, for errors.
  let names: [[String]]
  let route: ColumnRoute

  /// Returns the field's column in a batch, or `nil` if the batch has no values of it.
  func column(of batch: ArchiveLayout.Batch, in bytes: ByteCursor, _ context: ReadContext) throws -> Column? {
    let root = try locating([]) {
      let body = try batch.open(in: bytes, verifiesAny: context.verifiesChecksums, verifies: false)
      if body.trailer == nil {
        context.willRead(body.stored)
        if context.verifiesChecksums, body.decompressedByteCount == nil { try body.check(PartialChecksums()) }
      }
      let columns = try context.columns(of: body)
      var opener = ColumnOpener(cursor: columns, context: context)
      guard let trailer = body.trailer else {
        return try opener.openBatch(count: batch.count)
      }
      let directory = try ColumnDirectory(trailer, columns: body.columnRange, in: context)
      // The directory has no checksum of the keyed archive after the columns.
      return try opener.openBatch(
        count: batch.count, route.selection(in: directory),
        trees: columns.dropping(directory.entries[0].range.count), in: body)
    }
    return try locating(names) { try route.column(from: root, in: context) }
  }
}

extension ColumnArchive {
  /// Returns the context for reading without types, with the archive's own schema.
  ///
  /// - Parameter layout: The archive's; `nil` if it is not known.
  func readContext(_ bytes: ByteCursor, _ layout: ArchiveLayout? = nil, budget: Int? = nil) throws
    -> ReadContext
  {
    let layout = try layout ?? ArchiveLayout(bytes, verifies: options.verifiesChecksums)
    let context = ReadContext(
      try SchemaReader.read(layout, options.limits), bytes: bytes, options.limits,
      verifiesChecksums: options.verifiesChecksums, budget: budget)
    (context.isMapped, context.isFromNodes) = (isMapped, layout.isFromNodes)
    return context
  }

  /// Returns the steps of a path, or throws if the path has a property that is not stored.
  static func stored(_ steps: [PathStep]?) throws -> [PathStep] {
    guard let steps else {
      throw ArchiveError(
        .unsupported, expected: "a path of stored properties", found: "one that is not stored",
        advice:
          "Computed properties are not in archives, and types without a table of fields have no paths.")
    }
    return steps
  }

  /// Returns a codec for values with the memory layout of `Value`. It is the codec of the field's storage method if it
  /// has one, and otherwise that of the type itself.
  static func codec<Value>(of type: Value.Type, at steps: [PathStep]) throws -> any ColumnCodec {
    guard let stored = steps.last?.storedPart ?? type as? any ArchiveValue.Type else {
      throw ArchiveError(
        .unsupported, expected: "a path to values that have a column", found: "one to \(type)",
        advice: .changeCode(
          "The type must conform to ArchiveValue; a RawRepresentable type needs nothing but that."))
    }
    let codec = try RootTable.shared.codec(of: stored)
    precondition(codec.memory.stride == MemoryLayout<Value>.stride, "\(stored) has other memory than \(type)")
    return codec
  }
}

/// Runs `body`, and locates its errors at the field with these names.
func locating<Result>(_ names: [[String]], _ body: () throws -> Result) throws -> Result {
  try locating(isSequence: false) {
    try RowError.mapping(body) { failure in
      for names in names.reversed() { failure.error = failure.error.prefixed(.field(names[0])) }
    }
  }
}
