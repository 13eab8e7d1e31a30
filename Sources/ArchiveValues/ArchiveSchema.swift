/// What an archive says about a record: its class name and the names of its fields.
///
/// These names are format. They stay the same when Swift names change, and tests pin them by fixtures.
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

  /// A set of fields that are stored together.
  public struct Case: Sendable, Hashable {
    /// The case's name in archives; empty for a struct.
    public let name: String
    /// The stored names of the fields, in the order of their positions.
    public let fields: [String]

    /// Creates a case of an enumeration, with the names of its associated values.
    public init(_ name: String, fields: [String] = []) {
      self.name = name
      self.fields = fields
    }
  }

  /// The key under which an enumeration with associated values stores the name of its case.
  public static let caseKey = "enum.case"

  /// Describes a struct.
  ///
  /// - Parameters:
  ///   - className: The class name in keyed archives; unique among the types of one archive.
  ///   - formerly: Older class names to read as this type.
  ///   - fields: The stored names of the fields, without duplicates.
  public init(className: String, formerly: [String] = [], fields: [String]) {
    self.init(className: className, formerly: formerly, superclasses: ["NSObject"], fields: fields)
  }

  /// Describes an enumeration.
  public init(className: String, formerly: [String] = [], cases: [Case]) {
    self.className = className
    self.formerClassNames = formerly
    self.superclassNames = ["NSObject"]
    self.cases = cases
    self.isEnumeration = true
    self.isPlainEnumeration = cases.allSatisfy(\.fields.isEmpty)
  }

  package init(className: String, formerly: [String], superclasses: [String], fields: [String]) {
    self.className = className
    self.formerClassNames = formerly
    self.superclassNames = superclasses
    self.cases = [Case("", fields: fields)]
    self.isEnumeration = false
    self.isPlainEnumeration = false
  }

  /// Whether an object whose class has this name can be read as the type.
  public func accepts(className name: String) -> Bool {
    name == className || formerClassNames.contains(name)
  }
}
