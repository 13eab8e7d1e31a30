internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Stores the fields of one record in an `NSCoder`.
///
/// Numbers and Bools go into the coder in place, as `NSCoder`'s own methods for them do; everything else becomes an
/// object. Inside a collection there are only objects: the encoder collects them, and the collection becomes an
/// `NSArray`, `NSSet` or `NSDictionary` of them.
struct CoderEncoder: KeyedEncoder {
  private let coder: NSCoder
  private var schema: ArchiveSchema
  private var place: Place
  /// The objects of the collection, or the one value, that is being made.
  private var objects: [NSObject] = []

  /// Where the next value goes.
  private enum Place {
    /// Between the fields of the record, which have these keys.
    case record(keys: [String])
    /// Into the coder under this key.
    case field(key: String)
    /// Among ``objects``. Errors name the position there, except in a dictionary, which names the key itself.
    case objects(numbered: Bool)
    /// To the fields of a plain enumeration, of which only the case is stored.
    case caseName
  }

  init(coder: NSCoder, schema: ArchiveSchema) {
    self.coder = coder
    self.schema = schema
    place = .record(keys: schema.isEnumeration ? [] : schema.cases[0].fields)
  }

  /// Runs `body` at another place and comes back.
  private mutating func at<Result>(_ inner: Place, _ body: (inout Self) throws -> Result) rethrows -> Result {
    let outer = place
    place = inner
    defer { place = outer }
    return try body(&self)
  }

  /// The objects that `body` makes, of which there must be `count`.
  private mutating func objects(
    _ count: Int, numbered: Bool = true, from body: (inout Self) throws -> Void
  ) throws -> [NSObject] {
    let outer = objects
    objects = []
    defer { objects = outer }
    try at(.objects(numbered: numbered), body)
    guard objects.count == count else {
      throw ArchiveError(
        .invalidValue, expected: "\(count) encoded values", found: "\(objects.count)",
        advice: "An encodeValue(to:) must call exactly one method of the encoder.")
    }
    return objects
  }

  private mutating func store(_ object: NSObject) {
    if case .field(let key) = place {
      coder.encode(object, forKey: key)
    } else {
      objects.append(object)
    }
  }
}

// MARK: Parts

extension CoderEncoder {
  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    switch place {
    case .record(let keys):
      precondition(keys.indices.contains(position), "the schema has no field at \(position)")
      try located(.field(keys[position])) {
        try $0.at(.field(key: keys[position])) { try value.encodeValue(to: &$0) }
      }
    case .objects(numbered: true):
      try located(.index(position)) { try value.encodeValue(to: &$0) }
    case .field, .objects, .caseName:
      try value.encodeValue(to: &self)
    }
  }

  private mutating func located(
    _ component: ArchiveError.PathComponent, _ body: (inout Self) throws -> Void
  ) throws {
    do {
      try body(&self)
    } catch {
      throw ArchiveError.wrapping(error).prefixed(component)
    }
  }

  mutating func omit(at position: Int) throws {}

  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    try Record.checkComposition()
    guard case .record(let keys) = place else { return try record.encodeFields(to: &self) }
    try at(.record(keys: Array(keys.dropFirst(position)))) { try record.encodeFields(to: &$0) }
  }

  mutating func encodeCase(_ index: Int) throws {
    precondition(schema.cases.indices.contains(index), "the schema has no case \(index)")
    if case .caseName = place {
      objects.append(schema.cases[index].name as NSString)
    } else {
      coder.encode(schema.cases[index].name as NSString, forKey: ArchiveSchema.caseKey)
      place = .record(keys: schema.cases[index].fields)
    }
  }
}

// MARK: Values

extension CoderEncoder {
  mutating func encodeNil() throws {
    if case .field(let key) = place {
      coder.encode(nil as Any?, forKey: key)
    } else {
      objects.append(NSNull())
    }
  }

  mutating func encodeSome<Value: ArchiveValue>(_ value: Value) throws {
    guard case .field = place else { return try value.encodeValue(to: &self) }
    store(try objects(1) { try value.encodeValue(to: &$0) }[0])
  }

  mutating func encode(_ value: Bool) throws {
    if case .field(let key) = place {
      coder.encode(value, forKey: key)
    } else {
      store(NSNumber(value: value))
    }
  }

  mutating func encode(_ value: Int64) throws {
    if case .field(let key) = place {
      coder.encode(value, forKey: key)
    } else {
      store(NSNumber(value: value))
    }
  }

  mutating func encode(_ value: Float) throws {
    if case .field(let key) = place {
      coder.encode(value, forKey: key)
    } else {
      store(NSNumber(value: value))
    }
  }

  mutating func encode(_ value: Double) throws {
    if case .field(let key) = place {
      coder.encode(value, forKey: key)
    } else {
      store(NSNumber(value: value))
    }
  }

  /// `NSCoder` has no method for unsigned numbers, so they are objects everywhere.
  mutating func encode(_ value: UInt64) throws { store(NSNumber(value: value)) }
  mutating func encode(_ value: String) throws { store(value as NSString) }
  mutating func encode(_ value: Date) throws { store(value as NSDate) }
  mutating func encode(_ value: Data) throws { store(value as NSData) }

  mutating func encodeBytes(_ bytes: [UInt8]) throws {
    if case .field(let key) = place {
      unsafe bytes.withUnsafeBufferPointer {
        unsafe coder.encodeBytes($0.baseAddress, length: $0.count, forKey: key)
      }
    } else {
      store(Data(bytes) as NSData)
    }
  }

  mutating func encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    try LinuxLimits.check(Record.archiveClasses, in: coder)
    guard Record.archiveSchema.isPlainEnumeration else { return store(record.archiveObject) }
    let outer = (schema, objects)
    schema = Record.archiveSchema
    objects = []
    try at(.caseName) { try record.encodeFields(to: &$0) }
    let name = objects.first
    (schema, objects) = outer
    if let name { store(name) }
  }

  /// An instance becomes the keyed archive of itself and of all that it leads to: `NSCoder` can only store objects of
  /// Objective-C's kind, and Foundation's archivers on Linux die of circles.
  mutating func encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    store(try KeyedArchive.encode(object) as NSData)
  }

  mutating func encodeObject(_ object: NSObject) throws {
    guard let object = object as? any NSObject & NSCoding else {
      throw ArchiveError(
        .unsupported, expected: "an object that conforms to NSSecureCoding", found: "a \(type(of: object))")
    }
    store(object)
  }

  mutating func encodeCollection(
    _ kind: ArchiveCollection, count: Int, _ body: (inout Self) throws -> Void
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

  /// Values that differ, stored as equal objects, would be lost in a set.
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
