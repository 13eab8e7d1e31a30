/// How archives of a type begin: the first bytes, and the columns that they state.
///
/// It is a class, as each archive takes it from its type.
final class RootHeader: Sendable {
  let schema: Schema
  let bytes: [UInt8]
  /// Whether raw records are records, whose fields have columns of their own; also if there are none.
  let dividesRawRecords: Bool
  /// The columns of which zones say something; `nil` if there are none, or for a single value.
  let zoneColumns: ZoneColumns?

  init(isSequence: Bool, className: String, _ schema: Schema) {
    self.schema = schema
    bytes = ColumnFormat.header(isSequence: isSequence, className: className, schema)
    dividesRawRecords = !schema.nodes.contains { $0.kind == .rawRecord }
    zoneColumns = isSequence ? ZoneColumns(schema) : nil
  }

  func write(to output: OutputBuffer) { output.append(bytes) }
}
