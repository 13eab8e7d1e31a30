internal import ArchiveValues

/// How the fields of a type are laid out in the dictionaries of one shape.
///
/// All objects of a class share the same key references in a file, so keys are matched to fields once a shape; for
/// every further object of the shape, one comparison of its key bytes finds the plan.
struct RecordPlan {
  /// What is needed for every object.
  var core: Core

  /// The part of a plan that is needed for every object, without references, so that it is read in place.
  struct Core {
    /// Where the key references of the first object of the shape are.
    var keysStart = 0
    /// How many entries the dictionary has; -1 stands for no plan.
    var entryCount = -1
    /// The position of `$class` among the entries; -1 when there is none.
    var classPosition = -1
    /// The reference to `$class` that was found to name the right class, or -1.
    var verifiedClass = -1
    /// The slots of a struct, the same as `slotBases[0]`.
    var structSlots = -1
    /// The position of the version of a struct among the entries; -1 when there is none.
    var versionPosition = -1
    /// The reference to a version that was found to be that of the type, or one that it accepts; -1 before.
    var verifiedVersion = -1
    /// Whether the version of a record matters: there is one, or the type has one.
    var isVersioned = false
  }

  /// For each case of the schema, where its slots begin in `ObjectTableReader.slots`; -1 until the case is first met.
  var slotBases: [Int]
  /// The position of the name of an enumeration's case; -1 when there is none.
  let casePosition: Int
}

extension ArchiveSchema.Case {
  /// For each field, the position of its present name among the keys, else that of the first former name that is
  /// there; -1 when there is none.
  func slots(among keys: [String]) -> [Int32] {
    let positions = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { $1 })
    func position(_ name: String) -> Int? { positions[ObjectTableWriter.escaped(name)] }
    return fields.map { field in
      let found =
        position(field) ?? formerFields[field]?.lazy.compactMap { position($0) }.first
      return Int32(found ?? -1)
    }
  }
}

/// What a reader knows of one Swift type, or of a Foundation class it reads itself.
struct ReaderType {
  let schema: ArchiveSchema
  let isEnumeration: Bool
  let hooks: DecodingHooks
  /// Whether records are whole as soon as their fields are read: they need not be awoken, and no version is stored.
  let isPlain: Bool
  /// Whether there is a hook for decoded records.
  let awakes: Bool
  /// Whether it is a class that lists others below it.
  var hasSubclasses = false
  /// The names of the cases, by themselves so that the search passes over nothing else.
  private let caseNames: [String]
  var plans: [RecordPlan] = []
  /// The core of the plan used last, and its number.
  var recent = RecordPlan.Core()
  var recentNumber = 0

  init(schema: ArchiveSchema, hooks: DecodingHooks = .none) {
    self.schema = schema
    self.hooks = hooks
    awakes = hooks.awake != nil
    isPlain = !awakes && schema.version == 1
    isEnumeration = schema.isEnumeration
    caseNames = schema.cases.map(\.name)
  }

  /// The index of the case that archives call `name`, today or formerly.
  func caseIndex(named name: String) -> Int? {
    caseNames.firstIndex(of: name) ?? schema.caseIndex(named: name)
  }
}

/// The Foundation classes whose layout the reader knows itself, as the first entries of its types.
enum FoundationClass: Int, CaseIterable {
  case date, data, string, array, set, dictionary, null

  var schema: ArchiveSchema {
    func schema(_ name: String, _ others: [String], _ fields: [String]) -> ArchiveSchema {
      ArchiveSchema(className: name, formerly: others, fields: fields)
    }
    return switch self {
    case .date: schema("NSDate", [], ["NS.time"])
    case .data: schema("NSData", ["NSMutableData"], ["NS.data"])
    case .string: schema("NSString", ["NSMutableString"], ["NS.string"])
    case .array:
      schema("NSArray", ["NSMutableArray", "NSOrderedSet", "NSMutableOrderedSet"], ["NS.objects"])
    case .set:
      schema(
        "NSSet", ["NSMutableSet", "NSCountedSet", "NSOrderedSet", "NSMutableOrderedSet"], ["NS.objects"])
    case .dictionary: schema("NSDictionary", ["NSMutableDictionary"], ["NS.keys", "NS.objects"])
    case .null: schema("NSNull", [], [])
    }
  }
}
