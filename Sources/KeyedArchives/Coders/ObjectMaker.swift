package import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// How an unarchiver creates the objects of a class.
enum ObjectMaker {
  /// A value in its wrapper.
  case value(any ArchiveWrapper.Type)
  /// An object that reads its own parts.
  case object(any NSCoding.Type)
  case foundation(FoundationClass, isMutable: Bool)
  case record(any ArchiveRecord.Type)
  /// An `NSValue`, read by the record for its kind of structure.
  case structure

  /// The decision for a list of allowed classes. The maker is `nil` if none of them may be created.
  struct Decision {
    let allowed: [AnyClass]
    let maker: ObjectMaker?

    func isFor(_ classes: [AnyClass]) -> Bool { allowed.elementsEqual(classes) { $0 == $1 } }
  }
}

extension KeyedUnarchiver {
  /// Opens the dictionary at the reader's place. Returns its shape and the offset of its value references.
  func openObject() throws -> (shape: DictionaryShape, values: Int) {
    let (shape, values) = try reader.openDictionary()
    // An object that is not an entry of `$objects` is created on each visit.
    try reader.charge(64 &* (1 &+ shape.count))
    return (shape, values)
  }

  /// Returns the reference to the class record of the object at the reader's place; `nil` for a plain value.
  func classReference() throws -> Int? {
    let plist = reader.plist
    guard plist.kind(at: reader.place.offset) == BinaryPlist.Kind.dictionary else { return nil }
    let (shape, values) = try openObject()
    guard shape.classPosition >= 0 else { throw reader.withoutClass() }
    return try plist.reference(at: values &+ shape.classPosition &* plist.referenceSize)
  }

  /// Returns the name in the class record at a reference.
  func className(at reference: Int) throws -> String {
    let offset = try reader.table.resolve(reference).offset
    return try reader.className(at: offset)
  }

  /// Returns the maker for objects with the class record at a reference, decided once per list of allowed classes.
  func maker(forClassAt reference: Int, allowed: [AnyClass]) throws -> ObjectMaker? {
    if let known = makers[reference]?.first(where: { $0.isFor(allowed) }) { return known.maker }
    let maker = try maker(named: className(at: reference), allowed: allowed)
    makers[reference, default: []].append(ObjectMaker.Decision(allowed: allowed, maker: maker))
    return maker
  }

  /// Returns the maker for objects with a class name in the archive; `nil` if they would be of none of the allowed
  /// classes.
  private func maker(named name: String, allowed: [AnyClass]) throws -> ObjectMaker? {
    func allows(_ type: AnyClass) -> Bool { allowed.contains { Self.descends(type, from: $0) } }
    if let type = classes[name], allows(type) { return try maker(of: type) }
    // Foundation's value types come before its classes, which read their data without checks.
    if let (known, isMutable) = FoundationClass.named[name], known.classes.contains(where: allows) {
      return .foundation(known, isMutable: isMutable)
    }
    if name == "NSValue", allows(NSValue.self) { return .structure }
    if let record = FoundationRecords.types.first(where: {
      $0.archiveSchema.accepts(className: name) && $0.archiveClasses.contains(where: allows)
    }) {
      return .record(record)
    }
    let named = allowed.filter { !Self.isFoundations($0) && ArchiveClassNames.accepts(name, as: $0) }
    if let type = named.first {
      if let other = named.first(where: {
        ($0 is any ArchiveWrapper.Type) != (type is any ArchiveWrapper.Type)
      }) {
        try reader.locating { throw ArchiveError.twoClasses(named: name, "\(type)", "\(other)") }
      }
      return try maker(of: type)
    }
    // As in Apple's coders, a Foundation class can replace its superclass.
    guard let type = Self.foundationSubclasses[name],
      allowed.contains(where: { $0 != NSObject.self && Self.descends(type, from: $0) })
    else { return nil }
    return try maker(of: type)
  }

  private func maker(of type: AnyClass) throws -> ObjectMaker {
    if let wrapper = type as? any ArchiveWrapper.Type { return .value(wrapper) }
    guard !FoundationFaults.concern(type) else {
      throw reader.failure(
        .unsupported, expected: "an object that can be read on Linux", found: "one of class \(type)",
        advice: .changeCode(
          "Foundation there ends the program if such an object is damaged. Read it as a node."))
    }
    guard let coding = type as? any NSCoding.Type,
      !requiresSecure || (type as? any NSSecureCoding.Type)?.supportsSecureCoding == true
    else {
      throw reader.failure(
        .unsupported, expected: "a class that supports secure coding", found: "\(type)",
        advice: .changeCode("Conform the class to NSSecureCoding."))
    }
    return .object(coding)
  }

  /// Foundation's subclasses of classes that fields and class lists name, by name. (Looking up a class by an
  /// arbitrary name takes milliseconds on Linux.)
  private static let foundationSubclasses: [String: AnyClass] = {
    let classes: [AnyClass] = [
      NSMutableAttributedString.self, NSMutableCharacterSet.self, Dimension.self, UnitAcceleration.self,
      UnitAngle.self, UnitArea.self, UnitConcentrationMass.self, UnitDispersion.self, UnitDuration.self,
      UnitElectricCharge.self, UnitElectricCurrent.self, UnitElectricPotentialDifference.self,
      UnitElectricResistance.self, UnitEnergy.self, UnitFrequency.self, UnitFuelEfficiency.self,
      UnitIlluminance.self, UnitInformationStorage.self, UnitLength.self, UnitMass.self, UnitPower.self,
      UnitPressure.self, UnitSpeed.self, UnitTemperature.self, UnitVolume.self,
    ]
    return Dictionary(uniqueKeysWithValues: classes.map { (NSStringFromClass($0), $0) })
  }()

  /// Returns whether the unarchiver creates objects of the class itself.
  private static func isFoundations(_ type: AnyClass) -> Bool {
    FoundationClass.allCases.contains { known in known.classes.contains { $0 == type } }
      || type == NSObject.self || type == NSNumber.self
  }

  static func descends(_ type: AnyClass, from ancestor: AnyClass) -> Bool {
    type == ancestor || (type as? NSObject.Type)?.isSubclass(of: ancestor) ?? false
  }

  static func isOne(_ object: AnyObject, of classes: [AnyClass]) -> Bool {
    classes.contains { descends(type(of: object), from: $0) }
  }

  static func names(of classes: [AnyClass]) -> String {
    "an object of class "
      + classes.map { ArchiveClassNames.stableName(of: $0) ?? "\($0)" }.joined(separator: " or ")
  }
}

extension ArchiveError {
  /// The error for a class name in an archive that two classes claim.
  package static func twoClasses(named name: String, _ first: String, _ second: String) -> ArchiveError {
    ArchiveError(
      .classMismatch, expected: "one class with the name “\(name)” in archives",
      found: "\(first) and \(second)",
      advice: .changeCode(
        "Rename the class that the struct replaces, with @objc(Old…) or in its source, or remove it. Or give the struct a "
          + "new className, and list \(name) in formerly:."))
  }
}

/// The names of classes in archives.
enum ArchiveClassNames {
  /// Returns the names of a class and its superclasses, nearest first, `NSObject` last.
  ///
  /// - Parameter renamed: The name set for the class itself, if any.
  /// - Throws: ``ArchiveError/Code/unsupported`` if the class has no stable name.
  static func chain(of type: AnyClass, renamed: String? = nil) throws -> [String] {
    var names = [try renamed ?? name(of: type)]
    var current: AnyClass? = superclass(of: type)
    while let ancestor = current {
      // Omits a superclass without a stable name; only the name of the class itself is required.
      if let name = stableName(of: ancestor) { names.append(name) }
      current = superclass(of: ancestor)
    }
    return names
  }

  private static func superclass(of type: AnyClass) -> AnyClass? {
    #if canImport(ObjectiveC)
      class_getSuperclass(type)
    #else
      (type as? NSObject.Type)?.superclass
    #endif
  }

  static func name(of type: AnyClass) throws -> String {
    guard let name = stableName(of: type) else {
      throw ArchiveError(
        .unsupported, expected: "a top-level class", found: "the class \(String(reflecting: type))",
        advice: .changeCode(
          "Nested, private and generic classes have no stable name; set one with setClassName(_:for:)."))
    }
    return name
  }

  /// Returns the class name that other programs and later builds recognise; `nil` if the class has none.
  static func stableName(of type: AnyClass) -> String? {
    if let coding = type as? any ArchiveWrapper.Type { return schema(of: coding).className }
    return hasStableName(type) ? NSStringFromClass(type) : nil
  }

  /// Returns whether other programs and later builds recognise the runtime's name of the class.
  private static func hasStableName(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      // A class with a mangled name is nested, private or generic, and has no name from `@objc(…)`.
      !NSStringFromClass(type).hasPrefix("_Tt")
    #else
      // `NSStringFromClass` crashes for such classes; their full names reveal them.
      let name = String(reflecting: type)
      return name.split(separator: ".").count == 2 && !name.contains { "<(".contains($0) }
    #endif
  }

  /// Returns whether an object with this class name in an archive may be read as `type`.
  static func accepts(_ name: String, as type: AnyClass) -> Bool {
    if let coding = type as? any ArchiveWrapper.Type { return schema(of: coding).accepts(className: name) }
    return stableName(of: type) == name
  }

  private static func schema<Coding: ArchiveWrapper>(of type: Coding.Type) -> ArchiveSchema {
    Coding.Value.archiveSchema
  }
}
