internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Reads the values at a path, batch by batch. Of the other columns, only the heads are read.
final class PathReader<Value>: CountingReader {
  /// The route to the column in each batch.
  let route: ColumnRoute
  /// Whether the field has a storage method, so that the column stores another form of the values.
  let hasStorage: Bool
  private let archive: ColumnArchive
  /// The names of the fields along the path, for errors.
  private let names: [[String]]
  private let plan: ReadPlan
  private let context: ReadContext
  /// The values of the batch that was read last for a condition.
  private var known: (batch: Int, values: [Value])?
  private(set) var readCount = 0

  /// - Parameters:
  ///   - context: The archive's context, which other readers may share.
  ///   - route: Finds the route.
  init(
    _ steps: [PathStep], in archive: ColumnArchive, _ context: ReadContext,
    by route: ([PathStep], ReadContext) throws -> ColumnRoute
  ) throws {
    (self.archive, self.context, names) = (archive, context, steps.map(\.names))
    let codec = try ColumnArchive.codec(of: Value.self, at: steps)
    hasStorage = steps.last?.part != nil
    self.route = try route(steps, context)
    plan = ReadPlan(codec, context.schema, node: self.route.node, isFromNodes: context.isFromNodes)
    context.schema = plan.schema
  }

  /// Creates a reader of one value for each element.
  ///
  /// - Throws: The errors of `values(at:)`, and ``ArchiveError/Code/typeMismatch`` if the archive is not a sequence
  ///   of the path's root type.
  convenience init<Root>(_ path: ArchivePath<Root, Value>, in archive: ColumnArchive, _ context: ReadContext)
    throws
  {
    try self.init(ColumnArchive.stored(path.steps), in: archive, context) { steps, context in
      let route = try ColumnRoute(toSingleValues: steps, in: context)
      guard route.containersAroundRoot == 0 else {
        throw ArchiveError(
          .typeMismatch, expected: "a sequence of \(Root.self)",
          found: "one of \(context.schema[context.schema.root].kind.description)")
      }
      return route
    }
  }

  /// Returns the values of a batch.
  func values(ofBatch number: Int) throws -> [Value] {
    try unsafe archive.data.withUnsafeBytes { bytes in
      // Nothing made from the bytes outlives the call.
      let bytes = unsafe ByteCursor(bytes)
      guard let column = try column(of: archive.batches[number], in: bytes) else { return [] }
      try locating([]) { try context.charge(column.count, of: MemoryLayout<Value>.stride) }
      return try locating(names) {
        try Place.values(column.count) {
          try plan.read(column, into: $0, count: column.count, in: context)
        }
      }
    }
  }

  /// Returns the values of a batch, one for each element.
  ///
  /// - Throws: ``ArchiveError`` if the batch has another number of values: the rows of conditions are joined by position.
  func elementValues(ofBatch number: Int) throws -> [Value] {
    if let known, known.batch == number { return known.values }
    let (values, count) = (try values(ofBatch: number), archive.batches[number].count)
    guard values.count == count else {
      throw ArchiveError(.malformed, expected: "\(count) values of a field", found: "\(values.count)")
    }
    known = (number, values)
    readCount += 1
    return values
  }

  /// Returns the column in a batch, or `nil` if the batch has no values of it.
  private func column(of batch: ArchiveLayout.Batch, in bytes: ByteCursor) throws -> Column? {
    let root = try locating([]) {
      let body = try batch.open(in: bytes, verifiesAny: context.verifiesChecksums, verifies: false)
      if body.trailer == nil {
        context.willRead(body.stored)
        if context.verifiesChecksums, body.decompressedByteCount == nil { try body.check(PartialChecksums()) }
      }
      let columns = try context.columns(of: body)
      let directory = try body.trailer.map {
        try ColumnDirectory($0, columns: body.columnRange, in: context)
      }
      var opener = ColumnOpener(cursor: columns, context: context, directory)
      // A directory has no checksum of the keyed archive after the columns.
      return try opener.openBatch(count: batch.count, in: directory == nil ? nil : body)
    }
    return try locating(names) { try route.column(from: root, in: context) }
  }
}

/// A reader that counts the batches it has read for conditions; tests compare the count.
protocol CountingReader: AnyObject {
  var readCount: Int { get }
}

extension ColumnArchive {
  /// Returns the context for reading one value of each element, or `nil` if there are no elements.
  func filterContext(budget: Int) throws -> ReadContext? {
    try checkSequence()
    guard count > 0 else { return nil }
    return try readContext(budget: budget)
  }

  /// Returns the context for reading without types, with the archive's own schema.
  func readContext(budget: Int? = nil) throws -> ReadContext {
    try unsafe data.withUnsafeBytes { try readContext(unsafe ByteCursor($0), budget: budget) }
  }

  /// Returns the context for reading without types, with the archive's own schema.
  func readContext(_ bytes: ByteCursor, budget: Int? = nil) throws -> ReadContext {
    let layout = try ArchiveLayout(bytes, verifies: options.verifiesChecksums)
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
        .unsupported, expected: "a path of stored properties", found: "a path that is not stored",
        advice:
          "Computed properties are not in archives, and types without a table of fields have no paths.")
    }
    return steps
  }

  /// Returns a codec for values with the memory layout of `Value`. It is the codec of the field's storage method if it
  /// has one, and otherwise the codec of the type itself.
  static func codec<Value>(of type: Value.Type, at steps: [PathStep]) throws -> any ColumnCodec {
    guard let stored = steps.last?.storedPart ?? type as? any ArchiveValue.Type else {
      throw ArchiveError(
        .unsupported, expected: "a path to values that have a column", found: "one to \(type)",
        advice: .changeCode(
          "The type must conform to ArchiveValue; a RawRepresentable type needs nothing else."))
    }
    let codec = try RootTable.shared.codec(of: stored)
    precondition(
      codec.memory.stride == MemoryLayout<Value>.stride, "\(stored) has another memory layout than \(type)")
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
