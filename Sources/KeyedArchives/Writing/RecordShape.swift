internal import ArchiveBytes
internal import ArchiveValues

/// The keys and the class that dictionaries of one kind share in an archive.
///
/// A shape is created once per type and case; each record then costs only its values.
struct RecordShape {
  /// The numbers of the key strings in the writer's `KeyTable`, in the order of the fields.
  var keys: [UInt32]
  /// The number of its class among the writer's; `none` for a dictionary without `$class`.
  var classNumber: Int
  /// The class record in `$objects`; `none` for a dictionary without `$class`. It is `unresolved` until first needed,
  /// so that class records follow the objects they describe, as in Apple's archives.
  var classObject: Int

  static let none = -1
  static let unresolved = -2

  init(keys: [UInt32], classNumber: Int) {
    self.keys = keys
    self.classNumber = classNumber
    classObject = classNumber == Self.none ? Self.none : Self.unresolved
  }

  /// The number of values in a record of the shape, without its class.
  var fieldCount: Int { keys.count }
  /// The number of entries in its dictionary.
  var entryCount: Int { classObject == Self.none ? keys.count : keys.count + 1 }
}

/// A class that a writer stores records of.
struct RecordClass {
  struct Names: Hashable {
    /// The class name and those of its superclasses, nearest first.
    let names: [String]
    /// The names of the fallback classes, for readers that do not know the class.
    var fallbackNames: [String] = []
    /// Whether the class record lists the superclasses, as nearly all do.
    var listsClasses = true

    static func == (left: Names, right: Names) -> Bool {
      left.listsClasses == right.listsClasses && left.names.haveSameBytes(as: right.names)
        && left.fallbackNames.haveSameBytes(as: right.fallbackNames)
    }
  }

  let names: Names
  /// The class record in the current archive; -1 if there is none.
  var object = -1
  /// The numbers of the names and of the fallback names in the `KeyTable`, once they were noted.
  var nameKeys: [UInt32] = []
  var fallbackKeys: [UInt32] = []

  init(_ names: Names) { self.names = names }
}

/// Dictionaries with the same keys in every archive.
enum FixedShape: Int, CaseIterable {
  case date, array, set, dictionary, null, mutableString, classRecord, root

  var keys: [String] {
    switch self {
    case .date: ["NS.time"]
    case .array, .set: ["NS.objects"]
    case .dictionary: ["NS.keys", "NS.objects"]
    case .null: []
    case .mutableString: ["NS.string"]
    case .classRecord: ["$classname", "$classes"]
    case .root: ["$archiver", "$objects", "$top", "$version"]
    }
  }

  var classNames: [String] {
    switch self {
    case .date: ["NSDate", "NSObject"]
    case .array: ["NSArray", "NSObject"]
    case .set: ["NSSet", "NSObject"]
    case .dictionary: ["NSDictionary", "NSObject"]
    case .null: ["NSNull", "NSObject"]
    case .mutableString: ["NSMutableString", "NSString", "NSObject"]
    case .classRecord, .root: []
    }
  }
}

/// What a writer knows about one Swift type.
struct RecordType {
  let schema: ArchiveSchema
  /// The name of its class in this archive.
  let className: String
  /// The shape of each of the schema's cases in the current archive; -1 until the case first occurs.
  var shapes: [Int]
  /// The shape of a struct, equal to `shapes[0]`; stored separately because every record needs it.
  var structShape = -1
  /// Whether records store a version, after the fields.
  let hasVersion: Bool
  /// For each case, the shape to start with in another archive; -1 until the case first occurs.
  var knownShapes: [Int]

  init(schema: ArchiveSchema, className: String? = nil) {
    self.schema = schema
    hasVersion = schema.version > 1
    self.className = className ?? schema.className
    self.shapes = Array(repeating: -1, count: schema.cases.count)
    knownShapes = shapes
  }

  /// Forgets what belongs to one archive.
  mutating func finishArchive() {
    structShape = -1
    for index in shapes.indices { shapes[index] = -1 }
  }
}
