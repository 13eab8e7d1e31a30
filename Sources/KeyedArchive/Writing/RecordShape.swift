internal import ArchiveValues

/// The keys that dictionaries of one kind share in an archive, and the class they name.
///
/// A shape is made once per type and case; each record of it then costs only its values.
struct RecordShape {
  /// The key strings, as direct references, in the order of the fields.
  var keys: [UInt32]
  /// The class record in `$objects`; `none` for a dictionary without `$class`, `unresolved` until it is first needed,
  /// so that class records follow what they describe, as Apple's archiver orders them.
  var classObject: Int
  /// The class name and those of its superclasses, nearest first.
  var classNames: [String]
  /// Those of the classes that a reader may take instead.
  var fallbackNames: [String] = []
  /// Whether the class record says those of the superclasses, as all but a few do.
  var listsClasses = true

  static let none = -1
  static let unresolved = -2

  /// How many values a record of the shape has, besides its class.
  var fieldCount: Int { keys.count }
  /// How many entries its dictionary has.
  var entryCount: Int { classObject == Self.none ? keys.count : keys.count + 1 }
}

/// What a writer knows of one Swift type.
struct RecordType {
  let schema: ArchiveSchema
  /// The name of its class in this archive.
  let className: String
  /// The shape of each of the schema's cases; -1 until the case is first met.
  var shapes: [Int]
  /// The shape of a struct, the same as `shapes[0]`, kept apart because it is needed once a record.
  var structShape = -1
  /// Whether records say a version, behind the fields.
  let hasVersion: Bool

  init(schema: ArchiveSchema, className: String? = nil) {
    self.schema = schema
    hasVersion = schema.version > 1
    self.className = className ?? schema.className
    self.shapes = Array(repeating: -1, count: schema.cases.count)
  }
}
