internal import ArchiveBytes
internal import ArchiveValues

/// The layout of a type's fields in the dictionaries of one shape: keys are matched to fields once for each.
struct RecordPlan {
  /// The data needed for every object.
  var core: Core
  /// The cases of an enumeration.
  var cases: Cases?

  /// The part of a plan needed for every object, without references, so that it can be read in place.
  struct Core {
    /// The offset of the key references of the first object of the shape.
    var keysStart = 0
    /// The number of entries in the dictionary; -1 for no plan.
    var entryCount = -1
    /// The position of `$class` among the entries; -1 if there is none.
    var classPosition = -1
    /// The reference to a `$class` known to name the right class, or -1.
    var verifiedClass = -1
    /// For a struct, the index of its first slot in `ObjectTableReader.slots`.
    var structSlots = -1
    /// The position of a struct's version among the entries; -1 if there is none.
    var versionPosition = -1
    /// The reference to a version known to be the type's, or accepted by it; -1 before.
    var verifiedVersion = -1
    /// Whether to check versions: the record or the type has one.
    var isVersioned = false
  }

  /// Where the cases of an enumeration are in the dictionaries.
  struct Cases {
    let shape: DictionaryShape
    /// For each case, the index of its first slot; -1 until the case first occurs.
    var slotBases: [Int]
    /// The position of the case name; -1 if there is none.
    let position: Int
  }

  /// What tells plans apart.
  struct Key: Hashable {
    let type: Int
    let shape: ObjectIdentifier
  }
}

/// What a reader knows about one Swift type, or about a Foundation class it reads itself.
struct ReaderType {
  let known: KeyedType
  let isEnumeration: Bool
  /// The class of Foundation that the reader reads itself; `nil` for a Swift type.
  let foundationClass: FoundationClass?
  /// Whether records are complete as soon as their fields are read: they have no hook and no stored version.
  let isPlain: Bool
  /// Whether the type has a hook for decoded records.
  let awakes: Bool
  /// Names that a coder has registered for the type.
  var otherNames: [String] = []
  /// Whether it is a class that lists subclasses.
  var hasSubclasses = false
  /// Whether it is a class whose instances may be replaced.
  var isReplaceable = false
  /// The core of the most recently used plan, and its number.
  var recent = RecordPlan.Core()
  var recentNumber = 0
  /// The number of the plan for records with the keys that the library writes; -1 before the first.
  var usualPlan = -1

  var schema: ArchiveSchema { known.schema }
  var hooks: DecodingHooks { known.hooks }

  init(_ known: KeyedType, foundationClass: FoundationClass? = nil) {
    self.known = known
    self.foundationClass = foundationClass
    awakes = known.hooks.awakes
    isPlain = !awakes && known.schema.version == 1
    isEnumeration = known.schema.isEnumeration
  }

  /// Returns the index of the case with this current or former name.
  @inline(__always)  // A call would copy the whole type.
  func caseIndex(named name: String) -> Int? {
    known.caseNames.firstIndex(of: name) ?? known.schema.caseIndex(named: name)
  }
}

extension FoundationClass {
  /// What readers know about the classes.
  static let types = allCases.map {
    ReaderType(KeyedType(FoundationClass.self, $0.schema), foundationClass: $0)
  }
}

extension ArchiveSchema.Case {
  /// Returns, for each field, the position of its current name among the keys, or else of the first former name
  /// present; -1 if there is none.
  func slots(among positions: NamePositions) -> [Int32] {
    func position(_ name: String) -> Int? { positions[name.fieldKey] }
    return fields.map { field in
      let found =
        position(field) ?? formerFields[field]?.lazy.compactMap { position($0) }.first
      return Int32(found ?? -1)
    }
  }
}
