internal import ArchiveBytes

/// Writes and reads the columns of one type.
///
/// There is one codec a type, made from its ``ArchiveColumn`` and kept. A codec for a record has those of its fields,
/// so codecs form a graph, with a circle for each recursive type.
///
/// Addresses: what a codec is given to encode are initialised values of its type, what it is given to decode into is
/// memory for them. If decoding throws, nothing in that memory is initialised.
class ColumnCodec: @unchecked Sendable {
  // Sendable: codecs do not change once they are published, under the lock of `CodecTable`.
  /// The type's memory.
  let memory: ValueMemory
  /// Reads values of the type that were stored as trees, or in another form; set before the codec is published.
  @exclusivity(unchecked) var trees: ColumnCodec?
  /// Hands a decoded value to its type, when that wants it; set before the codec is published.
  @exclusivity(unchecked) var awake: ((UnsafeMutableRawPointer) throws -> Void)?

  init(_ memory: ValueMemory) { self.memory = memory }

  /// Adds the node of the type to a schema.
  func describe(in schema: inout SchemaBuilder) -> Int { preconditionFailure("abstract") }

  /// Writes the columns of at least one row.
  func encode(_ rows: Rows, to writer: ColumnWriter) throws { preconditionFailure("abstract") }

  /// Reads the next `count` values, at least one, from a column of this kind, or of one that converts.
  ///
  /// Called by ``read(_:into:count:in:)``, which has checked that the column has as many.
  func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    preconditionFailure("abstract")
  }

  /// Reads the columns of a single value straight from an archive whose schema is the type's own.
  ///
  /// It makes no columns, and so takes a fraction of the time. Types and bytes out of the ordinary are left to the
  /// general way.
  ///
  /// - Returns: Whether it was read; if not, nothing in the memory is initialised, and the cursor is anywhere.
  func readOne(_ cursor: inout ByteCursor, into address: UnsafeMutableRawPointer) -> Bool { false }

  /// Whether ``readOne(_:into:)`` reads some archives.
  var canReadOne: Bool { false }

  /// Whether the type has a value for a field that an archive lacks.
  var hasValueWhenAbsent: Bool { false }

  /// Makes values for a field that the archive lacks. Only when ``hasValueWhenAbsent``.
  func fillAbsent(_ place: Place, count: Int) { preconditionFailure("no value for an absent field") }

  /// Whether archives that were written from nodes have values of the type in columns of a kind that ``decode`` does not
  /// take. Nodes do not tell a range from an array of its bounds, bytes from data, or a case from its name.
  func hasForm(_ kind: ColumnKind) -> Bool { false }

  /// Whether columns of a kind are read by the codec; asked for the kinds that other forms of a value may have.
  func takes(_ kind: ColumnKind) -> Bool { hasForm(kind) }

  /// Whether `nil` is a value of the type.
  var isOptional: Bool { false }

  /// Whether values are numbers or the like: small, and owning nothing.
  var isScalar: Bool { false }

  /// The bytes of a value when it consists of numbers of fixed width without gaps that gain nothing from packing.
  var rawByteCount: Int? { nil }

  /// Reads the next `count` values of a column.
  final func read(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard count > 0 else { return }
    guard count <= column.count - column.position else {
      throw RowError(row: nil, context.malformed("\(count) more values in a column", "fewer"))
    }
    if column.kind == .tree, !isOptional, let trees {
      return try trees.decode(column, into: place, count: count, in: context)
    }
    if try readForm(column, into: place, count: count, in: context) { return }
    try decodeForms(column, into: place, count: count, in: context)
    guard let awake else { return }
    do {
      // The type may look at what its instances refer to.
      try context.instances?.complete()
    } catch {
      memory.destroy(place, count)
      throw RowError(row: nil, wrapping: error)
    }
    try self.awake(place, count: count, by: awake)
  }

  /// Reads the next values of a column of another kind, which archives that were written from nodes have.
  ///
  /// - Returns: `false` when it has none of the type; its kind says what is wrong with it then.
  private func readForm(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws
    -> Bool
  {
    guard hasForm(column.kind), let trees else { return false }
    try context.charge(WorkCost.failure)
    let marks = try column.marks(in: context)
    do {
      try trees.decode(column, into: place, count: count, in: context)
      return true
    } catch {
      column.goBack(to: marks)
      // What is wrong with an instance is more to the point than that it is one; and no error hides that a limit is reached.
      let failure = RowError(row: nil, wrapping: error)
      if column.kind == .instance || failure.error.code == .limitExceeded { throw failure }
      return false
    }
  }

  private func decodeForms(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    if column.kind == .optional, !isOptional {
      // An optional made required: as long as no value is missing.
      try (column as! OptionalColumn).readAllPresent(count, in: context) {
        try decode($0, into: place, count: count, in: context)
      }
    } else {
      try decode(column, into: place, count: count, in: context)
    }
  }

  private func awake(_ place: Place, count: Int, by awake: (UnsafeMutableRawPointer) throws -> Void) throws {
    for row in 0..<count {
      do {
        try unsafe awake(place.row(row).base)
      } catch {
        memory.destroy(place, count)
        throw RowError(row: row, ArchiveError.wrapping(error))
      }
    }
  }
}
