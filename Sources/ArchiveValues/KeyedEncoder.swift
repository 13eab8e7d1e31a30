internal import ArchiveBytes
public import Foundation

/// Anything that stores values under keys: Apple's keyed archive, an `NSCoder`, a tree.
///
/// A type describes itself once, by calling these methods, and every format is a conformer. An encoder always stands
/// at one place of the archive. The methods without a position store one value at that place; inside a record or a
/// collection, `encode(_:at:)` moves to a part of it, stores there, and comes back.
///
/// All methods throw ``ArchiveError``, whose path names the part that could not be stored.
public protocol KeyedEncoder {
  // MARK: Parts of a record or a collection

  /// Stores `value` as the part at `position`: a field, by its index in the ``ArchiveSchema``, or an element. Parts
  /// are stored in ascending order of position, each once.
  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws
  /// Stores a Boolean as the part at `position`.
  mutating func encode(_ value: Bool, at position: Int) throws
  /// Stores an integer as the part at `position`.
  mutating func encode(_ value: Int, at position: Int) throws
  /// Stores a number of eight bytes as the part at `position`; every bit of it is kept.
  mutating func encode(_ value: Double, at position: Int) throws
  /// Stores a string as the part at `position`.
  mutating func encode(_ value: String, at position: Int) throws
  /// Stores a date as the part at `position`.
  mutating func encode(_ value: Date, at position: Int) throws

  /// Leaves the field at `position` out of the archive; a field that is neither encoded nor omitted is a mistake of
  /// the caller.
  mutating func omit(at position: Int) throws

  /// Stores the fields of `record`, a struct, as fields of the current record: the first at `position`, the others at
  /// the positions after it.
  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws

  /// In an enumeration: names the case whose associated values follow. Called first, once.
  mutating func encodeCase(_ index: Int) throws

  // MARK: One value at the current place

  /// Stores `nil`.
  mutating func encodeNil() throws
  /// Stores the content of an optional: like the value itself, but as an object even where a number would be stored
  /// in place, so that an `NSCoder` can tell it from `nil`.
  mutating func encodeSome<Value: ArchiveValue>(_ value: Value) throws
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

  /// Stores bytes as part of a record's own layout (a UUID's sixteen), rather than as a data object of its own.
  mutating func encodeBytes(_ bytes: [UInt8]) throws

  /// Stores a record or an enumeration; the encoder calls back its `encodeFields(to:)`.
  mutating func encodeRecord<Record: ArchiveRecord>(_ record: Record) throws

  /// Stores an array of records: the same as one after the other, and faster.
  mutating func encodeRecords<Record: ArchiveRecord>(_ records: [Record]) throws

  /// Stores a collection of `count` elements, which `body` encodes at the positions `0 ..< count`. For a dictionary,
  /// `count` is its number of entries; all keys come first, then the values at `count ..< 2 * count`.
  mutating func encodeCollection(
    _ kind: ArchiveCollection, count: Int, _ body: (inout Self) throws -> Void) throws

  /// Stores an existing object that conforms to `NSSecureCoding`.
  mutating func encodeObject(_ object: NSObject) throws

  // MARK: Instances of classes

  /// Stores a reference to an instance, and the instance once, after what is being stored.
  ///
  /// - Throws: When its class is neither `Object` nor one that `Object` lists.
  mutating func encodeInstance<Object: ArchivableObject>(_ object: Object) throws

  /// Stores a reference to an instance, or `nil`, as the part at `position`: the same as that of an optional, and faster.
  mutating func encode<Object: ArchivableObject>(_ object: Object?, at position: Int) throws

  /// Stores a reference that holds nothing in the archive: `nil`, unless something else stores the instance.
  mutating func encodeConditional<Object: ArchivableObject>(_ object: Object?, at position: Int) throws

  /// Stores a reference that holds nothing in the archive; that nothing else stores the instance is an error, thrown
  /// when the archive is finished.
  mutating func encodeUnowned<Object: ArchivableObject>(_ object: Object, at position: Int) throws
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

extension KeyedEncoder {
  // The overloads for frequent types fall back to the general ones; a format overrides those worth a shortcut.
  /// Stores the value by the general method.
  public mutating func encode(_ value: Bool, at position: Int) throws {
    try encodePart(value, at: position)
  }
  /// Stores the value by the general method.
  public mutating func encode(_ value: Int, at position: Int) throws {
    try encodePart(value, at: position)
  }
  /// Stores the value by the general method.
  public mutating func encode(_ value: Double, at position: Int) throws {
    try encodePart(value, at: position)
  }
  /// Stores the value by the general method.
  public mutating func encode(_ value: String, at position: Int) throws {
    try encodePart(value, at: position)
  }
  /// Stores the value by the general method.
  public mutating func encode(_ value: Date, at position: Int) throws {
    try encodePart(value, at: position)
  }

  mutating func encodePart(_ value: some ArchiveValue, at position: Int) throws {
    try encode(value, at: position)
  }

  public mutating func encodeRecords<Record: ArchiveRecord>(_ records: [Record]) throws {
    try encodeCollection(.array, count: records.count) { encoder in
      for (position, record) in records.enumerated() { try encoder.encode(record, at: position) }
    }
  }
}

extension KeyedEncoder {
  /// Stores the parts of a tuple as an array.
  public mutating func encodeTuple<each Part: ArchiveValue>(_ part: repeat each Part, at position: Int) throws
  {
    try encode(ArchiveTuple(repeat each part), at: position)
  }

  /// Stores a raw-representable value that is not itself an ``ArchiveValue`` by its raw value.
  @_disfavoredOverload
  public mutating func encode<Value: RawRepresentable>(_ value: Value, at position: Int) throws
  where Value.RawValue: ArchiveValue {
    try encode(RawPart(value), at: position)
  }

  /// Stores an optional of such a value: its raw value, or `nil`.
  @_disfavoredOverload
  public mutating func encode<Value: RawRepresentable>(_ value: Value?, at position: Int) throws
  where Value.RawValue: ArchiveValue {
    try encode(value.map { RawPart($0) }, at: position)
  }

  /// Stores an array of such values: their raw values.
  @_disfavoredOverload
  public mutating func encode<Value: RawRepresentable>(_ value: [Value], at position: Int) throws
  where Value.RawValue: ArchiveValue {
    try encode(value.map { RawPart($0) }, at: position)
  }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a field of this type cannot be archived: mark its type @Archivable, or conform it to ArchiveValue; a RawRepresentable type needs only the conformance, and a property of a Codable type can be @Stored(.codable); one that no archive needs is @Transient; a function, a protocol and a tuple under another name have no stored form, so use a struct, an enum, or the tuple itself"
  )
  public mutating func encode<Value>(_ value: Value, at position: Int) throws {
    throw ArchiveError(.unsupported, found: "\(Value.self)")
  }
}
