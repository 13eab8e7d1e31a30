internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

// How an unarchiver creates objects.
extension KeyedUnarchiver {
  /// Reads the object at the reader's place; its class must be allowed, or it must become an object of an allowed
  /// class.
  func decodePlace(allowed: [AnyClass]) throws -> AnyObject? {
    let number = reader.place.object
    if try reader.decodeNil() {
      // `$null` means `nil`; an `NSNull` means itself.
      let isNothing = reader.table.isNull(at: reader.place.offset, object: number)
      return !isNothing && allowed.contains { $0 == NSNull.self } ? NSNull() : nil
    }
    guard number >= 0 else {
      if let object = try makeObject(allowed: allowed) ?? bareValue(allowed: allowed) { return object }
      throw try otherClass(than: allowed)
    }
    if objects.isEmpty { objects = Array(repeating: nil, count: reader.table.objectCount) }
    if let known = objects[number] {
      guard known !== beingMade else {
        throw reader.failure(
          .cycle, expected: "an object", found: "one that contains itself",
          advice: .changeCode(
            "A class in Swift must call KeyedUnarchiver.willDecodeParts(of: self) before it reads parts "
              + "that refer back to it. Classes marked @ArchivableObject need not."))
      }
      if Self.isOne(known, of: allowed) { return known }
      if let object = try bareValue(allowed: allowed) { return object }
      throw reader.mismatch(Self.names(of: allowed))
    }
    objects[number] = beingMade
    do {
      objects[number] = try makeObject(allowed: allowed)
    } catch {
      objects[number] = nil
      throw error
    }
    if let object = try objects[number] ?? bareValue(allowed: allowed) { return object }
    throw try otherClass(than: allowed)
  }

  private func otherClass(than allowed: [AnyClass]) throws -> any Error {
    guard let reference = try classReference() else { return reader.mismatch(Self.names(of: allowed)) }
    let name = try className(at: reference)
    return reader.failure(
      .classMismatch, expected: Self.names(of: allowed), found: "an object of class \(name)",
      advice: .changeCode(
        "Allow the class, or register another one for its name with setClass(_:forClassName:)."))
  }

  /// Creates the object at the reader's place; returns `nil` if its class is not allowed.
  private func makeObject(allowed: [AnyClass]) throws -> AnyObject? {
    let object: AnyObject
    guard let reference = try classReference() else {
      object = try makePlainObject()
      return Self.isOne(object, of: allowed) ? object : nil
    }
    switch try maker(forClassAt: reference, allowed: allowed) {
    case nil: return nil
    case .value(let type): return try unwrap(type)
    case .object(let type): object = try makeObject(of: type, allowed: allowed)
    case .foundation(let kind, let isMutable):
      object = try makeFoundationObject(kind, isMutable: isMutable, allowed: allowed)
    case .record(let type): object = try makeRecord(type)
    case .structure: object = try makeStructure()
    }
    // This fails, for instance, for an immutable object if only the mutable class is allowed.
    guard Self.isOne(object, of: allowed) else { throw reader.mismatch(Self.names(of: allowed)) }
    return object
  }

  private func makeObject(of type: any NSCoding.Type, allowed: [AnyClass]) throws -> AnyObject {
    var made: AnyObject?
    try decodeParts(allowed: allowed) { made = CodingCall.decode(type, from: self) }
    guard let made else {
      throw reader.failure(
        .invalidValue, expected: "an object of class \(type)", found: "fields that it does not accept",
        advice: nil)
    }
    return made
  }

  /// Enters the object at the reader's place, so that `body` can read its parts by key.
  private func decodeParts(allowed: [AnyClass], _ body: () -> Void) throws {
    let (shape, values) = try openObject()
    let number = reader.place.object
    let enclosing = try reader.enter(.init())
    frames.append(Frame(shape: shape, values: values, object: number, allowed: allowed))
    body()
    frames.removeLast()
    reader.leave(enclosing)
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
      // Inside another value, which another reader may be reading, instances are not complete yet.
      if unwrapDepth == 1, isOwn { try reader.finishInstances(keepingIdentity: true) }
      return Coding(value)
    }
  }

  // Values that typed archives store without an object of their own: raw values and case names.

  /// Returns such a value at the reader's place in its wrapper. Exactly one wrapper of such values must be allowed,
  /// since the stored value does not name its type.
  private func bareValue(allowed: [AnyClass]) throws -> AnyObject? {
    if allowed.contains(where: { $0 == NSArray.self }), let objects = try bareBytes(allowed: allowed) {
      return objects as NSArray
    }
    func wrap<Coding: ArchiveWrapper>(_ type: Coding.Type) throws -> AnyObject? {
      guard try holdsOne(of: Coding.Value.archiveClasses) else { return nil }
      return Coding(try withReader { try Coding.Value.decodeValue(from: &$0) })
    }
    return try Self.onlyBareType(among: allowed).flatMap { try wrap($0) }
  }

  /// Returns the values in the data at the reader's place, if arrays of the type are stored as data, that is, if its
  /// raw values are bytes.
  func bareBytes(allowed: [AnyClass]) throws -> [AnyObject]? {
    func wrap<Coding: ArchiveWrapper>(_ type: Coding.Type) throws -> [AnyObject]? {
      let stored = Coding.Value.archiveClasses
      guard stored.contains(where: { $0 == NSNumber.self }), stored.contains(where: { $0 == NSData.self }),
        try holdsOne(of: [NSData.self])
      else { return nil }
      return try withReader { try [Coding.Value].decodeValue(from: &$0) }.map { Coding($0) }
    }
    return try Self.onlyBareType(among: allowed).flatMap { try wrap($0) }
  }

  /// Returns whether the object at the reader's place becomes an object of one of the classes.
  func holdsOne(of classes: [AnyClass]) throws -> Bool {
    guard let reference = try classReference() else { return Self.isOne(try makePlainObject(), of: classes) }
    return try maker(forClassAt: reference, allowed: classes) != nil
  }

  private static func onlyBareType(among allowed: [AnyClass]) -> (any ArchiveWrapper.Type)? {
    func isBare<Coding: ArchiveWrapper>(_ type: Coding.Type) -> Bool {
      Coding.Value.archiveSchema.isPlainEnumeration || Coding.Value.self is any RawRepresentable.Type
    }
    let types = allowed.compactMap { $0 as? any ArchiveWrapper.Type }.filter { isBare($0) }
    return types.count == 1 ? types[0] : nil
  }

  // MARK: Objects in values in objects

  /// Hands the reader to value code, which may hand it back to this coder for an object.
  func withReader<Result>(_ body: (inout ObjectTableReader) throws -> Result) rethrows -> Result {
    var handed: ObjectTableReader?
    swap(&handed, &reader)
    // The coder knows the objects that were created so far.
    handed!.objectCoder = self
    defer {
      if isOwn { handed!.objectCoder = nil }
      swap(&handed, &reader)
    }
    return try body(&handed!)
  }

  /// Calls `body` while this coder holds a value's reader.
  fileprivate func having<Value>(
    _ reader: inout ObjectTableReader, _ body: () throws -> Value
  ) throws -> Value {
    self.reader = consume reader
    let result = Result { try body() }
    reader = self.reader.take()!
    return try result.get()
  }

  /// Reads the object at the reader's place for a field whose type is a class.
  fileprivate func decodeField<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object {
    let wasInField = isInField
    isInField = true
    defer { isInField = wasInField }
    let found = try decodePlace(allowed: type.archiveClasses)
    if let object = found as? Object { return object }
    // A mutable class is stored under the name of its immutable superclass.
    guard let object = (found as? any NSMutableCopying)?.mutableCopy(with: nil) as? Object else {
      throw reader.mismatch("an object of class \(type)")
    }
    if reader.place.object >= 0 { objects[reader.place.object] = object }
    return object
  }
}

extension ObjectTableReader {
  /// Reads an `NSSecureCoding` object.
  mutating func _decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object {
    let coder = objectCoder as? KeyedUnarchiver ?? KeyedUnarchiver()
    objectCoder = coder
    // In nodes of columns, only the field knows the class.
    let isUnnamed = try isOfNodes && classNameHere()?.isEmpty ?? false
    return try coder.having(&self) {
      if isUnnamed { coder.setClass(type, forClassName: "") }
      return try coder.decodeField(of: type)
    }
  }
}
