internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// How an unarchiver creates the objects of a class, decided once per class record and list of allowed classes.
enum ObjectMaker {
  /// A value in its wrapper.
  case value(any ArchiveWrapper.Type)
  /// An object that reads its own parts, and the data it requires.
  case object(any NSCoding.Type, needs: [(key: String, need: FoundationFaults.Need)])
  case foundation(FoundationKind, isMutable: Bool)
  case record(any ArchiveRecord.Type)
  /// One of the records stored as `NSValue`.
  case structure

  struct Decision {
    let allowed: [AnyClass]
    let maker: ObjectMaker

    func isFor(_ classes: [AnyClass]) -> Bool {
      guard allowed.count == classes.count else { return false }
      for position in allowed.indices where allowed[position] != classes[position] { return false }
      return true
    }
  }
}

extension KeyedUnarchiver {
  /// Returns the maker for objects with the class record at a reference, where these classes are allowed.
  func maker(forClassAt reference: Int, allowed: [AnyClass]) throws -> ObjectMaker {
    if let known = makers[reference]?.first(where: { $0.isFor(allowed) }) { return known.maker }
    let maker = try decide(className(at: reference), allowed: allowed)
    makers[reference, default: []].append(ObjectMaker.Decision(allowed: allowed, maker: maker))
    return maker
  }

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
    try reader.className(at: reader.table.resolve(reference).offset)
  }

  private func decide(_ name: String, allowed: [AnyClass]) throws -> ObjectMaker {
    func allows(_ type: AnyClass) -> Bool { allowed.contains { Self.descends(type, from: $0) } }
    if let type = classes[name], allows(type) { return try maker(of: type) }
    // Checks Foundation's value types before its classes: the classes read their data without checks.
    if let kind = FoundationKind.allCases.first(where: { $0.names.contains(name) }),
      kind.classes.contains(where: allows)
    {
      return .foundation(kind, isMutable: name.hasPrefix("NSMutable"))
    }
    if name == "NSValue" { return .structure }
    if let record = FoundationRecords.types.first(where: {
      $0.archiveSchema.accepts(className: name) && $0.archiveClasses.contains(where: allows)
    }) {
      return .record(record)
    }
    if let type = classToMake(name, allowed: allowed) { return try maker(of: type) }
    throw ArchiveError(
      .classMismatch, expected: Self.names(of: allowed), found: "an object of class \(name)",
      offset: reader.place.offset,
      advice: "Allow the class, or register another one for its name with setClass(_:forClassName:).")
  }

  private func maker(of type: AnyClass) throws -> ObjectMaker {
    if let wrapper = type as? any ArchiveWrapper.Type { return .value(wrapper) }
    guard let coding = type as? any NSCoding.Type, !FoundationFaults.isAbstract(type),
      !requiresSecure || (type as? any NSSecureCoding.Type)?.supportsSecureCoding == true
    else {
      throw reader.failure(
        .unsupported, expected: "a class that supports secure coding", found: "\(type)",
        advice: "Conform the class to NSSecureCoding.")
    }
    return .object(coding, needs: FoundationFaults.needs(of: type))
  }

  static func names(of classes: [AnyClass]) -> String {
    "an object of class "
      + classes.map { (try? ArchiveClassNames.name(of: $0)) ?? "\($0)" }.joined(separator: " or ")
  }

  /// Returns the class to create for a name in the archive: an allowed class, or a Foundation subclass of one.
  func classToMake(_ name: String, allowed: [AnyClass]) -> AnyClass? {
    if let type = allowed.first(where: { ArchiveClassNames.accepts(name, as: $0) && !Self.isFoundations($0) })
    {
      return type
    }
    // As in Apple's coders, a Foundation class can replace its superclass.
    guard let type = Self.foundationSubclasses[name],
      allowed.contains(where: { $0 != NSObject.self && Self.descends(type, from: $0) })
    else { return nil }
    return type
  }

  /// Foundation's subclasses of classes that fields and class lists name, by name. (Looking up a class by an
  /// arbitrary name takes milliseconds on Linux.)
  static let foundationSubclasses: [String: AnyClass] = {
    let classes: [AnyClass] = [
      NSMutableAttributedString.self, NSMutableCharacterSet.self, Dimension.self, UnitAcceleration.self,
      UnitAngle.self, UnitArea.self, UnitConcentrationMass.self, UnitDispersion.self, UnitDuration.self,
      UnitElectricCharge.self, UnitElectricCurrent.self, UnitElectricPotentialDifference.self,
      UnitElectricResistance.self, UnitEnergy.self, UnitFrequency.self, UnitFuelEfficiency.self,
      UnitIlluminance.self, UnitInformationStorage.self, UnitLength.self, UnitMass.self, UnitPower.self,
      UnitPressure.self, UnitSpeed.self, UnitTemperature.self, UnitVolume.self,
    ]
    return Dictionary(classes.map { (NSStringFromClass($0), $0) }, uniquingKeysWith: { first, _ in first })
  }()

  /// Returns whether `makeFoundationObject` or `makePlainObject` creates objects of the class.
  static func isFoundations(_ type: AnyClass) -> Bool {
    FoundationKind.allCases.contains { kind in kind.classes.contains { $0 == type } }
      || type == NSObject.self || type == NSNumber.self || type == NSNull.self
  }

  static func descends(_ type: AnyClass, from ancestor: AnyClass) -> Bool {
    var current: AnyClass? = type
    while let candidate = current {
      if candidate == ancestor { return true }
      current = _getSuperclass(candidate)
    }
    return false
  }
}
