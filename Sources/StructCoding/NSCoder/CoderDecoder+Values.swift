internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives
internal import PropertyLists

// Single values: numbers stored directly in the coder, or exact conversions of an `NSNumber`.

extension CoderDecoder {
  /// Returns the object at the current place, requested with the classes allowed there; `nil` for a stored `nil`.
  mutating func currentObject() throws -> Any? {
    switch place {
    case .object(let object):
      return object is NSNull ? nil : object
    case .field(let key, let classes):
      try LinuxLimits.check(classes, in: coder)
      coder.registerArchiveNames(of: classes)
      let object = try reading {
        $0.decodeObject(of: LinuxLimits.classesToRead(classes, in: $0), forKey: key)
      }
      // A second request would decode the object again.
      place = .object(object)
      return object is NSNull ? nil : object
    case .record, .parts:
      throw failure(.typeMismatch, expected: "a single value", found: "a record or a collection", advice: nil)
    }
  }

  /// Requests a value from the coder. If the coder is this library's unarchiver, throws its error; the unarchiver can
  /// still read other values.
  private func reading<Result>(_ read: (NSCoder) -> Result) throws -> Result {
    if let unarchiver = coder as? KeyedUnarchiver { return try unarchiver.throwing { read(unarchiver) } }
    let result = read(coder)
    // Only unarchivers keep their error; asking any other coder for it crashes on Linux.
    if coder is NSKeyedUnarchiver, let error = coder.error { throw ArchiveError.wrapping(error) }
    return result
  }

  /// Whether the coder converts a number to the requested type and silently drops a part that does not fit. A second
  /// request with another type must then show whether something was lost.
  ///
  /// This library's unarchiver refuses such a number. So does Apple's, which would also refuse the second request:
  /// “when trying to coerce a value to an incompatible type — for example decoding an Int as a Float — the decoding
  /// method throws an invalidUnarchiveOperationException” (Apple's documentation of `NSKeyedUnarchiver`). Apple does
  /// not document this for `NSXPCCoder`, so it is not asked twice either; both sides of its connection use the same
  /// methods. Any other coder, such as the program's own, is checked.
  private var convertsSilently: Bool {
    #if canImport(ObjectiveC)
      !(coder is KeyedUnarchiver || coder is NSKeyedUnarchiver || coder is NSXPCCoder)
    #else
      !(coder is KeyedUnarchiver)
    #endif
  }

  /// The key of the number stored directly in the coder; `nil` if it must be read from an object.
  private var scalarKey: String? {
    if case .field(let key, _) = place { key } else { nil }
  }

  func mismatch(expected: String, found: Any?) -> ArchiveError {
    failure(.typeMismatch, expected: expected, found: Self.describe(found), advice: nil)
  }

  /// Reads any object, as the node of its archive.
  mutating func _decodeNode() throws -> ArchiveNode {
    guard let object = try currentObject() else { return .null }
    let data = try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try KeyedArchive.decode(ArchiveNode.self, from: data)
  }

  mutating func decodeNil() throws -> Bool {
    try currentObject() == nil
  }

  mutating func _decodeNumber(_ wanted: _NumberType) throws -> StoredNumber {
    // Unsigned numbers are objects everywhere.
    guard let key = scalarKey, wanted != .uint64 else {
      let object = try currentObject()
      guard let number = object as? NSNumber, !(object is String) else {
        throw mismatch(expected: wanted.kind, found: object)
      }
      return StoredNumber(number)
    }
    switch wanted {
    // Foundation on Linux reads any number but 1 as false.
    case .bool where !convertsSilently: return .bool(try reading { $0.decodeBool(forKey: key) })
    case .bool, .int64, .uint64: return .signed(try decodeInteger(key))
    // Reads a double, to distinguish a number that fits a float from a number that `decodeFloat(forKey:)` would
    // round.
    case .float, .double: return .double(try decodeReal(key))
    }
  }

  private func decodeInteger(_ key: String) throws -> Int64 {
    let stored = try reading { $0.decodeInt64(forKey: key) }
    if convertsSilently {
      // Foundation on Linux drops the fraction. Both calls read the same number, so they agree if it is whole.
      let real = try reading { $0.decodeDouble(forKey: key) }
      guard Double(stored) == real else {
        throw invalid("\(real)", expected: "a whole number that fits 64 bits")
      }
    }
    return stored
  }

  private func decodeReal(_ key: String) throws -> Double {
    let real = try reading { $0.decodeDouble(forKey: key) }
    // A whole number beyond 2^53 may have been rounded; reading it as an integer shows whether it was.
    if convertsSilently, let whole = Int64(exactly: real), whole.magnitude >= 1 << 53 {
      let stored = try reading { $0.decodeInt64(forKey: key) }
      guard stored == whole else { throw invalid("\(stored)", expected: "a number that fits Double") }
    }
    return real
  }

  mutating func decodeString() throws -> String { try object("a string") }
  mutating func decodeDate() throws -> Date { try object("a date") }
  mutating func decodeData() throws -> Data { try object("data") }

  private mutating func object<Value>(_ expected: String) throws -> Value {
    let object = try currentObject()
    guard let value = object as? Value else { throw mismatch(expected: expected, found: object) }
    return value
  }

  mutating func _decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    let data = try decodeData()
    return try EmbeddedBudgets.spending(on: data, in: coder) { budget in
      try KeyedArchive.decode(type, from: data, budget: &budget)
    }
  }

  mutating func _decodeForeign() throws -> ArchiveNode {
    let data = try decodeData()
    return try EmbeddedBudgets.spending(on: data, in: coder) { budget in
      try KeyedArchive.decode(ArchivedObject.self, from: data, budget: &budget).node
    }
  }

  mutating func _decodeBytes() throws -> [UInt8] {
    guard let key = scalarKey else { return [UInt8](try decodeData()) }
    #if canImport(ObjectiveC)
      var count = 0
      let found = unsafe try reading { unsafe $0.decodeBytes(forKey: key, returnedLength: &count) }
      guard let bytes = unsafe found else { return [] }
      return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    #else
      let bytes = try reading { coder in
        unsafe coder.withDecodedUnsafeBytes(forKey: key) { bytes in
          if let bytes = unsafe bytes { unsafe [UInt8](bytes) } else { nil as [UInt8]? }
        }
      }
      guard let bytes else { throw mismatch(expected: "bytes", found: "something else" as Any?) }
      return bytes
    #endif
  }

  // MARK: Objects

  /// Returns the object of a value: collections return Swift values for some Foundation objects.
  static func nsObject(_ value: Any) -> NSObject? {
    switch value {
    case let object as NSObject: object
    case let string as String: string as NSString
    case let date as Date: date as NSDate
    case let data as Data: data as NSData
    case let record as any ArchiveRecord: record._archiveObject
    default: (value as AnyObject) as? NSObject
    }
  }

  static func describe(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case is String: "a string"
    case is Date: "a date"
    case is Data: "data"
    case is NSArray: "an array"
    case is NSDictionary: "a dictionary"
    case is NSSet: "a set"
    case is NSNumber: "a number"
    case let value?: "an object of the class \(type(of: value))"
    }
  }
}
