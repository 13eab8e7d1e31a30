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
}

extension ValueEncoder {
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
}
