/// What an archive says about a record: its class name and the names of its fields.
///
/// These names are format. They stay the same when Swift names change, and tests pin them by fixtures. Where one has to
/// change, the older one is listed, so that archives that have it are still read.
public struct ArchiveSchema: Sendable, Hashable {
  /// The class name written into keyed archives.
  public let className: String
  /// Older class names that are read as this type, such as that of a replaced Objective-C class.
  public let formerClassNames: [String]
  /// The class names above the type's own in a keyed archive's `$classes`, nearest first; `NSObject` last.
  public let superclassNames: [String]
  /// One case without a name for a struct; every case of an enumeration.
  public let cases: [Case]
  /// Whether ``cases`` are those of an enumeration.
  public let isEnumeration: Bool
  /// Whether the type is an enumeration none of whose cases has associated values. Its values are stored as the name
  /// of their case alone.
  public let isPlainEnumeration: Bool
  /// The version of a struct; 1 for every enumeration.
  ///
  /// Version 1 is not stored, so archives without one are of it. A higher version is stored with each record, as one
  /// more field named ``versionKey``. A record of an older version is upgraded when the type is
  /// ``ArchiveUpgradable``, and read by the names of its fields when it is not.
  public let version: Int
  /// Whether records of a newer version than ``version`` are read, by the names of their fields. By default they are
  /// an error, ``ArchiveError/Code/newerVersion``.
  public let acceptsNewerVersions: Bool
  /// Where the fields of each property that is stored flat begin.
  private var compositionPositions: [Int] = []

  /// A set of fields that are stored together.
  public struct Case: Sendable, Hashable {
    /// The case's name in archives; empty for a struct.
    public let name: String
    /// Older names of the case, which are read as this one.
    public let formerNames: [String]
    /// The stored names of the fields, in the order of their positions.
    public let fields: [String]
    /// Older names of fields, by the present name. A field that an archive lacks is looked for under these, in order.
    public let formerFields: [String: [String]]

    /// Creates a case of an enumeration, with the names of its associated values.
    public init(
      _ name: String, formerly: [String] = [], fields: [String] = [], formerFields: [String: [String]] = [:]
    ) {
      self.name = name
      self.formerNames = formerly
      self.fields = fields
      self.formerFields = formerFields
      assert(
        Self.areDistinct(fields, formerFields),
        "a former name is that of another field, is listed twice, or belongs to no field")
    }

    private static func areDistinct(_ fields: [String], _ formerFields: [String: [String]]) -> Bool {
      let names = fields + formerFields.values.joined()
      return formerFields.isEmpty
        || Set(names).count == names.count && formerFields.keys.allSatisfy(fields.contains)
    }
  }

  /// The key under which an enumeration with associated values stores the name of its case.
  public static let caseKey = "enum.case"

  /// The name of the field that holds a record's version when it is higher than 1. It is the format's own, and no
  /// field of a type has it.
  public static let versionKey = "archive.version"

  /// Describes a struct.
  ///
  /// - Parameters:
  ///   - className: The class name in keyed archives; unique among the types of one archive.
  ///   - formerly: Older class names to read as this type.
  ///   - fields: The stored names of the fields, without duplicates.
  ///   - formerFields: Older names of fields, by the present name. A field that an archive lacks is looked for under
  ///     these, in order. None is the name of another field.
  ///   - compositions: Properties whose own fields are stored flat; these fields follow the others, in order.
  ///   - version: The version of the type, at least 1.
  ///   - acceptsNewerVersions: Whether records of newer versions are read.
  public init(
    className: String, formerly: [String] = [], fields: [String], formerFields: [String: [String]] = [:],
    compositions: [Composition] = [], version: Int = 1, acceptsNewerVersions: Bool = false
  ) {
    self.init(
      className: className, formerly: formerly, superclasses: ["NSObject"],
      fields: fields + compositions.flatMap(\.fields),
      formerFields: compositions.reduce(into: formerFields) { names, composition in
        names.merge(composition.formerFields) { first, _ in first }
      }, version: version, acceptsNewerVersions: acceptsNewerVersions)
    var position = fields.count
    for composition in compositions {
      compositionPositions.append(position)
      position += composition.fields.count
    }
  }

  /// Describes a class.
  ///
  /// - Parameters:
  ///   - fields: The stored names of the fields of the class itself, which follow those of the classes above it. No class
  ///     above has a field of the same name.
  ///   - superclass: The schema of the class above, when that is archived as well.
  public init(
    className: String, formerly: [String] = [], fields: [String], formerFields: [String: [String]] = [:],
    superclass: ArchiveSchema
  ) {
    precondition(
      Set(fields).isDisjoint(with: superclass.cases[0].fields),
      "\(className) and \(superclass.className) have fields of one name: give one another, by @Stored(\"…\")")
    self.init(
      className: className, formerly: formerly,
      superclasses: [superclass.className] + superclass.superclassNames,
      fields: superclass.cases[0].fields + fields,
      formerFields: formerFields.merging(superclass.cases[0].formerFields) { own, _ in own })
  }

  /// Describes an enumeration.
  public init(className: String, formerly: [String] = [], cases: [Case]) {
    self.className = className
    self.formerClassNames = formerly
    self.superclassNames = ["NSObject"]
    self.cases = cases
    self.isEnumeration = true
    self.isPlainEnumeration = cases.allSatisfy(\.fields.isEmpty)
    self.version = 1
    self.acceptsNewerVersions = false
  }

  package init(
    className: String, formerly: [String], superclasses: [String], fields: [String],
    formerFields: [String: [String]] = [:], version: Int = 1, acceptsNewerVersions: Bool = false
  ) {
    precondition(version > 0, "the version of \(className) must be 1 or more")
    assert(
      !fields.contains(Self.versionKey), "“\(Self.versionKey)” is the name of the version, not of a field")
    self.className = className
    self.formerClassNames = formerly
    self.superclassNames = superclasses
    self.cases = [Case("", fields: fields, formerFields: formerFields)]
    self.isEnumeration = false
    self.isPlainEnumeration = false
    self.version = version
    self.acceptsNewerVersions = acceptsNewerVersions
  }

  /// The position of the first field of a property that is stored flat, by its index among these.
  public func position(ofComposition index: Int) -> Int { compositionPositions[index] }

  /// The index of the case that archives call `name`, today or formerly.
  package func caseIndex(named name: String) -> Int? {
    cases.firstIndex { $0.name == name } ?? cases.firstIndex { $0.formerNames.contains(name) }
  }

  /// Whether an object whose class has this name can be read as the type.
  public func accepts(className name: String) -> Bool {
    name == className || formerClassNames.contains(name)
  }
}
