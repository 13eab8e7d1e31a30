internal import ArchiveBytes
public import ArchiveNodes
public import Foundation
public import PropertyLists

/// Stores one value. ``ArchiveValue/encodeValue(to:)`` receives one.
///
/// An encoder has one current place in the archive. Exactly one call of one method stores the value there.
///
/// All methods throw ``ArchiveError``.
public protocol ValueEncoder {
  /// The encoder that stores the elements of a collection.
  associatedtype _Elements: FieldEncoder

  /// Stores `nil` as the value.
  mutating func encodeNil() throws
  /// Stores a number or a Boolean. Hand-written code calls `encode(_:)`.
  mutating func _encode(_ number: StoredNumber) throws
  /// Stores a string.
  mutating func encode(_ value: String) throws
  /// Stores a date.
  mutating func encode(_ value: Date) throws
  /// Stores data as a separate object.
  mutating func encode(_ value: Data) throws

  // MARK: Called by types of the library. Other types call `encodeValue(to:)` of a record, an array, a dictionary …

  /// Stores a record or an enumeration. The encoder calls its `encodeFields(to:)`.
  mutating func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws

  /// Stores a collection of `count` elements. `body` encodes them at the positions `0 ..< count`. For a dictionary,
  /// `count` is its number of entries; all keys come first, then the values at `count ..< 2 * count`.
  mutating func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout _Elements) throws -> Void) throws

  // MARK: Forms that a format may distinguish

  /// Stores the content of an optional. It is stored like the value itself, but as an object even where a number
  /// would be stored in place, so that an `NSCoder` can distinguish it from `nil`. By default, stores it like the
  /// value itself.
  mutating func _encodeSome<Value: ArchiveValue>(_ value: Value) throws

  /// Stores bytes as part of a record's own layout (the sixteen bytes of a UUID), rather than as a data object. By
  /// default, stores data.
  mutating func _encodeBytes(_ bytes: [UInt8]) throws

  /// Stores an array of records. By default, stores one after the other.
  mutating func _encodeRecords<Record: ArchiveRecord>(_ records: [Record]) throws

  // MARK: Objects. By default these throw.

  /// Stores an existing object that conforms to `NSSecureCoding`.
  mutating func _encodeObject(_ object: NSObject) throws

  /// Stores an object whose class the program may lack: a record or a graph that a ``ValueDecoder`` has read.
  mutating func _encodeForeign(_ object: ArchiveNode) throws

  /// Stores a reference to an instance. The instance itself is stored once, after the current value.
  ///
  /// - Throws: An error if its class is neither `Object` nor a class that `Object` lists.
  mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws
}

/// The kinds of collection that archives distinguish.
public enum _ArchiveCollection: Sendable, Hashable {
  /// Ordered elements.
  case array
  /// Unordered elements, each once. The order in the archive has no meaning.
  case set
  /// Values by key. The order in the archive has no meaning.
  case dictionary
}

extension ValueEncoder {
  /// Stores a Boolean.
  @inline(__always)
  public mutating func encode(_ value: Bool) throws { try _encode(.bool(value)) }
  /// Stores a signed integer of any width.
  @inline(__always)
  public mutating func encode(_ value: Int64) throws { try _encode(.signed(value)) }
  /// Stores an unsigned integer of any width.
  @inline(__always)
  public mutating func encode(_ value: UInt64) throws { try _encode(.unsigned(value)) }
  /// Stores a four-byte floating-point number and keeps every bit of it.
  @inline(__always)
  public mutating func encode(_ value: Float) throws { try _encode(.float(value)) }
  /// Stores an eight-byte floating-point number and keeps every bit of it.
  @inline(__always)
  public mutating func encode(_ value: Double) throws { try _encode(.double(value)) }

  public mutating func _encodeSome<Value: ArchiveValue>(_ value: Value) throws {
    try value.encodeValue(to: &self)
  }

  public mutating func _encodeBytes(_ bytes: [UInt8]) throws { try encode(Data(bytes)) }

  public mutating func _encodeRecords<Record: ArchiveRecord>(_ records: [Record]) throws {
    try _encodeCollection(.array, count: records.count) { elements in
      for (position, record) in records.enumerated() { try elements.encode(record, at: position) }
    }
  }

  public mutating func _encodeObject(_ object: NSObject) throws { throw ArchiveError.noObjects(Self.self) }

  public mutating func _encodeForeign(_ object: ArchiveNode) throws {
    throw ArchiveError.noObjects(Self.self)
  }

  public mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    throw ArchiveError.noObjects(Self.self)
  }
}

/// Reads one value. ``ArchiveValue/decodeValue(from:)`` receives one.
///
/// It mirrors ``ValueEncoder``: a decoder has one current place in the archive, and its methods read the value there.
/// Numbers are converted if the value stays exact (`3` to `3.0`, `1` to `true`); otherwise the methods throw.
///
/// All methods throw ``ArchiveError`` with the place in the archive.
public protocol ValueDecoder: _LocatedDecoder {
  /// The decoder that reads the elements of a collection.
  associatedtype _Elements: FieldDecoder

  /// Returns whether `nil` is stored at the current place.
  mutating func decodeNil() throws -> Bool
  /// Reads a number or a Boolean of any type, for a value that needs the type `wanted`. Hand-written code calls
  /// `decodeInt64()` and similar methods, which convert the number.
  mutating func _decodeNumber(_ wanted: _NumberType) throws -> StoredNumber
  /// Reads a string.
  mutating func decodeString() throws -> String
  /// Reads a date.
  mutating func decodeDate() throws -> Date
  /// Reads a value of data.
  mutating func decodeData() throws -> Data

  // MARK: Called by types of the library. Other types call `decodeValue(from:)` of a record, an array, a dictionary …

  /// Reads a record or an enumeration with its `init(fields:)`.
  ///
  /// - Throws: ``ArchiveError/Code/classMismatch`` if the object has another class than the schema names.
  mutating func _decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record

  /// Reads a collection. `body` receives the number of elements and decodes them by position. For a dictionary, the
  /// count is its number of entries; all keys come first, then all values. The archive has bytes for as many elements
  /// as the count.
  mutating func _decodeCollection<Result>(
    _ kind: _ArchiveCollection, _ body: (inout _Elements, _ count: Int) throws -> Result
  ) throws -> Result

  // MARK: Forms that a format may distinguish

  /// Reads bytes stored by ``ValueEncoder/encodeBytes(_:)``. By default, reads data.
  mutating func _decodeBytes() throws -> [UInt8]

  /// Reads an array of records. By default, reads one after the other.
  mutating func _decodeRecords<Record: ArchiveRecord>(of type: Record.Type) throws -> [Record]

  // MARK: Objects, and values of any type. By default these throw.

  /// Reads any value at the current place as a tree, without references.
  ///
  /// - Throws: An error if the value is not a tree, for example an object that contains itself.
  mutating func _decodeNode() throws -> ArchiveNode

  /// Reads the object at the current place with its class and with everything that it refers to, as a tree if it is
  /// one.
  mutating func _decodeForeign() throws -> ArchiveNode

  /// Reads an object of a class that conforms to `NSSecureCoding`, and of no other class.
  mutating func _decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object

  /// Reads a reference to an instance of `type`, or of a class that `type` lists. Returns the same instance wherever
  /// the archive refers to the same object.
  ///
  /// - Throws: ``ArchiveError/Code/classMismatch`` for an object of another class; ``ArchiveError/Code/cycle`` for an
  ///   object that cannot be created without itself.
  mutating func _decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object
}

/// The types as which a value can read a number.
public enum _NumberType: Sendable { case bool, int64, uint64, float, double }

extension ValueDecoder {
  /// Reads a Boolean. The numbers 0 and 1 are accepted too.
  @inline(__always)
  public mutating func decodeBool() throws -> Bool { try number(.bool) { $0.bool } }
  /// Reads an integer that fits 64 signed bits, whatever width it was stored with.
  @inline(__always)
  public mutating func decodeInt64() throws -> Int64 { try number(.int64) { $0.integer(Int64.self) } }
  /// Reads an integer that fits 64 unsigned bits, whatever width it was stored with.
  @inline(__always)
  public mutating func decodeUInt64() throws -> UInt64 { try number(.uint64) { $0.integer(UInt64.self) } }
  /// Reads a number that a `Float` represents exactly.
  @inline(__always)
  public mutating func decodeFloat() throws -> Float { try number(.float) { $0.float } }
  /// Reads a number.
  @inline(__always)
  public mutating func decodeDouble() throws -> Double { try number(.double) { $0.double } }

  @inline(__always)
  private mutating func number<Value>(
    _ wanted: _NumberType, _ convert: (StoredNumber) -> Value?
  ) throws -> Value {
    let number = try _decodeNumber(wanted)
    guard let value = convert(number) else { throw inexact(number, wanted) }
    return value
  }

  @inline(never)
  private func inexact(_ number: StoredNumber, _ wanted: _NumberType) -> ArchiveError {
    invalid("\(number)", expected: wanted.range)
  }

  // MARK: Defaults

  public mutating func _decodeBytes() throws -> [UInt8] {
    unsafe try decodeData().withUnsafeBytes { unsafe [UInt8]($0) }
  }

  public mutating func _decodeRecords<Record: ArchiveRecord>(of type: Record.Type) throws -> [Record] {
    try _decodeCollection(.array) { elements, count in
      var records: [Record] = []
      records.reserveCapacity(count)
      for position in 0..<count { records.append(try elements.decode(at: position)) }
      return records
    }
  }

  public mutating func _decodeNode() throws -> ArchiveNode { throw ArchiveError.noObjects(Self.self) }

  public mutating func _decodeForeign() throws -> ArchiveNode { throw ArchiveError.noObjects(Self.self) }

  public mutating func _decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object {
    throw ArchiveError.noObjects(Self.self)
  }

  public mutating func _decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    throw ArchiveError.noObjects(Self.self)
  }
}

extension _NumberType {
  /// The word for a number of the type in errors.
  package var kind: String {
    switch self {
    case .bool: "true or false"
    case .int64: "an integer"
    case .uint64: "an unsigned integer"
    case .float, .double: "a number"
    }
  }

  /// The words for a number that the type represents exactly.
  package var range: String {
    switch self {
    case .bool: "true or false, or 0 or 1"
    case .int64: "an integer of 64 bits"
    case .uint64: "an unsigned integer of 64 bits"
    case .float: "a number that fits Float"
    case .double: "a number that fits Double"
    }
  }
}

extension ArchiveError {
  /// Returns the error for a coder that stores no objects, and no instances of classes.
  static func noObjects(_ coder: Any.Type) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "a coder that stores objects", found: "\(coder)",
      advice: .changeCode("Use KeyedArchive or ColumnArchive."))
  }
}
