internal import ArchiveBytes
public import Foundation

/// Stores one value: what ``ArchiveValue/encodeValue(to:)`` is given.
///
/// An encoder stands at one place of the archive. Exactly one call of one method stores the value there.
///
/// All methods throw ``ArchiveError``.
public protocol ValueEncoder {
  /// What the elements of a collection are stored by.
  associatedtype Elements: FieldEncoder

  /// Stores `nil`.
  mutating func encodeNil() throws
  /// Stores a Boolean.
  mutating func encode(_ value: Bool) throws
  /// Stores an integer of any width with a sign.
  mutating func encode(_ value: Int64) throws
  /// Stores an integer of any width without a sign.
  mutating func encode(_ value: UInt64) throws
  /// Stores a number of four bytes; every bit of it is kept.
  mutating func encode(_ value: Float) throws
  /// Stores a number of eight bytes; every bit of it is kept.
  mutating func encode(_ value: Double) throws
  /// Stores a string.
  mutating func encode(_ value: String) throws
  /// Stores a date.
  mutating func encode(_ value: Date) throws
  /// Stores data, as an object of its own.
  mutating func encode(_ value: Data) throws

  /// Stores a record or an enumeration; the encoder calls back its `encodeFields(to:)`.
  mutating func encodeRecord<Record: ArchiveRecord>(_ record: Record) throws

  /// Stores a collection of `count` elements, which `body` encodes at the positions `0 ..< count`. For a dictionary,
  /// `count` is its number of entries; all keys come first, then the values at `count ..< 2 * count`.
  mutating func encodeCollection(
    _ kind: ArchiveCollection, count: Int, _ body: (inout Elements) throws -> Void) throws

  // MARK: Forms that a format may tell apart

  /// Stores the content of an optional: like the value itself, but as an object even where a number would be stored
  /// in place, so that an `NSCoder` can tell it from `nil`. By default as the value itself.
  mutating func encodeSome<Value: ArchiveValue>(_ value: Value) throws

  /// Stores bytes as part of a record's own layout (a UUID's sixteen), rather than as a data object of its own. By
  /// default as data.
  mutating func encodeBytes(_ bytes: [UInt8]) throws

  /// Stores an array of records: by default one after the other.
  mutating func encodeRecords<Record: ArchiveRecord>(_ records: [Record]) throws

  // MARK: Objects. By default these throw.

  /// Stores an existing object that conforms to `NSSecureCoding`.
  mutating func encodeObject(_ object: NSObject) throws

  /// Stores a reference to an instance, and the instance once, after what is being stored.
  ///
  /// - Throws: When its class is neither `Object` nor one that `Object` lists.
  mutating func encodeInstance<Object: ArchivableObject>(_ object: Object) throws
}

/// The kinds of collection that archives tell apart.
public enum ArchiveCollection: Sendable, Hashable {
  /// Elements in an order.
  case array
  /// Elements without an order, each once. The order of an archive's elements has no meaning.
  case set
  /// Values under keys, whose order has no meaning either.
  case dictionary
}

extension ValueEncoder {
  public mutating func encodeSome<Value: ArchiveValue>(_ value: Value) throws {
    try value.encodeValue(to: &self)
  }

  public mutating func encodeBytes(_ bytes: [UInt8]) throws { try encode(Data(bytes)) }

  public mutating func encodeRecords<Record: ArchiveRecord>(_ records: [Record]) throws {
    try encodeCollection(.array, count: records.count) { elements in
      for (position, record) in records.enumerated() { try elements.encode(record, at: position) }
    }
  }

  public mutating func encodeObject(_ object: NSObject) throws { throw ArchiveError.noObjects(Self.self) }
}
