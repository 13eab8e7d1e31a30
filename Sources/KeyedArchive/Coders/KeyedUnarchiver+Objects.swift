internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

// What an unarchiver makes of the objects it meets.
extension KeyedUnarchiver {
  /// Reads the object at the reader's place, which must be of one of the allowed classes.
  func decodePlace(allowed: [AnyClass]) throws -> Any? {
    let number = reader.place.object
    if try reader.decodeNil() {
      // `$null` stands for nothing, an `NSNull` for itself.
      let isNothing = reader.table.isNull(at: reader.place.offset, object: number)
      return !isNothing && allowed.contains { $0 == NSNull.self } ? NSNull() : nil
    }
    if number >= 0, let object = objects[number] {
      guard allowed.contains(where: { type(of: object) is AnyClass && Self.isKind(object, of: $0) }) else {
        throw reader.mismatch(Self.names(of: allowed))
      }
      return object
    }
    if number >= 0, !objectsBeingMade.insert(number).inserted {
      throw reader.failure(
        .cycle, expected: "an object", found: "one that contains itself",
        advice: "Before a class in Swift reads what refers back to it, it must call "
          + "KeyedUnarchiver.willDecodeParts(of: self). Classes marked @Archivable need not.")
    }
    defer { objectsBeingMade.remove(number) }
    let object = try makeObject(allowed: allowed)
    if number >= 0 { objects[number] = object }
    return object
  }

  static func isKind(_ object: Any, of type: AnyClass) -> Bool {
    (object as? NSObject)?.isKind(of: type) ?? false
  }

  func makeObject(allowed: [AnyClass]) throws -> Any {
    guard let name = try reader.placeClassName() else { return try makePlainObject(allowed: allowed) }
    if let type = classes[name], allowed.contains(where: { Self.descends(type, from: $0) }) {
      return try makeObject(of: type, allowed: allowed)
    }
    // Foundation's values before its classes: these read what they find without a check.
    if let object = try makeFoundationObject(name, allowed: allowed) { return object }
    if let type = classToMake(name, allowed: allowed) { return try makeObject(of: type, allowed: allowed) }
    throw ArchiveError(
      .classMismatch, expected: Self.names(of: allowed), found: "an object of class \(name)",
      offset: reader.place.offset,
      advice: "Allow the class, or name the one to read it as by setClass(_:forClassName:).")
  }

  static func names(of classes: [AnyClass]) -> String {
    "an object of class "
      + classes.map { (try? ArchiveClassNames.name(of: $0)) ?? "\($0)" }.joined(separator: " or ")
  }

  /// The class to make for a name in the archive: one of those allowed, or one of Foundation's below them.
  func classToMake(_ name: String, allowed: [AnyClass]) -> AnyClass? {
    if let type = allowed.first(where: { ArchiveClassNames.accepts(name, as: $0) && !Self.isFoundations($0) })
    {
      return type
    }
    // As in Apple's coders, a class of Foundation's stands for the one above it.
    guard let type = Self.foundationSubclasses[name],
      allowed.contains(where: { $0 != NSObject.self && Self.descends(type, from: $0) })
    else { return nil }
    return type
  }

  /// Foundation's classes below others that are named in fields and lists of classes, by their names. (To ask for a
  /// class by any name takes milliseconds on Linux.)
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

  /// Whether the class is one that `makeFoundationObject` makes.
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

  func makeObject(of type: AnyClass, allowed: [AnyClass]) throws -> Any {
    if let wrapper = type as? any ArchiveDecodable.Type { return try unwrap(wrapper) }
    guard let coding = type as? any NSCoding.Type, !FoundationFaults.isAbstract(type),
      !requiresSecure || (type as? any NSSecureCoding.Type)?.supportsSecureCoding == true
    else {
      throw reader.failure(
        .unsupported, expected: "a class that supports secure coding", found: "\(type)",
        advice: "Conform the class to NSSecureCoding.")
    }
    var object: (any NSCoding)?
    try decodeParts(allowed: allowed) {
      if FoundationFaults.allow(type, in: self) { object = coding.init(coder: self) }
    }
    guard let object else {
      throw reader.failure(
        .invalidValue, expected: "an object of class \(type)", found: "fields that it does not accept",
        advice: nil)
    }
    return object
  }

  /// Enters the object at the reader's place, whose parts `body` reads by their keys.
  func decodeParts(allowed: [AnyClass]?, _ body: () -> Void) throws {
    let entries = try reader.keyedEntries()
    let number = reader.place.object
    let enclosing = try reader.enterKeyed()
    frames.append(Frame(entries: Self.dictionary(entries), object: number, allowed: allowed))
    body()
    frames.removeLast()
    reader.leaveKeyed(enclosing)
    if let failure {
      self.failure = nil
      throw failure
    }
  }

  func unwrap<Coding: ArchiveDecodable>(_ type: Coding.Type) throws -> Coding {
    unwrapDepth += 1
    defer { unwrapDepth -= 1 }
    return try withReader { reader in
      let value = try reader.decodeRecord(of: Coding.Value.self)
      // Inside of another value, or of one that a reader reads which lent itself, instances are not complete yet.
      if unwrapDepth == 1, storage != nil { try reader.finishInstances(keepingIdentity: true) }
      return Coding(value)
    }
  }

  /// Lends the reader to code that may come back to this coder for an object.
  func withReader<Result>(_ body: (inout ObjectTableReader) throws -> Result) rethrows -> Result {
    var lent = ObjectTableReader(reader.table, limits: reader.limits)
    swap(&lent, &reader)
    // A reader that lent itself to this coder keeps it, and with it the objects that were met.
    let owned = lent.objectCoder
    lent.objectCoder = self
    defer {
      lent.objectCoder = owned
      swap(&lent, &reader)
    }
    return try body(&lent)
  }
}

extension KeyedUnarchiver {
  /// Gives `body` what is left of the budget of decoded bytes, for what is read by another reader.
  package func spending<Result>(_ body: (inout Int) throws -> Result) rethrows -> Result {
    try body(&reader.budget)
  }
}

extension ObjectTableReader {
  /// Reads an object of a class that conforms to `NSSecureCoding`.
  mutating func decodeObject<Object: NSObject>(of type: Object.Type) throws -> Object {
    let coder = objectCoder ?? KeyedUnarchiver(for: ObjectTableReader(table, limits: limits))
    objectCoder = coder
    // The coder reads with this very reader, and hands it back.
    swap(&self, &coder.reader)
    defer { swap(&self, &coder.reader) }
    let found = try coder.decodePlace(allowed: type.archiveClasses)
    if let object = found as? Object { return object }
    // A mutable class is stored under the name of the other.
    guard let object = (found as? any NSMutableCopying)?.mutableCopy(with: nil) as? Object else {
      throw coder.reader.mismatch("an object of class \(type)")
    }
    if coder.reader.place.object >= 0 { coder.objects[coder.reader.place.object] = object }
    return object
  }

  /// The class name of the object at the current place, or `nil` when it is a plain value.
  mutating func placeClassName() throws -> String? {
    guard table.plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { return nil }
    guard let reference = try keyedEntries().first(where: { $0.key == "$class" })?.reference else {
      throw withoutClass()
    }
    return try className(at: table.resolve(reference).offset)
  }
}
