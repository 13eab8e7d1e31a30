internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives
internal import PropertyLists

/// Stores the fields of one record in an `NSCoder`.
///
/// It stores numbers and Booleans directly in the coder, with `NSCoder`'s own methods; everything else becomes an
/// object. Inside a collection, every value becomes an object: the encoder collects them into an `NSArray`, `NSSet`
/// or `NSDictionary`.
struct CoderEncoder: FieldEncoder, ValueEncoder {
  private let coder: NSCoder
  private var schema: ArchiveSchema
  private var place: Place
  /// The objects of the current collection, or the single current value.
  private var objects: [NSObject] = []
  /// The number of values stored at the current place, and the number that it takes: the fields of a record, once its
  /// case is known, or the parts of a collection. Each value takes one call, and parts come in the order of their
  /// positions. A hand-written conformance that breaks these rules causes an error, never a damaged archive.
  private var stored = 0
  private var count: Int?
  /// The offset added to field positions inside a composition.
  private var firstField = 0

  /// The destination of the next value.
  private enum Place {
    /// Between the fields of the record, with these keys.
    case record(keys: [String])
    /// Into the coder under this key.
    case field(key: String)
    /// Among ``objects``. Errors name the position there, except for a dictionary, which adds the key itself.
    case objects(numbered: Bool)
  }

  init(coder: NSCoder, schema: ArchiveSchema) {
    self.coder = coder
    self.schema = schema
    place = .record(keys: schema.isEnumeration ? [] : schema.cases[0].coderKeys)
    count = schema.isEnumeration ? nil : schema.cases[0].fields.count
  }

  /// Stores all fields of the record.
  mutating func encodeFields(of record: some ArchiveRecord) throws {
    try record.encodeFields(to: &self)
    guard let count else { throw ArchiveError.caseOutOfTurn(nil) }
    guard stored == count else { throw ArchiveError.notInParts("\(stored) of \(count)") }
  }

  /// Returns the objects that `body` stores. If `count` is known, it must store exactly as many.
  private mutating func objects(
    _ count: Int?, numbered: Bool = true, from body: (inout Self) throws -> Void
  ) throws -> [NSObject] {
    let outer = (place, stored, self.count, objects)
    defer { (place, stored, self.count, objects) = outer }
    (place, stored, self.count, objects) = (.objects(numbered: numbered), 0, count, [])
    try body(&self)
    if let count, stored != count { throw ArchiveError.notInParts("\(stored) of \(count)") }
    return objects
  }

  private mutating func store(_ object: NSObject) {
    stored += 1
    if case .field(let key) = place {
      coder.encode(object, forKey: key)
    } else {
      objects.append(object)
    }
  }

  // MARK: Parts

  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    try beginPart(firstField + position)
    let outer = (place, firstField)
    defer { (place, firstField) = outer }
    var component: ArchiveError.PathComponent?
    switch place {
    case .record(let keys):
      place = .field(key: keys[firstField + position])
      component = .field(keys[firstField + position])
      firstField = 0
    case .objects(numbered: true): component = .index(position)
    case .field, .objects: break
    }
    do {
      let before = stored
      try value.encodeValue(to: &self)
      if stored != before + 1 { throw ArchiveError.notOneValue(stored == before ? "none" : "several") }
    } catch {
      throw component.map { ArchiveError.wrapping(error).prefixed($0) } ?? error
    }
  }

  mutating func omit(at position: Int) throws {
    try beginPart(firstField + position)
    stored += 1
  }

  private func beginPart(_ position: Int) throws {
    guard let count else { throw ArchiveError.notInParts("one at \(position) before encodeCase(_:)") }
    guard position == stored, position < count else {
      throw ArchiveError.notInParts("one at \(position), after \(stored) of \(count)")
    }
  }

  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    try Record.checkComposition()
    guard case .record = place else { throw ArchiveError.notInParts("a composition") }
    firstField += position
    defer { firstField -= position }
    try record.encodeFields(to: &self)
  }

  mutating func encodeCase(_ index: Int) throws {
    guard count == nil, schema.cases.indices.contains(index) else { throw ArchiveError.caseOutOfTurn(index) }
    count = schema.cases[index].fields.count
    let name = schema.cases[index].name as NSString
    // For a plain enumeration, only the case is stored.
    guard case .record = place else { return objects.append(name) }
    coder.encode(name, forKey: ArchiveSchema.caseKey)
    place = .record(keys: schema.cases[index].coderKeys)
  }

  // MARK: Values

  mutating func encodeNil() {
    store(NSNull()) { $0.encode(nil as Any?, forKey: $1) }
  }

  mutating func _encodeSome<Value: ArchiveValue>(_ value: Value) throws {
    guard case .field = place else { return try value.encodeValue(to: &self) }
    store(try objects(1, numbered: false) { try $0.encode(value, at: 0) }[0])
  }

  /// Stores a value directly in the coder if the place allows it, and otherwise as an object.
  private mutating func store(_ object: @autoclosure () -> NSObject, or direct: (NSCoder, String) -> Void) {
    guard case .field(let key) = place else { return store(object()) }
    stored += 1
    direct(coder, key)
  }

  mutating func _encode(_ number: StoredNumber) {
    switch number {
    case .bool(let value): store(NSNumber(value: value)) { $0.encode(value, forKey: $1) }
    case .signed(let value): store(NSNumber(value: value)) { $0.encode(value, forKey: $1) }
    case .float(let value): store(NSNumber(value: value)) { $0.encode(value, forKey: $1) }
    case .double(let value): store(NSNumber(value: value)) { $0.encode(value, forKey: $1) }
    // `NSCoder` has no method for unsigned numbers, so they are objects everywhere.
    case .unsigned(let value): store(NSNumber(value: value))
    }
  }
  mutating func encode(_ value: String) { store(value as NSString) }
  mutating func encode(_ value: Date) { store(value as NSDate) }
  mutating func encode(_ value: Data) { store(value as NSData) }

  mutating func _encodeBytes(_ bytes: [UInt8]) {
    store(Data(bytes) as NSData) { coder, key in
      unsafe bytes.withUnsafeBufferPointer {
        unsafe coder.encodeBytes($0.baseAddress, length: $0.count, forKey: key)
      }
    }
  }

  mutating func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    try LinuxLimits.check(Record.archiveClasses, in: coder)
    guard Record.archiveSchema.isPlainEnumeration else {
      guard let object = record._archiveObject else {
        throw ArchiveError(
          .unsupported, expected: "a type that is Archivable", found: "\(Record.self)",
          advice: .changeCode("Give it the nested class Coding: an NSCoder stores objects."))
      }
      return store(object)
    }
    let outer = schema
    defer { schema = outer }
    schema = Record.archiveSchema
    store(try objects(nil) { try $0.encodeFields(of: record) }[0])
  }

  /// Stores an instance as a keyed archive of itself and everything it refers to: `NSCoder` can only store
  /// Objective-C objects, and Foundation's archivers on Linux crash on cycles.
  mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    store(try KeyedArchive.encode(object) as NSData)
  }

  /// Stores an object of a class that the program lacks in the same way.
  mutating func _encodeForeign(_ object: ArchiveNode) throws {
    store(try KeyedArchive.data(of: object, options: KeyedArchive.EncodingOptions()) as NSData)
  }

  mutating func _encodeObject(_ object: NSObject) throws {
    guard let object = object as? any NSObject & NSCoding else {
      throw ArchiveError(
        .unsupported, expected: "an object that conforms to NSSecureCoding", found: "a \(type(of: object))")
    }
    store(object)
  }

  mutating func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout Self) throws -> Void
  ) throws {
    switch kind {
    case .array:
      store(NSArray(array: try objects(count, from: body)))
    case .set:
      let set = NSSet(array: try objects(count, from: body))
      try checkDistinct(set.count, of: count)
      store(set)
    case .dictionary:
      let parts = try objects(2 * count, numbered: false, from: body)
      let dictionary = try dictionary(keys: Array(parts.prefix(count)), values: Array(parts.suffix(count)))
      try checkDistinct(dictionary.count, of: count)
      store(dictionary)
    }
  }

  /// Throws if different values became equal objects, since a set would lose some of them.
  private func checkDistinct(_ stored: Int, of count: Int) throws {
    guard stored == count else {
      throw ArchiveError(
        .unsupported, expected: "\(count) distinct objects", found: "\(stored)",
        advice: "Elements of a set and keys of a dictionary must be stored as objects that differ.")
    }
  }

  private func dictionary(keys: [NSObject], values: [NSObject]) throws -> NSDictionary {
    #if canImport(ObjectiveC)
      let keys = try keys.map { key in
        guard let key = key as? any NSCopying else {
          throw ArchiveError(
            .unsupported, expected: "a dictionary key whose class conforms to NSCopying",
            found: "a \(type(of: key))", advice: "NSDictionary copies its keys.")
        }
        return key
      }
    #endif
    return NSDictionary(objects: values, forKeys: keys)
  }
}
