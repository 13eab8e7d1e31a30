internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

// How an unarchiver creates objects.
extension KeyedUnarchiver {
  /// Reads the object at the reader's place; it must be of an allowed class, or stand for an object of one.
  func decodePlace(allowed: [AnyClass]) throws -> AnyObject? {
    do {
      return try decodeStored(allowed: allowed)
    } catch let error as ArchiveError where error.isOfAnotherClass {
      if let object = try wrapped(allowed) { return object }
      if allowed.contains(where: { $0 == NSArray.self }), let objects = try wrappedElements(allowed) {
        return objects as NSArray
      }
      throw error
    }
  }

  private func decodeStored(allowed: [AnyClass]) throws -> AnyObject? {
    let number = reader.place.object
    if try reader.decodeNil() {
      // `$null` means `nil`; an `NSNull` means itself.
      let isNothing = reader.table.isNull(at: reader.place.offset, object: number)
      return !isNothing && allowed.contains { $0 == NSNull.self } ? NSNull() : nil
    }
    guard number >= 0 else { return try makeObject(allowed: allowed) }
    if objects.isEmpty { objects = Array(repeating: nil, count: reader.table.objectCount) }
    if let object = objects[number] { return try checkKnown(object, allowed: allowed) }
    objects[number] = beingMade
    do {
      let object = try makeObject(allowed: allowed)
      objects[number] = object
      return object
    } catch {
      objects[number] = nil
      throw error
    }
  }

  /// Checks an object that was created before.
  private func checkKnown(_ object: AnyObject, allowed: [AnyClass]) throws -> AnyObject {
    if object === beingMade {
      throw reader.failure(
        .cycle, expected: "an object", found: "one that contains itself",
        advice: "A class in Swift must call KeyedUnarchiver.willDecodeParts(of: self) before it reads parts "
          + "that refer back to it. Classes marked @Archivable need not.")
    }
    let type: AnyClass = Swift.type(of: object)
    guard allowed.contains(where: { Self.descends(type, from: $0) }) else {
      throw reader.mismatch(Self.names(of: allowed))
    }
    return object
  }

  private func makeObject(allowed: [AnyClass]) throws -> AnyObject {
    guard let reference = try classReference() else { return try makePlainObject(allowed: allowed) }
    switch try maker(forClassAt: reference, allowed: allowed) {
    case .value(let type): return try unwrap(type)
    case .object(let type, let needs): return try makeObject(of: type, needs, allowed: allowed)
    case .foundation(let kind, let isMutable):
      return try makeFoundationObject(kind, isMutable: isMutable, allowed: allowed)
    case .record(let type): return try check(makeRecord(type), allowed: allowed)
    case .structure: return try makeStructure(allowed: allowed)
    }
  }

  private func makeObject(
    of type: any NSCoding.Type, _ needs: [(key: String, need: FoundationFaults.Need)], allowed: [AnyClass]
  ) throws -> AnyObject {
    var object: AnyObject?
    try decodeParts(allowed: allowed) {
      if FoundationFaults.allow(type, needs, in: self) { object = CodingCall.decode(type, from: self) }
    }
    guard let object else {
      throw reader.failure(
        .invalidValue, expected: "an object of class \(type)", found: "fields that it does not accept",
        advice: nil)
    }
    return object
  }

  /// Enters the object at the reader's place; `body` reads its parts by key.
  func decodeParts(allowed: [AnyClass]?, _ body: () -> Void) throws {
    let (shape, values) = try openObject()
    let number = reader.place.object
    let enclosing = try reader.enterKeyed()
    frames.append(Frame(shape: shape, values: values, object: number, allowed: allowed))
    body()
    frames.removeLast()
    reader.leaveKeyed(enclosing)
    if let failure {
      self.failure = nil
      throw failure
    }
  }

  private func unwrap<Coding: ArchiveWrapper>(_ type: Coding.Type) throws -> Coding {
    unwrapDepth += 1
    defer { unwrapDepth -= 1 }
    return try withReader { reader in
      let value = try reader._decodeRecord(of: Coding.Value.self)
      // Inside another value, possibly of another reader, instances are not complete yet.
      if unwrapDepth == 1, baton.isOwn { try reader.finishInstances(keepingIdentity: true) }
      return Coding(value)
    }
  }

  /// Passes the reader to value code, which may call this coder again for an object.
  func withReader<Result>(_ body: (inout ObjectTableReader) throws -> Result) rethrows -> Result {
    try baton.pass { reader in
      // Meanwhile the reader uses this coder, which knows the objects created so far.
      let owned = reader.objectCoder
      reader.objectCoder = self
      defer { reader.objectCoder = owned }
      return try body(&reader)
    }
  }
}

// Values that archives of types store without an object of their own: raw values, and names of cases.
extension KeyedUnarchiver {
  /// Returns the value at the reader's place in its wrapper; `nil` if it is no such value of an allowed wrapper.
  private func wrapped(_ allowed: [AnyClass]) throws -> AnyObject? {
    func wrapped<Coding: ArchiveWrapper>(_ type: Coding.Type) throws -> AnyObject {
      Coding(try withReader { try Coding.Value.decodeValue(from: &$0) })
    }
    return try Self.onlyPlainWrapper(among: allowed).flatMap { type in
      try unlessMismatched { try wrapped(type) }
    }
  }

  /// Returns the values of the array at the reader's place, which may be stored as data, in their wrappers.
  private func wrappedElements(_ allowed: [AnyClass]) throws -> [AnyObject]? {
    func wrapped<Coding: ArchiveWrapper>(_ type: Coding.Type) throws -> [AnyObject] {
      try withReader { try [Coding.Value].decodeValue(from: &$0) }.map { Coding($0) }
    }
    return try Self.onlyPlainWrapper(among: allowed).flatMap { type in
      try unlessMismatched { try wrapped(type) }
    }
  }

  private func unlessMismatched<Result>(_ read: () throws -> Result) throws -> Result? {
    do {
      return try read()
    } catch let error as ArchiveError where error.isOfAnotherClass {
      return nil
    }
  }

  /// Returns the allowed wrapper of values that need no object; `nil` if there are several, since a plain value does not
  /// say of which type it is.
  private static func onlyPlainWrapper(among allowed: [AnyClass]) -> (any ArchiveWrapper.Type)? {
    func isPlain<Coding: ArchiveWrapper>(_ type: Coding.Type) -> Bool {
      Coding.Value.archiveSchema.isPlainEnumeration || Coding.Value.self is any RawRepresentable.Type
    }
    let types = allowed.compactMap { $0 as? any ArchiveWrapper.Type }.filter { isPlain($0) }
    return types.count == 1 ? types[0] : nil
  }

  /// Returns the elements of the collection at the reader's place; for a dictionary, all keys and then all values.
  func elements(_ kind: _ArchiveCollection, _ allowed: [AnyClass]) throws -> [AnyObject] {
    do {
      return try storedElements(kind, allowed)
    } catch let error as ArchiveError where kind == .array && error.isOfAnotherClass {
      guard let objects = try wrappedElements(allowed) else { throw error }
      return objects
    }
  }
}

extension ArchiveError {
  /// Whether what is at the place itself is not an object of an allowed class.
  fileprivate var isOfAnotherClass: Bool {
    path.isEmpty && (code == .typeMismatch || code == .classMismatch)
  }
}

extension KeyedUnarchiver {
  /// Lends `body` the remaining budget of decoded bytes, for use by another reader.
  package func spending<Result>(_ body: (inout Int) throws -> Result) throws -> Result {
    guard baton.isHere else { throw callOfValue() }
    var budget = reader.budget
    defer { reader.budget = budget }
    return try body(&budget)
  }
}

extension ObjectTableReader {
  /// Reads an `NSSecureCoding` object.
  mutating func _decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object {
    let coder = objectCoder as? KeyedUnarchiver ?? KeyedUnarchiver(Baton())
    objectCoder = coder
    return try coder.baton.take(&self) { try coder.decodeField(of: type) }
  }
}

extension KeyedUnarchiver {
  /// Reads the object at the reader's place for a field with a class as its type.
  fileprivate func decodeField<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object {
    let key = ObjectIdentifier(type)
    let allowed = allowedForFields[key] ?? type.archiveClasses
    allowedForFields[key] = allowed
    let found = try decodePlace(allowed: allowed)
    if let object = found as? Object { return object }
    // A mutable class is stored under the name of its immutable superclass.
    guard let object = (found as? any NSMutableCopying)?.mutableCopy(with: nil) as? Object else {
      throw reader.mismatch("an object of class \(type)")
    }
    if reader.place.object >= 0 { objects[reader.place.object] = object }
    return object
  }
}
