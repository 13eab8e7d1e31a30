/// The names that an archive stores for a record: its class name and the names of its fields.
///
/// These names are part of the format. They stay the same when Swift names change, and tests pin them with fixtures.
/// If a name has to change, list the old name, so that archives with it can still be read.
public struct ArchiveSchema: Sendable, Hashable {
  /// The class name written into keyed archives.
  public let className: String
  /// Older class names to read as this type, such as the name of a replaced Objective-C class.
  package let formerClassNames: [String]
  /// The names of the superclasses in a keyed archive's `$classes`, nearest first, `NSObject` last.
  package let superclassNames: [String]
  /// A struct has one case without a name; an enumeration has all its cases.
  public let cases: [Case]
  /// Whether the type is an enumeration.
  package let isEnumeration: Bool
  /// Whether the type is an enumeration without associated values. Its values are stored as the name of their case
  /// alone.
  package let isPlainEnumeration: Bool
  /// Whether a type is stored as its raw value: an enumeration with one, or a struct whose only field is `rawValue`.
  package let isOfRawValue: Bool
  /// The version of a struct; 1 for every enumeration.
  ///
  /// Version 1 is not stored, so an archive without a version has version 1. A higher version is stored with each
  /// record, in an extra field named `archive.version`. If the type is ``ArchiveUpgradable``, records of older versions
  /// are upgraded; otherwise they are read by the names of their fields.
  public let version: Int
  /// Whether to read records of a newer version than `version`, by the names of their fields. By default, they cause
  /// the error ``ArchiveError/Code/newerVersion``.
  package let acceptsNewerVersions: Bool
  /// For each property that is stored flat, the position of its first field.
  private let compositionPositions: [Int]

  /// A set of fields that are stored together.
  public struct Case: Sendable, Hashable {
    /// The case's name in archives; empty for a struct.
    public let name: String
    /// Older names to read as this case.
    package let formerNames: [String]
    /// The stored names of the fields, in the order of their positions.
    ///
    /// A name that begins with `$$`, or consists of a `$` and digits, gets another `$` here, as in nodes and columns.
    /// There, `$0` is the name of a value that an archive stores without a key.
    public let fields: [String]
    /// The original names, which are the keys for an `NSCoder`.
    package let coderKeys: [String]
    /// Older names of fields, by the current name. If an archive lacks a field, decoders try these names in order.
    package let formerFields: [String: [String]]
    /// Whether unknown cases are read as this case.
    package let isFallback: Bool

    /// Creates a case of an enumeration with the names of its associated values.
    ///
    /// - Parameter isFallback: Whether unknown cases are read as this case, which must not have associated values.
    ///   Without such a case, an unknown case is an error.
    public init(
      _ name: String, formerly: [String] = [], fields: [String] = [], formerFields: [String: [String]] = [:],
      isFallback: Bool = false
    ) {
      self.init(
        name, formerly: formerly, nodeNames: fields.map(\.nodeName), formerFields: formerFields.nodeNames,
        isFallback: isFallback)
    }

    fileprivate init(
      _ name: String, formerly: [String] = [], nodeNames fields: [String], formerFields: [String: [String]],
      isFallback: Bool = false
    ) {
      self.name = name
      self.isFallback = isFallback
      self.formerNames = formerly
      self.fields = fields
      self.formerFields = formerFields
      coderKeys = fields.contains { $0.coderKey != $0 } ? fields.map(\.coderKey) : fields
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
  package static let caseKey = "enum.case"

  /// The name of the field that holds a record's version if it is higher than 1. The format reserves it: no field of a
  /// type can have this name.
  package static let versionKey = "archive.version"

  /// Describes a struct.
  ///
  /// - Parameters:
  ///   - className: The class name in keyed archives. It must be unique among the types of one archive.
  ///   - formerly: Older class names to read as this type.
  ///   - fields: The stored names of the fields, without duplicates.
  ///   - formerFields: Older names of fields, by the current name. If an archive lacks a field, decoders try these
  ///     names in order. None may be the name of another field.
  ///   - version: The version of the type, at least 1.
  ///   - acceptsNewerVersions: Whether to read records of newer versions.
  public init(
    className: String, formerly: [String] = [], fields: [String], formerFields: [String: [String]] = [:],
    version: Int = 1, acceptsNewerVersions: Bool = false
  ) {
    self.init(
      className: className, formerly: formerly, superclasses: ["NSObject"], fields: fields.map(\.nodeName),
      formerFields: formerFields.nodeNames, version: version, acceptsNewerVersions: acceptsNewerVersions)
  }

  /// Describes a class.
  ///
  /// - Parameters:
  ///   - fields: The stored names of the class's own fields, which follow the superclasses' fields. No superclass may
  ///     have a field of the same name.
  ///   - superclass: The schema of the superclass, if the superclass is archived too.
  public init(
    className: String, formerly: [String] = [], fields: [String], formerFields: [String: [String]] = [:],
    superclass: ArchiveSchema
  ) {
    let fields = fields.map(\.nodeName)
    precondition(
      Set(fields).isDisjoint(with: superclass.cases[0].fields),
      "\(className) and \(superclass.className) have fields of the same name: rename one with @Stored(\"…\")")
    self.init(
      className: className, formerly: formerly,
      superclasses: [superclass.className] + superclass.superclassNames,
      fields: superclass.cases[0].fields + fields,
      formerFields: formerFields.nodeNames.merging(superclass.cases[0].formerFields) { own, _ in own })
  }

  /// Describes an enumeration.
  public init(className: String, formerly: [String] = [], cases: [Case]) {
    self.init(className, formerly, ["NSObject"], cases, isEnumeration: true)
  }

  /// Describes a struct or a class. The names have the form used in nodes; see ``Case/fields``.
  package init(
    className: String, formerly: [String], superclasses: [String], fields: [String],
    formerFields: [String: [String]] = [:], compositionPositions: [Int] = [], version: Int = 1,
    acceptsNewerVersions: Bool = false
  ) {
    precondition(version > 0, "the version of \(className) must be 1 or more")
    assert(
      !fields.contains(Self.versionKey), "“\(Self.versionKey)” is the name of the version, not of a field")
    self.init(
      className, formerly, superclasses, [Case("", nodeNames: fields, formerFields: formerFields)],
      isEnumeration: false, compositionPositions, version, acceptsNewerVersions)
  }

  private init(
    _ className: String, _ formerly: [String], _ superclasses: [String], _ cases: [Case], isEnumeration: Bool,
    _ compositionPositions: [Int] = [], _ version: Int = 1, _ acceptsNewerVersions: Bool = false
  ) {
    self.className = className
    self.formerClassNames = formerly
    self.superclassNames = superclasses
    self.cases = cases
    self.isEnumeration = isEnumeration
    self.compositionPositions = compositionPositions
    self.version = version
    self.acceptsNewerVersions = acceptsNewerVersions
    isPlainEnumeration = isEnumeration && cases.allSatisfy(\.fields.isEmpty)
    isOfRawValue = isEnumeration || cases[0].fields == ["rawValue"]
  }

  /// Returns the position of the first field of a property that is stored flat, by its index among such properties.
  public func _position(ofComposition index: Int) -> Int { compositionPositions[index] }

  /// Returns the index of the case with the given stored name, current or former, or otherwise of the fallback case.
  package func caseIndex(named name: String) -> Int? {
    cases.firstIndex { $0.name == name } ?? cases.firstIndex { $0.formerNames.contains(name) }
      ?? cases.firstIndex(where: \.isFallback)
  }

  /// Returns whether an object with this class name can be read as the type.
  public func accepts(className name: String) -> Bool {
    name == className || formerClassNames.contains(name)
  }
}

extension String {
  /// The name of a field in nodes and columns; see ``ArchiveSchema/Case/fields``.
  package var nodeName: String {
    guard utf8.first == UInt8(ascii: "$") else { return self }
    let rest = utf8.dropFirst()
    let isReserved =
      rest.first == UInt8(ascii: "$")
      || !rest.isEmpty && rest.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isReserved ? "$" + self : self
  }

  /// The original name, given its form in nodes.
  package var coderKey: String { utf8.starts(with: "$$".utf8) ? String(dropFirst()) : self }
}

extension [String: [String]] {
  /// The former names of fields by the current names, all in the form used in nodes.
  package var nodeNames: [String: [String]] {
    isEmpty ? self : Dictionary(uniqueKeysWithValues: map { ($0.nodeName, $1.map(\.nodeName)) })
  }
}
