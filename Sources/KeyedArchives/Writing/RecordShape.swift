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
  let names: ClassNames
  /// The class record in `$objects`; -1 until an object needs it.
  var object = -1
}

/// Dictionaries with the same keys in every archive.
enum FixedShape: Int {
  case date, array, set, dictionary, null, mutableString, classRecord, root

  var keys: [ArchiveKey] { Self.names[rawValue].keys }
  var classNames: ClassNames { Self.names[rawValue].class }

  private static let names: [(keys: [ArchiveKey], class: ClassNames)] = [
    (["NS.time"], ["NSDate", "NSObject"]),
    (["NS.objects"], ["NSArray", "NSObject"]),
    (["NS.objects"], ["NSSet", "NSObject"]),
    (["NS.keys", "NS.objects"], ["NSDictionary", "NSObject"]),
    ([], ["NSNull", "NSObject"]),
    (["NS.string"], ["NSMutableString", "NSString", "NSObject"]),
    (["$classname", "$classes"], []),
    (["$archiver", "$objects", "$top", "$version"], []),
  ].map { (keys: [String], names: [String]) in (keys.map(ArchiveKey.init), ClassNames(names)) }
}

/// What a writer knows about one Swift type.
struct RecordType {
  let known: KeyedType
  /// The class of its objects in this archive.
  let classNames: ClassNames
  let isPlainEnumeration: Bool
  /// For an enumeration, the shape of each case; -1 until the case first occurs.
  var shapes: [Int]
  /// The shape of a struct.
  var structShape = -1
  /// The version that records store after the fields; 1 if they store none.
  let version: Int

  var schema: ArchiveSchema { known.schema }

  init(_ known: KeyedType, className: String? = nil) {
    self.known = known
    var classNames = known.classNames
    if let className { classNames.names[0] = ArchiveKey(className) }
    self.classNames = classNames
    version = known.schema.version
    isPlainEnumeration = known.schema.isPlainEnumeration
    shapes = known.schema.isEnumeration ? Array(repeating: -1, count: known.keys.count) : []
  }
}
