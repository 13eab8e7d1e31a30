package import ArchiveBytes

/// The instances that an encoder has encountered. Each has a number, and is stored once, after the value that led to
/// it.
///
/// Instances wait in a queue, so storing a chain of references takes no recursion, however long the chain is.
package struct EncodedObjects {
  private var families = ObjectFamilies()
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// All instances, by number. The encoder holds them, so that no new object can get the address of an earlier one.
  private var objects: [any ArchivableObject] = []
  private var isStored: [Bool] = []
  /// The numbers of the instances to store, in order. The first `takenCount` have been taken.
  private var waiting: [Int32] = []
  private var takenCount = 0
  /// The targets of unowned references, each with the error to throw if nothing else stores it.
  private var expected: [(number: Int, error: ArchiveError)] = []

  package init() {}

  /// Whether there are no instances.
  package var isEmpty: Bool { objects.isEmpty }

  /// Returns the number of an instance, and adds it to the instances to store.
  ///
  /// - Parameter base: The declared class of the reference.
  @inline(__always)
  package mutating func number<Object: ArchivableObject>(of object: Object, as base: Object.Type) throws
    -> Int
  {
    let number = try conditionalNumber(of: object, as: base)
    if !isStored[number] {
      isStored[number] = true
      waiting.append(Int32(truncatingIfNeeded: number))
    }
    return number
  }

  /// Returns the number of an instance that is stored only if something else refers to it.
  @inline(__always)
  package mutating func conditionalNumber<Object: ArchivableObject>(
    of object: Object, as base: Object.Type
  ) throws -> Int {
    if type(of: object) == base, let number = numbers[ObjectIdentifier(object)] { return number }
    return try add(object, as: base)
  }

  @inline(never)
  private mutating func add<Object: ArchivableObject>(
    _ object: Object, as base: Object.Type
  ) throws -> Int {
    let type = type(of: object)
    if type != base, try !families.family(of: base).contains(type) {
      throw ArchiveError(
        .unsupported, expected: "an instance of \(base) or of a class that it lists", found: "one of \(type)",
        advice: .changeCode(
          "List it in the archiveSubclasses of \(base); the class itself needs @ArchivableObject as well."))
    }
    if let number = numbers[ObjectIdentifier(object)] { return number }
    numbers[ObjectIdentifier(object)] = objects.count
    objects.append(object)
    isStored.append(false)
    return objects.count - 1
  }

  /// Returns the next instance to store.
  package mutating func next() -> (number: Int, object: any ArchivableObject)? {
    guard takenCount < waiting.count else { return nil }
    let number = Int(waiting[takenCount])
    takenCount += 1
    return (number, objects[number])
  }

  /// Records an unowned reference. It is an error if nothing else stores the instance.
  package mutating func expectStored(_ number: Int, path: [ArchiveError.PathComponent] = []) {
    let name = type(of: objects[number]).archiveSchema.className
    expected.append(
      (
        number,
        ArchiveError(
          .invalidValue, expected: "an instance that something else in the archive holds",
          found: "an instance of \(name) that only unowned references lead to", path: path,
          advice: .changeCode("Archive the instance's owner, or make the reference strong or weak."))
      ))
  }

  /// Checks that the targets of all unowned references were stored. Call it after all instances are stored.
  package func checkExpected() throws {
    for (number, error) in expected where !isStored[number] { throw error }
  }
}

extension ArchiveError.PathComponent {
  /// The start of the paths of errors in the fields of an instance: its class name and its number, because no path from
  /// the root is available.
  package static func instance(_ object: any ArchivableObject, _ number: Int) -> ArchiveError.PathComponent {
    .field("\(type(of: object).archiveSchema.className)#\(number)")
  }
}

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
}
