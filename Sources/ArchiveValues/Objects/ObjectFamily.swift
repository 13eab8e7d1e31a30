package import ArchiveBytes

/// A class and the subclasses that it lists, by their names in archives.
package final class ObjectFamily {
  /// The classes, the listing class first.
  package private(set) var members: [any ArchivableObject.Type] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var names: [String: Int] = [:]
  /// The members by their former names. A former name of several classes maps to `nil`.
  private var formerNames: [String: Int?] = [:]

  /// Collects the family of a class.
  ///
  /// - Throws: ``ArchiveError/Code/unsupported`` if a listed class is not a subclass of the class that lists it, or if
  ///   two classes have the same name.
  package init(_ type: any ArchivableObject.Type) throws { try add(type) }

  private func add(_ type: any ArchivableObject.Type) throws {
    guard numbers[ObjectIdentifier(type)] == nil else { return }
    numbers[ObjectIdentifier(type)] = members.count
    let schema = type.archiveSchema
    if let other = names.updateValue(members.count, forKey: schema.className) {
      throw ArchiveError(
        .unsupported, expected: "classes with distinct names in archives",
        found: "“\(schema.className)”, the name of \(members[other]) and of \(type)",
        advice: .changeCode("Set the name of one: @ArchivableObject(className: …)."))
    }
    for name in schema.formerClassNames {
      formerNames[name] = .some(formerNames[name] == nil ? members.count : nil)
    }
    members.append(type)
    for subclass in type.archiveSubclasses {
      guard Self.isClass(subclass, below: type) else {
        throw ArchiveError(
          .unsupported, expected: "only subclasses of \(type) in its archiveSubclasses", found: "\(subclass)",
          advice: .changeCode("List a class in the archiveSubclasses of its superclass."))
      }
      try add(subclass)
    }
  }

  private static func isClass(_ type: any ArchivableObject.Type, below base: any ArchivableObject.Type)
    -> Bool
  {
    func isBelow<Base: ArchivableObject>(_ base: Base.Type) -> Bool { type is Base.Type }
    return type != base && isBelow(base)
  }

  /// Returns whether the family contains exactly this class.
  package func contains(_ type: any ArchivableObject.Type) -> Bool { numbers[ObjectIdentifier(type)] != nil }

  /// Returns the class with a stored name, current or former.
  package func member(named name: String) -> (any ArchivableObject.Type)? {
    (names[name] ?? formerNames[name] ?? nil).map { members[$0] }
  }

  /// The current names of the classes, for errors.
  package var classNames: [String] { members.map { $0.archiveSchema.className } }

  /// Returns the work of creating the error for an object of a class outside the family.
  package func mismatchWork(found name: String) -> Int {
    classNames.reduce(name.utf8.count) { $0 + nearestNameWork(from: name, to: $1) }
  }

  /// Returns the error for an object of a class outside the family.
  package func mismatch(found name: String) -> ArchiveError {
    let near = nearestName(to: name, among: classNames)
    return ArchiveError(
      .classMismatch,
      expected: "an object of class \(classNames.joined(separator: " or "))", found: "one of class \(name)",
      advice: .changeCode(
        (near.map { "Perhaps \($0) is meant. " } ?? "")
          + "A subclass of \(members[0]) is read only if archiveSubclasses lists it."))
  }
}

/// The families of the classes that one coder has encountered.
package struct ObjectFamilies {
  private var families: [ObjectIdentifier: ObjectFamily] = [:]

  package init() {}

  package mutating func family(of type: any ArchivableObject.Type) throws -> ObjectFamily {
    if let known = families[ObjectIdentifier(type)] { return known }
    let family = try ObjectFamily(type)
    families[ObjectIdentifier(type)] = family
    return family
  }

  /// Checks that an instance of `type` may be stored where `base` is declared.
  package mutating func check(_ type: any ArchivableObject.Type, isOneOf base: any ArchivableObject.Type)
    throws
  {
    if type == base { return }
    guard try family(of: base).contains(type) else {
      throw ArchiveError(
        .unsupported, expected: "an instance of \(base) or of a class that it lists", found: "one of \(type)",
        advice: .changeCode(
          "List it in the archiveSubclasses of \(base); the class itself needs @ArchivableObject as well."))
    }
  }
}
