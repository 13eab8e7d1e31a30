/// What the format says of a kind of columns. Schemas and inspection ask this; how a kind is opened is in `Columns`, and
/// how it becomes nodes in `Nodes`.
struct ColumnTraits {
  /// The name of a value in errors, such as `a boolean`.
  let value: String
  /// The name of the kind in inspections, such as `boolean`.
  let name: String
  /// What a schema stores after the byte of the kind.
  let content: SchemaContent
  /// The size of a value in a raw record; `nil` for kinds that cannot be part of one.
  let rawSize: RawSize?

  init(_ value: String, _ name: String, _ content: SchemaContent = .nothing, raw: RawSize? = nil) {
    (self.value, self.name, self.content, rawSize) = (value, name, content, raw)
  }

  /// The size of a value in a raw record.
  enum RawSize {
    /// A number of bytes.
    case bytes(Int)
    /// The number of bytes that the schema states.
    case stated
  }
}

/// What a schema stores for a column after the byte of its kind.
enum SchemaContent {
  case nothing
  /// The size of a value in bytes.
  case byteCount
  /// The child column.
  case child
  /// The child column, a record of a key and a value.
  case entries
  case fields
  /// Fields of a fixed width.
  case rawFields
  /// The names of the cases, and the fields of each.
  case cases
  /// The number of a type that was described earlier.
  case reference
}

extension ColumnKind {
  var traits: ColumnTraits {
    switch self {
    case .bool: ColumnTraits("a boolean", "boolean")
    case .signed: ColumnTraits("an integer", "integer")
    case .unsigned: ColumnTraits("an integer", "unsigned integer", raw: .bytes(1))
    case .float: ColumnTraits("a number", "float", raw: .bytes(4))
    case .double: ColumnTraits("a number", "double", raw: .bytes(8))
    case .date: ColumnTraits("a date", "date", raw: .bytes(8))
    case .string: ColumnTraits("a string", "string")
    case .data: ColumnTraits("data", "data")
    case .bytes: ColumnTraits("bytes of a fixed count", "bytes", .byteCount, raw: .stated)
    case .optional: ColumnTraits("an optional", "optional", .child)
    case .array: ColumnTraits("an array", "array", .child)
    case .set: ColumnTraits("a set", "set", .child)
    case .dictionary: ColumnTraits("a dictionary", "dictionary", .entries)
    case .record: ColumnTraits("a record", "record", .fields)
    case .rawRecord: ColumnTraits("a record", "raw record", .rawFields, raw: .stated)
    case .cases: ColumnTraits("an enumeration", "enumeration", .cases)
    case .tree: ColumnTraits("a tree", "tree")
    case .reference: ColumnTraits("a record", "reference", .reference)
    case .instance: ColumnTraits("an instance", "instance")
    }
  }

  /// The size of a floating-point number of this kind in bytes.
  var floatSize: Int { self == .float ? 4 : 8 }
}

extension SchemaNode {
  /// The size of a value inside a raw record, in bytes, or `nil` for kinds that cannot be part of one.
  var rawByteCount: Int? {
    switch kind.traits.rawSize {
    case .bytes(let count): count
    case .stated: byteCount
    case nil: nil
    }
  }
}
