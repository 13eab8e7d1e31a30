internal import ArchiveBytes
internal import ArchiveValues

/// The keys and the class that dictionaries of one kind share in an archive.
///
/// A shape is created once per type and case; each record then costs only its values.
struct RecordShape {
  /// What tells shapes apart.
  struct Key: Hashable {
    /// The direct numbers of the keys, in the order of the fields.
    let keys: [UInt32]
    let classNumber: Int
  }

  /// The position of its first key in the vocabulary's `shapeKeys`.
  let firstKey: Int
  /// The number of values in a record of the shape, without its class.
  let fieldCount: Int
  /// The number of the class among the writer's; `none` for a dictionary without `$class`.
  let classNumber: Int
  /// The class record in `$objects`; `none` for a dictionary without `$class`. It is `unresolved` until first needed,
  /// so that class records follow the objects they describe, as in Apple's archives.
  var classObject: Int

  static let none = -1
  static let unresolved = -2

  init(firstKey: Int, fieldCount: Int, classNumber: Int) {
    (self.firstKey, self.fieldCount, self.classNumber) = (firstKey, fieldCount, classNumber)
    classObject = classNumber == Self.none ? Self.none : Self.unresolved
  }

  /// The number of entries in its dictionary.
  var entryCount: Int { classObject == Self.none ? fieldCount : fieldCount + 1 }
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

    // The first name tells most classes apart.
    func hash(into hasher: inout Hasher) { names.first.map(ExactName.init)?.hash(into: &hasher) }
  }

  let names: Names
  /// The class record in `$objects`; -1 until an object needs it.
  var object = -1
}

/// Dictionaries with the same keys in every archive.
enum FixedShape: Int {
  case date, array, set, dictionary, null, mutableString, classRecord, root

  var keys: [String] { Self.names[rawValue].keys }
  var classNames: RecordClass.Names { Self.names[rawValue].class }

  private static let names: [(keys: [String], class: RecordClass.Names)] = [
    (["NS.time"], .init(names: ["NSDate", "NSObject"])),
    (["NS.objects"], .init(names: ["NSArray", "NSObject"])),
    (["NS.objects"], .init(names: ["NSSet", "NSObject"])),
    (["NS.keys", "NS.objects"], .init(names: ["NSDictionary", "NSObject"])),
    ([], .init(names: ["NSNull", "NSObject"])),
    (["NS.string"], .init(names: ["NSMutableString", "NSString", "NSObject"])),
    (["$classname", "$classes"], .init(names: [])),
    (["$archiver", "$objects", "$top", "$version"], .init(names: [])),
  ]
}

/// What a writer knows about one Swift type.
struct RecordType {
  let schema: ArchiveSchema
  /// The name of its class in this archive.
  let className: String
  /// For an enumeration, the shape of each case; -1 until the case first occurs.
  var shapes: [Int]
  /// The shape of a struct.
  var structShape = -1
  /// Whether records store a version, after the fields.
  let hasVersion: Bool

  init(schema: ArchiveSchema, className: String? = nil) {
    self.schema = schema
    hasVersion = schema.version > 1
    self.className = className ?? schema.className
    shapes = schema.isEnumeration ? Array(repeating: -1, count: schema.cases.count) : []
  }
}
