package import ArchiveBytes

/// A class, and the classes below it that it lists, by their names in archives.
package final class ObjectFamily {
  /// The class itself first.
  package private(set) var members: [any ArchivableObject.Type] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var names: [String: Int] = [:]
  /// The members by their former names; those that several classes had lead to none.
  private var formerNames: [String: Int?] = [:]

  /// The family of a class.
  ///
  /// - Throws: ``ArchiveError/Code/unsupported`` when a class is listed that is not below the one that lists it, or two
  ///   classes have one name.
  package init(_ type: any ArchivableObject.Type) throws { try add(type) }

  private func add(_ type: any ArchivableObject.Type) throws {
    guard numbers[ObjectIdentifier(type)] == nil else { return }
    numbers[ObjectIdentifier(type)] = members.count
    let schema = type.archiveSchema
    if let other = names.updateValue(members.count, forKey: schema.className) {
      throw ArchiveError(
        .unsupported, expected: "classes with names of their own in archives",
        found: "“\(schema.className)”, the name of \(members[other]) and of \(type)",
        advice: "Set the name of one: @Archivable(className: …).")
    }
    for name in schema.formerClassNames {
      formerNames[name] = .some(formerNames[name] == nil ? members.count : nil)
    }
    members.append(type)
    for subclass in type.archiveSubclasses {
      guard Self.isClass(subclass, below: type) else {
        throw ArchiveError(
          .unsupported, expected: "classes below \(type) among its archiveSubclasses", found: "\(subclass)",
          advice: "List a class at the one that it inherits from.")
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

  /// Whether instances of just this class belong here.
  package func contains(_ type: any ArchivableObject.Type) -> Bool { numbers[ObjectIdentifier(type)] != nil }

  /// The class that archives call by a name, today or formerly.
  package func member(named name: String) -> (any ArchivableObject.Type)? {
    (names[name] ?? formerNames[name] ?? nil).map { members[$0] }
  }

  /// The names of the classes today, for errors.
  package var classNames: [String] { members.map { $0.archiveSchema.className } }

  /// What it costs to make the error for an object of a class that is not among them.
  package func mismatchWork(found name: String) -> Int {
    classNames.reduce(name.utf8.count) { $0 + nearestNameWork(from: name, to: $1) }
  }

  /// The error for an object of a class that is not among them.
  package func mismatch(found name: String) -> ArchiveError {
    let near = nearestName(to: name, among: classNames)
    return ArchiveError(
      .classMismatch,
      expected: "an object of class \(classNames.joined(separator: " or "))", found: "one of class \(name)",
      advice: (near.map { "Perhaps \($0) is meant. " } ?? "")
        + "A class below \(members[0]) is read when its archiveSubclasses list it.")
  }
}

/// The families of the classes that one coder has met.
package struct ObjectFamilies {
  private var families: [ObjectIdentifier: ObjectFamily] = [:]

  package init() {}

  package mutating func family(of type: any ArchivableObject.Type) throws -> ObjectFamily {
    if let known = families[ObjectIdentifier(type)] { return known }
    let family = try ObjectFamily(type)
    families[ObjectIdentifier(type)] = family
    return family
  }

  /// Checks that an instance may be stored where a class is asked for.
  package mutating func check(_ type: any ArchivableObject.Type, isOneOf base: any ArchivableObject.Type)
    throws
  {
    if type == base { return }
    guard try family(of: base).contains(type) else {
      throw ArchiveError(
        .unsupported, expected: "an instance of \(base) or of a class that it lists", found: "one of \(type)",
        advice: "List it in the archiveSubclasses of \(base); the class itself needs @Archivable as well.")
    }
  }
}
