/// How archives of a type begin: the first bytes, and the columns that they state.
///
/// It is a class, as each archive takes it from its type.
final class RootHeader: Sendable {
  let schema: Schema
  let bytes: [UInt8]
  /// Whether raw records are records, whose fields have columns of their own; also if there are none.
  let dividesRawRecords: Bool
  private let entriesOfRuns: [ColumnDirectory.Entry]?

  init(isSequence: Bool, className: String, _ schema: Schema) {
    self.schema = schema
    bytes = ColumnFormat.header(isSequence: isSequence, className: className, schema)
    dividesRawRecords = !schema.nodes.contains { $0.kind == .rawRecord }
    entriesOfRuns = isSequence ? ColumnDirectory(ofRunsIn: schema)?.entries : nil
  }

  func write(to output: OutputBuffer) { output.append(bytes) }

  /// The columns of which runs of batches say something; `nil` if there are none, or too many.
  var columnsOfRuns: ColumnDirectory? { entriesOfRuns.map { ColumnDirectory(entries: $0) } }
}
