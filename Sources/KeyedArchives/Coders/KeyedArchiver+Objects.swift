internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

// How an archiver stores objects and values.
extension KeyedArchiver {
  /// Stores any object or value at the writer's current place, as an object.
  func encodePlace(_ value: Any?) throws {
    guard let value else { return try writer.encodeNil() }
    if let object = Self.object(value) { return try encodeObject(object) }
    let saved = writer.place.mode
    if saved == .inline { writer.place.mode = .boxed }
    defer { writer.place.mode = saved }
    switch value {
    case let value as any ArchiveValue: try withWriter { try $0.encodeOne(value) }
    case let values as [Any]: try encodeCollection(.array, values)
    case let values as Set<AnyHashable>: try encodeCollection(.set, values.map(\.base))
    case let values as [AnyHashable: Any]:
      try encodeCollection(.dictionary, values.keys.map(\.base) + values.values.map { $0 })
    default:
      // An optional inside an `Any`, which may hold an object of a class that is not a field type.
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional { return try encodePlace(mirror.children.first?.value) }
      throw ArchiveError(
        .unsupported, expected: "an object or an archivable value",
        found: "a value of type \(type(of: value))",
        advice: .changeCode("Mark its type @Archivable."))
    }
  }

  /// Returns the value as an object; `nil` if it is a Swift value.
  private static func object(_ value: Any) -> NSObject? {
    guard type(of: value) is AnyClass, let object = value as? NSObject else { return nil }
    #if canImport(ObjectiveC)
      // On this platform, Foundation's collections return a Swift value as an object that casts to the value. On
      // others they return the value.
      if !(object is any NSCoding), (object as Any) is any ArchiveValue { return nil }
    #endif
    return object
  }

  private func encodeObject(_ object: NSObject) throws {
    let saved = writer.place.mode
    if saved == .inline { writer.place.mode = .boxed }
    defer { writer.place.mode = saved }
    var object = object
    if let substitute = substitute(for: object) {
      guard let other = substitute as? NSObject else { return try encodePlace(substitute) }
      object = other
    }
    if let number = identities.number(of: object) { return writer.pending.append(PlistReference.uid(number)) }
    let known = archivedClass(type(of: object))
    if known.isFoundations, try encodeFoundationObject(object) { return }
    guard !isInPlainCollection else {
      throw ArchiveError(
        .unsupported, expected: "strings, numbers and other values in a Foundation collection",
        found: "an object of class \(type(of: object))",
        advice: .changeCode(
          "Decoding creates only classes that the field's type names. Give the field a type "
            + "such as [\(type(of: object))]."))
    }
    guard !requiresSecureCoding || known.secure?.supportsSecureCoding == true else {
      throw notCoding(object)
    }
    if let wrapper = object as? any ArchiveWrapper {
      remember(object)
      // Writes a wrapped value by its schema, which is faster and needs no keys.
      return try encodeWrapped(wrapper)
    }
    guard let coding = object as? any NSCoding else { throw notCoding(object) }
    remember(object)
    try encodeParts(classNames: names(of: object)) { CodingCall.encode(coding, to: self) }
  }

  private func notCoding(_ object: NSObject) -> ArchiveError {
    ArchiveError(
      .unsupported,
      expected: requiresSecureCoding ? "an object that supports secure coding" : "an NSCoding object",
      found: "one of class \(type(of: object))", advice: .changeCode("Conform the class to NSSecureCoding."))
  }

  /// Returns the name of the class under which the object asks to be archived, and the names of its superclasses.
  private func names(of object: NSObject) throws -> ClassNames {
    let type: AnyClass = object.classForKeyedArchiver ?? object.classForCoder
    let known = archivedClass(type)
    if let names = known.names { return names }
    let names = ClassNames(
      try ArchiveClassNames.chain(of: type, renamed: classNames[ObjectIdentifier(type)]))
    known.names = names
    return names
  }

  /// Stores a reference to an object that is stored elsewhere, earlier or later.
  func encodeConditionalPlace(_ value: Any?) throws {
    guard let value, let object = Self.object(value),
      let stored = (substitute(for: object) ?? object) as? NSObject,
      !(stored is NSString || stored is NSNumber || stored is NSNull)
    else { return try encodePlace(value) }
    let number = identities.reference(to: stored, in: &writer!)
    writer.pending.append(PlistReference.uid(number))
  }

  /// Returns the object's replacement, which is the same each time; `nil` if it has none.
  private func substitute(for object: NSObject) -> Any?? {
    if let known = identities.substitute(for: object) { return known }
    let substitute = object.replacementObject(for: self)
    if let same = substitute as? NSObject, same === object { return nil }
    identities.note(substitute, for: object)
    return .some(substitute)
  }

  /// Records that the next entry of `$objects` belongs to this object, so that it is stored once.
  private func remember(_ object: NSObject) {
    identities.note(object, in: &writer!)
  }

  private func encodeWrapped(_ object: some ArchiveWrapper) throws {
    try withWriter { try $0.encodeWrapped(object.decoded) }
  }

  /// Stores an object; `body` stores its parts under their keys.
  func encodeParts(classNames names: ClassNames, _ body: () -> Void) throws {
    let number = writer.beginObject()
    let enclosing = try writer.enter(ObjectTableWriter.Scope(kind: .keyed), mode: .inline)
    let isInCollection = isInPlainCollection
    isInPlainCollection = false
    frames.append(Frame(mark: writer.pending.count))
    body()
    let frame = frames.removeLast()
    isInPlainCollection = isInCollection
    writer.leave(enclosing)
    if let failure {
      self.failure = nil
      throw failure
    }
    let type = writer.classNumber(names)
    let record = writer.note(keys: frame.keys, classNumber: type, from: frame.mark)
    writer.objects[number] = record
  }

  // MARK: Foundation's objects

  /// Stores an object of one of Foundation's classes; returns `false` if it is not one.
  private func encodeFoundationObject(_ object: NSObject) throws -> Bool {
    switch object {
    case is NSNull: try encodeNull()
    case let string as NSString: try writer.encode(string as String)
    case let number as NSNumber where !(number is NSDecimalNumber): writer._encode(StoredNumber(number))
    case let date as NSDate:
      remember(date)
      writer.encode(date as Date)
    case let data as NSData:
      remember(data)
      try writer.encode(data as Data)
    case let array as NSArray:
      remember(array)
      try encodeCollection(.array, array.map { $0 })
    case let set as NSOrderedSet:
      remember(set)
      try encodeOrderedSet(set)
    case let set as NSCountedSet:
      remember(set)
      try encodeCountedSet(set)
    case let set as NSSet:
      remember(set)
      try encodeCollection(.set, set.allObjects)
    case let dictionary as NSDictionary:
      remember(dictionary)
      let keys = dictionary.allKeys
      try encodeCollection(.dictionary, keys + keys.map { dictionary[$0] ?? NSNull() })
    default:
      for type in FoundationRecords.types where try encode(object, asRecord: type) { return true }
      return false
    }
    return true
  }

  /// Stores an ordered set in Apple's layout: each member under its number.
  private func encodeOrderedSet(_ set: NSOrderedSet) throws {
    var members = set.array
    if members.count != set.count {
      // On Linux, an ordered set created from an array with duplicates lists the duplicates too.
      let distinct = NSMutableOrderedSet()
      for member in members { distinct.add(member) }
      members = distinct.array
    }
    let isPlain = isInPlainCollection
    try encodeParts(classNames: names(of: set)) {
      isInPlainCollection = isPlain
      for (position, member) in members.enumerated() {
        ObjectPool.around { encode(member, forKey: KeyedNodes.orderedSetKey(position)) }
      }
    }
  }

  /// Stores a counted set in Apple's layout: each member and its count.
  private func encodeCountedSet(_ set: NSCountedSet) throws {
    let members = set.allObjects
    try encodeParts(classNames: ClassNames(["NSCountedSet", "NSMutableSet", "NSSet", "NSObject"])) {
      encode(members.count, forKey: "NS.count")
      for (position, member) in members.enumerated() {
        ObjectPool.around { encode(member, forKey: "NS.object\(position)") }
        encode(set.count(for: member), forKey: "NS.count\(position)")
      }
    }
  }

  private func encode<Record: ArchiveRecord>(_ object: NSObject, asRecord type: Record.Type) throws -> Bool {
    guard let record = Record(_archiveObject: object) else { return false }
    remember(object)
    try withWriter { try $0._encodeRecord(record) }
    return true
  }

  private func encodeNull() throws {
    writer.place.mode = .element
    try writer.encodeNil()
    writer.place.mode = .boxed
  }

  /// Stores a collection with the writer's own notes, but lets this coder store the elements: for a dictionary, all keys and
  /// then all values.
  private func encodeCollection(_ kind: _ArchiveCollection, _ elements: [Any]) throws {
    let count = kind == .dictionary ? elements.count / 2 : elements.count
    let collection = try writer.beginCollection(kind, count: count)
    defer { writer.leave(collection.enclosing) }
    for position in elements.indices {
      try ArchiveError.located(at: .index(position % max(count, 1))) {
        try ObjectPool.around { try encodePlace(elements[position]) }
      }
    }
    try writer.finish(collection)
  }

  /// Hands the writer to value code, which may hand it back to this coder for an object.
  func withWriter<Result>(_ body: (inout ObjectTableWriter) throws -> Result) rethrows -> Result {
    var handed: ObjectTableWriter?
    swap(&handed, &writer)
    // The coder knows the objects that were stored so far.
    handed!.objectCoder = self
    defer {
      if isOwn { handed!.objectCoder = nil }
      swap(&handed, &writer)
    }
    return try body(&handed!)
  }

  /// Calls `body` while this coder has a value's writer.
  fileprivate func having(_ writer: inout ObjectTableWriter, _ body: () throws -> Void) throws {
    self.writer = consume writer
    let result = Result { try body() }
    writer = self.writer.take()!
    try result.get()
  }

  /// Stores an object that is a field of a value. When it is decoded, no type names the classes of a Foundation
  /// collection's elements.
  fileprivate func encodeField(_ object: NSObject) throws {
    let isInCollection = isInPlainCollection
    isInPlainCollection = archivedClass(type(of: object)).isCollection
    defer { isInPlainCollection = isInCollection }
    try encodeObject(object)
  }
}

extension ObjectTableWriter {
  /// Stores an `NSSecureCoding` object.
  mutating func _encodeObject(_ object: NSObject) throws {
    let coder = objectCoder as? KeyedArchiver ?? KeyedArchiver()
    objectCoder = coder
    try coder.having(&self) { try coder.encodeField(object) }
  }
}

/// An archiver's facts about a class whose objects it writes, determined once.
final class ArchivedClass {
  /// Whether the class may be a Foundation class that the archiver writes itself.
  let isFoundations: Bool
  /// The class, if it conforms to `NSSecureCoding`.
  let secure: (any NSSecureCoding.Type)?
  /// Whether the class is a Foundation collection, whose type does not name its element classes.
  let isCollection: Bool
  /// The class names under which its objects are stored; `nil` before the first object.
  var names: ClassNames?

  init(_ type: AnyClass) {
    isFoundations =
      !(type is any ArchiveWrapper.Type)
      && Self.foundations.contains { KeyedUnarchiver.descends(type, from: $0) }
    secure = type as? any NSSecureCoding.Type
    isCollection = (type as? NSObject.Type)?.isCollection ?? false
  }

  private static var foundations: [AnyClass] {
    [NSNumber.self] + FoundationClass.allCases.flatMap(\.classes)
      + FoundationRecords.types.flatMap { $0.archiveClasses }
  }
}

extension KeyedArchiver {
  /// Returns the facts about a class.
  func archivedClass(_ type: AnyClass) -> ArchivedClass {
    if let known = classes[ObjectIdentifier(type)] { return known }
    let found = ArchivedClass(type)
    classes[ObjectIdentifier(type)] = found
    return found
  }
}

/// The objects an archiver has visited, by identity, and their entries in `$objects`.
struct ArchivedIdentities {
  private struct Entry {
    /// The object, retained because its address is the key.
    let object: NSObject
    let number: Int
    /// Whether the entry stores the object. Otherwise the entry is only reserved, because the object has only been
    /// referred to so far.
    let isStored: Bool
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The replacements of objects that asked for one; `nil` means no object.
  private var substitutes: [ObjectIdentifier: (object: NSObject, substitute: Any?)] = [:]

  /// Returns the entry of a stored object.
  func number(of object: NSObject) -> Int? {
    guard let entry = entries[ObjectIdentifier(object)], entry.isStored else { return nil }
    return entry.number
  }

  /// Records that the next entry belongs to this object.
  mutating func note(_ object: NSObject, in writer: inout ObjectTableWriter) {
    let number = writer.objects.count
    let known = entries.updateValue(
      Entry(object: object, number: number, isStored: true), forKey: ObjectIdentifier(object))
    if let known, !known.isStored { writer.forwarded[known.number] = number }
  }

  /// Returns the entry of an object that may be stored elsewhere; reserves one if it has none. A reserved entry stays
  /// `$null` if nothing stores the object, as in Apple's archives.
  mutating func reference(to object: NSObject, in writer: inout ObjectTableWriter) -> Int {
    if let known = entries[ObjectIdentifier(object)] { return known.number }
    let number = writer.addObject(PlistReference.nullString)
    entries[ObjectIdentifier(object)] = Entry(object: object, number: number, isStored: false)
    return number
  }

  /// Returns the replacement of an object, if it asked for one before.
  func substitute(for object: NSObject) -> Any?? {
    substitutes[ObjectIdentifier(object)].map { $0.substitute }
  }

  mutating func note(_ substitute: Any?, for object: NSObject) {
    substitutes[ObjectIdentifier(object)] = (object, substitute)
  }
}
