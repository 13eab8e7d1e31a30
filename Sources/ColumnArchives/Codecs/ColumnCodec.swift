internal import ArchiveValues

/// Writes the columns of one type, and creates the plan steps that read them.
///
/// Each type has one codec, created from its ``ArchiveColumn`` and kept. The codec of a record refers to the codecs
/// of its fields, so codecs form a graph, with a cycle for each recursive type. Codecs do not change after they are
/// published, under the lock of `RootTable`.
///
/// The addresses passed to `encode` must hold initialised values of the codec's type.
protocol ColumnCodec: AnyObject {
  /// The memory layout of the type.
  var memory: ValueMemory { get }

  /// Adds the node of the type to a schema.
  func describe(in schema: inout SchemaBuilder) -> Int

  /// Writes the columns of at least one row. Call ``write(_:to:)`` instead, unless the column is the caller's own.
  func encode(_ rows: Rows, to writer: ColumnWriter) throws

  /// Returns the step that reads columns of a node.
  func step(at node: Int, in plan: PlanBuilder) -> ReadStep

  /// Whether values of the type are read as nodes from columns of a kind that its steps cannot read: for example, a
  /// struct may have been a class, or a class a struct.
  func readsNodes(of kind: ColumnKind) -> Bool

  /// Initialises values for a field that the archive lacks; `nil` if the type has no value for a missing field.
  var fillAbsent: ((Place, Int) -> Void)? { get }

  /// Whether the type's decoding hook, if it has one, is called with each value.
  var callsHook: Bool { get }

  /// Whether `nil` is a value of the type.
  var isOptional: Bool { get }

  /// Whether values are small and own nothing, like numbers.
  var isScalar: Bool { get }

  /// The size of a value in bytes, if it consists of numbers of fixed width, without gaps, that packing would not
  /// shrink.
  var rawByteCount: Int? { get }
}

extension ColumnCodec {
  /// Writes the column of at least one row, and the columns below it, and records its place.
  func write(_ rows: Rows, to writer: ColumnWriter) throws {
    try writer.column { try encode(rows, to: writer) }
  }

  func readsNodes(of kind: ColumnKind) -> Bool { false }
  var fillAbsent: ((Place, Int) -> Void)? { nil }
  var callsHook: Bool { true }
  var isOptional: Bool { false }
  var isScalar: Bool { false }
  var rawByteCount: Int? { nil }

  /// Whether the type has a decoding hook.
  var hasHook: Bool { DecodingHooks(memory.type).awakes }
}
