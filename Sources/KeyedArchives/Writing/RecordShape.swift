internal import ArchiveValues

/// The keys and the class that dictionaries of one kind share in an archive.
///
/// A shape is created once per type and case; each record then costs only its values.
struct RecordShape {
  /// The key strings, as direct references, in the order of the fields.
  var keys: [UInt32]
  /// The class record in `$objects`; `none` for a dictionary without `$class`. It is `unresolved` until first needed,
  /// so that class records follow the objects they describe, as in Apple's archives.
  var classObject: Int
  /// The class name and those of its superclasses, nearest first.
  var classNames: [String]
  /// The names of the fallback classes, for readers that do not know the class.
  var fallbackNames: [String] = []
  /// Whether the class record lists the superclasses, as nearly all do.
  var listsClasses = true

  static let none = -1
  static let unresolved = -2

  /// The number of values in a record of the shape, without its class.
  var fieldCount: Int { keys.count }
  /// The number of entries in its dictionary.
  var entryCount: Int { classObject == Self.none ? keys.count : keys.count + 1 }
}

/// What a writer knows about one Swift type.
struct RecordType {
  let schema: ArchiveSchema
  /// The name of its class in this archive.
  let className: String
  /// The shape of each of the schema's cases; -1 until the case first occurs.
  var shapes: [Int]
  /// The shape of a struct, equal to `shapes[0]`; stored separately because every record needs it.
  var structShape = -1
  /// Whether records store a version, after the fields.
  let hasVersion: Bool

  init(schema: ArchiveSchema, className: String? = nil) {
    self.schema = schema
    hasVersion = schema.version > 1
    self.className = className ?? schema.className
    self.shapes = Array(repeating: -1, count: schema.cases.count)
  }
}
