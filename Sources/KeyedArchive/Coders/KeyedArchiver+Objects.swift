internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

// What an archiver makes of objects and values.
extension KeyedArchiver {
  /// Stores any object or value at the writer's current place, as an object.
  func encodePlace(_ value: Any?) throws {
    guard let value else { return try writer.encodeNil() }
    let saved = writer.mode
    if saved == .inline { writer.mode = .boxed }
    defer { writer.mode = saved }
    if type(of: value) is AnyClass, let object = value as? NSObject { return try encodeObject(object) }
    switch value {
    case let value as any ArchiveValue: try withWriter { try value.encodeValue(to: &$0) }
    case let values as [Any]: try encodeElements(values, as: .array)
    case let values as Set<AnyHashable>: try encodeElements(values.map(\.base), as: .set)
    case let values as [AnyHashable: Any]: try encodeEntries(values.map { ($0.key.base, $0.value) })
    default:
      throw ArchiveError(
        .unsupported, expected: "an object or an archivable value",
        found: "a value of type \(type(of: value))",
        advice: "Mark its type @Archivable.")
    }
  }

  func encodeObject(_ object: NSObject) throws {
    guard let substitute = substitute(for: object) else { return try encodePlace(nil) }
    guard let object = substitute as? NSObject else { return try encodePlace(substitute) }
    if let number = identities.number(of: object) { return writer.pending.append(PlistReference.uid(number)) }
    let wrapper = object as? any ArchiveDecodable
    if wrapper == nil, try encodeFoundationObject(object) { return }
    guard !isInPlainCollection else { throw notPlain(object) }
    guard let coding = object as? any NSObject & NSCoding, isSecure(coding) else {
      throw ArchiveError(
        .unsupported,
        expected: requiresSecureCoding ? "an object that supports secure coding" : "an NSCoding object",
        found: "one of class \(type(of: object))", advice: "Conform the class to NSSecureCoding.")
    }
    remember(object)
    if let wrapper {
      // A wrapped value is written from its description, which is faster and needs no keys.
      try encodeWrapped(wrapper)
    } else {
      let type: AnyClass = object.classForKeyedArchiver ?? object.classForCoder
      try encodeParts(
        classNames: ArchiveClassNames.chain(of: type, renamed: classNames[ObjectIdentifier(type)])
      ) {
        coding.encode(with: self)
      }
    }
  }

  /// Stores a reference to an object that something else stores, before or after.
  func encodeConditionalPlace(_ value: Any?) throws {
    guard let value, type(of: value) is AnyClass, let object = value as? NSObject,
      let substitute = substitute(for: object) as? NSObject,
      !(substitute is NSString || substitute is NSNumber || substitute is NSNull)
    else { return try encodePlace(value) }
    let number = identities.number(of: substitute) ?? identities.reserve(for: substitute, in: &writer)
    writer.pending.append(PlistReference.uid(number))
  }

  /// What the object wants to be archived as, which is the same each time.
  private func substitute(for object: NSObject) -> Any? {
    if let known = identities.substitute(for: object) { return known }
    let substitute = object.replacementObject(for: self)
    if let same = substitute as? NSObject, same === object { return object }
    identities.note(substitute, for: object)
    return substitute
  }

  /// Notes that the next entry of `$objects` is this object's, so that it is stored once.
  private func remember(_ object: NSObject) {
    identities.note(object, in: &writer)
  }

  private func isSecure(_ object: any NSObject & NSCoding) -> Bool {
    guard requiresSecureCoding else { return true }
    return (type(of: object) as? any NSSecureCoding.Type)?.supportsSecureCoding ?? false
  }

  private func notPlain(_ object: NSObject) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "texts, numbers and other values in a collection of Foundation's",
      found: "an object of class \(type(of: object))",
      advice: "Reading makes no other classes than those that the field's type names. Give the field a type "
        + "such as [\(type(of: object))].")
  }

  private func encodeWrapped<Coding: ArchiveDecodable>(_ coding: Coding) throws {
    try withWriter { try $0.encodeWrapped(coding.decoded) }
  }

  /// Stores an object whose parts `body` stores by their keys.
  func encodeParts(classNames names: [String], _ body: () -> Void) throws {
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
    let shape = writer.keyedShape(keys: frame.keys, classNames: names)
    writer.resolveClass(of: shape)
    writer.objects[number] = writer.note(recordOf: shape, from: frame.mark)
  }

  // MARK: Foundation's objects

  /// Stores an object of one of Foundation's own classes; `false` when it is none of them.
  private func encodeFoundationObject(_ object: NSObject) throws -> Bool {
    switch object {
    case is NSNull: try encodeNull()
    case let string as NSString: try writer.encode(string as String)
    case let number as NSNumber where !(number is NSDecimalNumber): encodeNumber(number)
    case let date as NSDate:
      remember(date)
      writer.encode(date as Date)
    case let data as NSData:
      remember(data)
      try writer.encode(data as Data)
    case let array as NSArray:
      remember(array)
      try encodeElements(array.map { $0 }, as: .array)
    case let set as NSCountedSet:
      remember(set)
      try encodeCountedSet(set)
    case let set as NSSet:
      remember(set)
      try encodeElements(set.allObjects, as: .set)
    case let dictionary as NSDictionary:
      remember(dictionary)
      try encodeEntries(dictionary.allKeys.map { ($0, dictionary[$0] as Any) })
    default:
      for type in FoundationRecords.types where try encode(object, asRecord: type) { return true }
      return false
    }
    return true
  }

  /// Apple's layout: each member, and how often it is in the set.
  private func encodeCountedSet(_ set: NSCountedSet) throws {
    let members = set.allObjects
    try encodeParts(classNames: ["NSCountedSet", "NSMutableSet", "NSSet", "NSObject"]) {
      encode(members.count, forKey: "NS.count")
      for (position, member) in members.enumerated() {
        encode(member, forKey: "NS.object\(position)")
        encode(set.count(for: member), forKey: "NS.count\(position)")
      }
    }
  }

  private func encode<Record: ArchiveRecord>(_ object: NSObject, asRecord type: Record.Type) throws -> Bool {
    guard let record = Record(archiveObject: object) else { return false }
    remember(object)
    try withWriter { try $0.encodeRecord(record) }
    return true
  }

  private func encodeNull() throws {
    writer.mode = .element
    try writer.encodeNil()
    writer.mode = .boxed
  }

  private func encodeNumber(_ number: NSNumber) {
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"): writer.encode(number.doubleValue)
    case UInt8(ascii: "f"): writer.encode(number.floatValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): writer.encode(number.uint64Value)
    default:
      if number === (true as NSNumber) || number === (false as NSNumber) {
        writer.encode(number.boolValue)
      } else {
        writer.encode(number.int64Value)
      }
    }
  }

  private func encodeElements(_ elements: [Any], as kind: ArchiveCollection) throws {
    try encodeCollection(kind, count: elements.count, elements)
  }

  private func encodeEntries(_ entries: [(key: Any, value: Any)]) throws {
    try encodeCollection(.dictionary, count: entries.count, entries.map(\.key) + entries.map(\.value))
  }

  /// Stores a collection of objects by the same notes as the writer's own, with this coder storing the elements.
  private func encodeCollection(_ kind: ArchiveCollection, count: Int, _ elements: [Any]) throws {
    let collection = try writer.beginCollection(kind, count: count)
    for (position, element) in elements.enumerated() {
      do {
        let before = writer.pending.count
        try encodePlace(element)
        if writer.pending.count != before + 1 { throw writer.notOneValue(since: before) }
      } catch {
        writer.leave(collection.enclosing)
        throw ArchiveError.wrapping(error).prefixed(.index(position % max(count, 1)))
      }
    }
    try writer.finish(collection)
  }

  /// Lends the writer to code that may come back to this coder for an object.
  private func withWriter<Result>(
    _ body: (inout ObjectTableWriter) throws -> Result
  ) rethrows -> Result {
    var lent = ObjectTableWriter(limits: writer.limits)
    swap(&lent, &writer)
    // A writer that lent itself to this coder keeps it, and with it the objects that were met.
    let owned = lent.objectCoder
    lent.objectCoder = self
    defer {
      lent.objectCoder = owned
      swap(&lent, &writer)
    }
    return try body(&lent)
  }
}

extension ObjectTableWriter {
  /// Stores an object of a class that conforms to `NSSecureCoding`.
  mutating func encodeObject(_ object: NSObject) throws {
    let coder = objectCoder ?? KeyedArchiver(requiringSecureCoding: true, limits: limits)
    objectCoder = coder
    // The coder writes with this very writer, and hands it back.
    swap(&self, &coder.writer)
    defer { swap(&self, &coder.writer) }
    let isInCollection = coder.isInPlainCollection
    coder.isInPlainCollection = type(of: object).isCollection
    defer { coder.isInPlainCollection = isInCollection }
    try coder.encodePlace(object)
  }
}
