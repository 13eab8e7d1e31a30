internal import ArchiveBytes

/// Writes and reads the columns of one type.
///
/// There is one codec for each type, made from its ``ArchiveColumn`` and kept. The codec of a record has the codecs of
/// its fields, so codecs form a graph, with a cycle for each recursive type.
///
/// The addresses passed to `encode` must hold initialised values of the codec's type; those passed to `decode` are
/// uninitialised memory for such values. If decoding throws, nothing in that memory is initialised.
@safe
class ColumnCodec: @unchecked Sendable {
  // Safe: it only holds the closure. Each call is marked as unsafe.
  // Sendable: codecs do not change after they are published, under the lock of `CodecTable`.
  /// The memory layout of the type.
  let memory: ValueMemory
  /// Reads values of the type that were stored as trees or in another form; set before the codec is published.
  var trees: ColumnCodec?
  /// Calls the type's decoding hook with a decoded value, if it has one; set before the codec is published.
  var awake: ((UnsafeMutableRawPointer) throws -> Void)?
  /// Whether the type has a decoding hook.
  @inline(__always)
  final var awakes: Bool { unsafe awake != nil }

  init(_ memory: ValueMemory) { self.memory = memory }

  /// Adds the node of the type to a schema.
  func describe(in schema: inout SchemaBuilder) -> Int { preconditionFailure("abstract") }

  /// Writes the column of at least one row, and the columns below it.
  @inline(__always)
  final func write(_ rows: Rows, to writer: ColumnWriter) throws {
    writer.recorder.begin(at: writer.output.count)
    try encode(rows, to: writer)
    writer.recorder.end(at: writer.output.count)
  }

  /// Writes what ``write(_:to:)`` does; a codec of values that are stored as others calls that of the others.
  func encode(_ rows: Rows, to writer: ColumnWriter) throws { preconditionFailure("abstract") }

  /// Reads the next `count` values, at least one, from a column of the codec's kind, or of a kind that converts to it.
  ///
  /// It is called by ``read(_:into:count:in:)``, which has checked that the column has enough values.
  func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    preconditionFailure("abstract")
  }

  /// Reads the columns of a single value directly from an archive whose schema is the type's own.
  ///
  /// It creates no column objects, and so takes a fraction of the time. Unusual types and bytes are left to the general
  /// path.
  ///
  /// - Returns: Whether the value was read. If not, nothing in the memory is initialised, and the cursor may be
  ///   anywhere.
  func readOne(_ reader: inout DirectReader, into address: UnsafeMutableRawPointer) -> Bool { false }

  /// Reads the columns of the elements of a list, at least two, like ``readOne(_:into:)``.
  func readFew(_ reader: inout DirectReader, into place: Place, count: Int) -> Bool { false }

  /// Whether ``readOne(_:into:)`` can read some archives. It is asked once for each type at the root of archives.
  ///
  /// - Parameter outer: The records around this one. A type that contains itself is not asked again.
  func canReadOne(inside outer: [ColumnCodec]) -> Bool { false }

  /// Reads a single value like ``readOne(_:into:)``, unless the type's hook has to see it.
  @inline(__always)
  final func readDirectly(_ reader: inout DirectReader, into address: UnsafeMutableRawPointer) -> Bool {
    unsafe !awakes && readOne(&reader, into: address)
  }

  /// Reads several values like ``readFew(_:into:count:)``, unless the type's hook has to see them.
  @inline(__always)
  final func readDirectly(_ reader: inout DirectReader, into place: Place, count: Int) -> Bool {
    !awakes && readFew(&reader, into: place, count: count)
  }

  /// Whether the type has a value for fields that an archive lacks.
  var hasValueWhenAbsent: Bool { false }

  /// Initialises values for a field that the archive lacks. Call it only if ``hasValueWhenAbsent``.
  func fillAbsent(_ place: Place, count: Int) { preconditionFailure("no value for an absent field") }

  /// Returns whether values of the type are read as nodes from a column of a kind that ``decode`` does not take: a type
  /// may have become a struct that was a class, or the other way round.
  func readsNodes(of kind: ColumnKind) -> Bool { false }

  /// Whether `nil` is a value of the type.
  var isOptional: Bool { false }

  /// The codecs of what values consist of, as far as their columns are read by codecs.
  var parts: [ColumnCodec] { [] }

  /// Whether someone learns that a value is read: reading it calls a hook or an initialiser of the program, or reports
  /// what it leaves out.
  var isReadingNoticed: Bool { awakes }

  /// Whether someone learns that a value, or one inside of it, is read.
  final var isReadingInsideNoticed: Bool {
    var (known, waiting): (Set<ObjectIdentifier>, [ColumnCodec]) = ([], [self])
    while let codec = waiting.popLast() {
      guard known.insert(ObjectIdentifier(codec)).inserted else { continue }
      if codec.isReadingNoticed { return true }
      waiting += codec.parts
    }
    return false
  }

  /// Whether values are small and own nothing, like numbers.
  var isScalar: Bool { false }

  /// The size of a value in bytes, if it consists of numbers of fixed width, without gaps, that packing would not
  /// shrink.
  var rawByteCount: Int? { nil }

  /// Reads the next `count` values of a column.
  final func read(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard count > 0 else { return }
    guard count <= column.count - column.position else {
      throw RowError(row: nil, context.malformed("\(count) more values in a column", "fewer"))
    }
    // Nodes do not distinguish some types, so their columns may be of another kind than those of the type.
    let isOfNodes = context.isFromNodes || column.kind == .tree && !isOptional || readsNodes(of: column.kind)
    if isOfNodes, let trees { return try trees.decode(column, into: place, count: count, in: context) }
    try decodeForms(column, into: place, count: count, in: context)
    guard let awake = unsafe awake else { return }
    do {
      // The hook may read the instances that the value refers to.
      try context.completeInstances()
    } catch {
      memory.destroy(place, count)
      throw RowError(row: nil, wrapping: error)
    }
    try unsafe self.awake(place, count: count, by: awake)
  }

  private func decodeForms(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    if column.kind == .optional, !isOptional {
      // The field was optional, and is now required. This works as long as no value is missing.
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
