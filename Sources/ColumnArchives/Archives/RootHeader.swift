/// How archives of a type begin: the first bytes, and the columns that they state.
struct RootHeader {
  let schema: Schema
  let bytes: [UInt8]

  init(isSequence: Bool, className: String, _ schema: Schema) {
    self.schema = schema
    bytes = ColumnFormat.header(isSequence: isSequence, className: className, schema)
  }

  /// Whether raw records are records, whose fields have columns of their own.
  var dividesRawRecords: Bool { !schema.nodes.contains { $0.kind == .rawRecord } }
}
