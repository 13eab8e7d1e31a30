internal import Foundation

/// Reads the fields of one record from an `NSCoder`.
///
/// It reads a number directly from the coder, where ``CoderEncoder`` stored it, and anything else as an object of a
/// class that the field's type allows. It then reads the content of collections from these objects, without the
/// coder.
struct CoderDecoder: FieldDecoder, ValueDecoder {
  let coder: NSCoder
  private var schema: ArchiveSchema
  var place: Place

  /// The source of the next value.
  enum Place {
    /// The fields of the record; `nil` for an enumeration whose case is not known yet.
    case record(ArchiveSchema.Case?)
    /// The value under this key in the coder; if it is an object, of one of these classes.
    case field(key: String, classes: [AnyClass])
    /// The parts of a collection. Errors name the position in it, except for a dictionary, which adds the key itself.
    case parts([Any], numbered: Bool)
    /// An object that has been read, or the name of the case of a plain enumeration; `nil` for a stored `nil`.
    case object(Any?)
  }

  init(coder: NSCoder, schema: ArchiveSchema) {
    self.coder = coder
    self.schema = schema
    place = .record(schema.isEnumeration ? nil : schema.cases[0])
  }

  /// Runs `body` at another place, then returns to the current one.
  mutating func at<Result>(_ inner: Place, _ body: (inout Self) throws -> Result) rethrows -> Result {
    let outer = place
    place = inner
    defer { place = outer }
    return try body(&self)
  }

  // MARK: Parts

  func hasField(at position: Int) -> Bool {
    guard case .record(let record?) = place, record.fields.indices.contains(position) else { return false }
    return key(of: record, at: position) != nil
  }

  mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    switch place {
    case .record(let record):
      guard let record, record.fields.indices.contains(position) else {
        preconditionFailure("the schema has no field at \(position)")
      }
      return try ArchiveError.located(at: .field(record.fields[position])) {
        try decodeField(of: record, at: position)
      }
    case .parts(let parts, let numbered):
      guard parts.indices.contains(position) else {
        throw failure(.missingField, expected: "an element at \(position)", found: nil, advice: nil)
      }
      return try at(.object(parts[position])) { decoder in
        guard numbered else { return try Value.decodeValue(from: &decoder) }
        return try ArchiveError.located(at: .index(position)) { try Value.decodeValue(from: &decoder) }
      }
    case .field, .object:
      throw failure(.typeMismatch, expected: "a record or a collection", found: "a single value", advice: nil)
    }
  }

  /// Returns the first name of a field, current or former, for which the coder has a value.
  private func key(of record: ArchiveSchema.Case, at position: Int) -> String? {
    let key = record.coderKeys[position]
    if coder.containsValue(forKey: key) { return key }
    let former = record.formerFields[record.fields[position]]?.map(\.coderKey)
    return former?.first { coder.containsValue(forKey: $0) }
  }

  private mutating func decodeField<Value: ArchiveValue>(
    of record: ArchiveSchema.Case, at position: Int
  ) throws -> Value {
    guard let key = key(of: record, at: position) else {
      if let value = Value.valueWhenAbsent { return value }
      throw ArchiveError.missingField(record.fields[position])
    }
    return try at(.field(key: key, classes: Value.archiveClasses)) { try Value.decodeValue(from: &$0) }
  }

  mutating func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    try Record.checkComposition()
    guard case .record(let record?) = place else {
      throw failure(.typeMismatch, expected: "a record", found: "a single value", advice: nil)
    }
    if !hasFields(of: type, at: position) {
      let names = record.compositionNames(of: type, at: position).map(\.coderKey)
      if let name = names.first(where: coder.containsValue(forKey:)) {
        let whole = try ArchiveError.located(at: .field(name)) {
          try at(.field(key: name, classes: Record.archiveClasses)) {
            try $0.decodeNil() ? nil : $0._decodeRecord(of: type)
          }
        }
        if let whole { return whole }
      }
      if !isRequired { return nil }
    }
    let fields = record.composition(at: position, count: Record.archiveFieldCount)
    var value = try at(.record(fields)) { try Record(fields: &$0) }
    try Record.awake(&value, DecodingHooks(type), firstField: record.fields[position])
    return value
  }

  mutating func decodeCase() throws -> Int {
    let name: String
    if case .record = place {
      guard coder.containsValue(forKey: ArchiveSchema.caseKey) else {
        throw failure(.missingField, expected: "the name of a case", found: nil, advice: nil)
      }
      name = try at(.field(key: ArchiveSchema.caseKey, classes: String.archiveClasses)) {
        try $0.decodeString()
      }
    } else {
      name = try decodeString()
    }
    guard let index = schema.caseIndex(named: name) else {
      throw failure(
        .invalidValue, expected: "a case of \(schema.className)", found: "the case \"\(name)\"",
        advice: "The archive may come from a newer version of the type.")
    }
    if case .record = place { place = .record(schema.cases[index]) }
    return index
  }

  // MARK: Objects and collections

  mutating func _decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record {
    let object = try currentObject()
    if Record.archiveSchema.isPlainEnumeration, let name = object as? String {
      let outer = schema
      schema = Record.archiveSchema
      defer { schema = outer }
      var record = try at(.object(name)) { try Record(fields: &$0) }
      try DecodingHooks(type).awake(&record)
      return record
    }
    guard let object = object.flatMap(Self.nsObject), let record = Record(_archiveObject: object) else {
      throw failure(
        .classMismatch, expected: "an object of the class \(Record.archiveSchema.className)",
        found: Self.describe(object), advice: nil)
    }
    return record
  }

  mutating func _decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object {
    let object = try currentObject()
    let found = object.flatMap(Self.nsObject)
    // A mutable class may be stored under the name of its immutable superclass.
    guard
      let object = found as? Object
        ?? (found as? any NSMutableCopying)?.mutableCopy(with: nil) as? Object
    else {
      throw failure(
        .classMismatch, expected: "an object of the class \(type)", found: Self.describe(object), advice: nil)
    }
    return object
  }

  mutating func _decodeCollection<Result>(
    _ kind: _ArchiveCollection, _ body: (inout Self, _ count: Int) throws -> Result
  ) throws -> Result {
    let object = try currentObject()
    let parts: [Any]
    switch (kind, object) {
    case (.array, let array as NSArray): parts = array.map { $0 }
    case (.set, let set as NSSet): parts = set.allObjects
    case (.dictionary, let dictionary as NSDictionary):
      // Foundation on Linux traps when looking up a key that is an array.
      var (keys, values): ([Any], [Any]) = ([], [])
      unsafe dictionary.enumerateKeysAndObjects { key, value, _ in
        keys.append(key)
        values.append(value)
      }
      parts = keys + values
    case (.array, _): throw mismatch(expected: "an array", found: object)
    case (.set, _): throw mismatch(expected: "a set", found: object)
    case (.dictionary, _): throw mismatch(expected: "a dictionary", found: object)
    }
    let count = kind == .dictionary ? parts.count / 2 : parts.count
    return try at(.parts(parts, numbered: kind != .dictionary)) { try body(&$0, count) }
  }

  // MARK: Versions

  /// Reads the record whose fields are in the coder.
  mutating func decodeWhole<Record: ArchiveRecord>(_ type: Record.Type) throws -> Record {
    var record = try decodeOlder(type) ?? Record(fields: &self)
    try DecodingHooks(type).awake(&record)
    return record
  }

  /// Reads the record if it has an older version that its type upgrades.
  ///
  /// An upgrade needs all stored fields. An `NSCoder` does not list its keys; only this library's unarchiver does.
  ///
  /// - Returns: `nil` if the record needs no upgrade.
  private mutating func decodeOlder<Record: ArchiveRecord>(_ type: Record.Type) throws -> Record? {
    let schema = Record.archiveSchema
    guard !schema.isEnumeration else { return nil }
    let key = ArchiveSchema.versionKey
    var stored: Int64 = 1
    if coder.containsValue(forKey: key) {
      stored = try at(.field(key: key, classes: Int.archiveClasses)) { try $0.decodeInt64() }
    }
    guard try schema.isOlder(stored), type is any ArchiveUpgradable.Type else { return nil }
    guard let unarchiver = coder as? KeyedUnarchiver else {
      throw failure(
        .unsupported, expected: "\(schema.className) of version \(schema.version)",
        found: "version \(stored)",
        advice: .changeCode(
          "\(Swift.type(of: coder)) does not list the fields that an upgrade needs. "
            + "Open the archive with KeyedArchive or KeyedUnarchiver."))
    }
    return try unarchiver.decodeUpgraded(type, from: Int(stored))
  }
}
