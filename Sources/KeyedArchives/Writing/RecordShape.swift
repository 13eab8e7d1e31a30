internal import ArchiveBytes
internal import ArchiveValues

/// The keys and the class that dictionaries of one kind share in an archive.
///
/// A shape is created once per type and case; each record then costs only its values.
struct RecordShape {
  /// The positions of the shape's keys in the vocabulary's `shapeKeys`; `$class` is the last.
  let keys: Range<Int>
  /// The number of the class among the writer's; `nil` for a dictionary without `$class`.
  let classNumber: Int?

  /// The number of values in a record of the shape, without its class.
  var fieldCount: Int { classNumber == nil ? keys.count : keys.count - 1 }
}

/// A class whose records a writer stores.
struct RecordClass {
  let names: ClassNames
  /// The class record in `$objects`; -1 until an object needs it. So class records follow the objects they describe, as in
  /// Apple's archives.
  var object = -1
}

/// The Foundation dictionaries in which values are stored.
enum FixedShape: Int {
  case date, array, set, dictionary

  var keys: [ArchiveKey] { Self.all[rawValue].keys }
  var classNames: ClassNames { Self.all[rawValue].class }

  private static let all: [(keys: [ArchiveKey], class: ClassNames)] = [
    (["NS.time"], "NSDate"), (["NS.objects"], "NSArray"), (["NS.objects"], "NSSet"),
    (["NS.keys", "NS.objects"], "NSDictionary"),
  ].map { (keys: [String], name: String) in
    (keys.map(ArchiveKey.init), ClassNames([name, "NSObject"]))
  }
}

/// A writer's facts about one Swift type.
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
