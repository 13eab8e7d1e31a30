public import Foundation

/// Stores the parts of a record or a collection, each at its position. `encodeFields(to:)` receives one.
///
/// A record describes its fields once, by calling these methods. Every format conforms: Apple's keyed archive, an
/// `NSCoder`, a tree, columns. Each value decides how it is stored; see ``ArchiveValue`` and ``ValueEncoder``.
///
/// All methods throw ``ArchiveError``, whose path names the part that could not be stored.
public protocol FieldEncoder {
  /// Stores `value` as the part at `position`: a field, by its index in the ``ArchiveSchema``, or an element. Store
  /// parts in ascending order of position, each once.
  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws

  /// Leaves the field at `position` out of the archive. It is a mistake of the caller neither to encode nor to omit a
  /// field.
  mutating func omit(at position: Int) throws

  /// Stores the fields of `record`, a struct, flat, as fields of the current record: the first at `position`, the
  /// others at the positions after it.
  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws

  /// Names the case of an enumeration, whose associated values follow. Call it first, and once.
  mutating func encodeCase(_ index: Int) throws

  // MARK: Shortcuts for frequent types. By default they call the general method.

  /// Stores a Boolean as the part at `position`.
  @_documentation(visibility: internal)
  mutating func encode(_ value: Bool, at position: Int) throws
  /// Stores an integer as the part at `position`.
  @_documentation(visibility: internal)
  mutating func encode(_ value: Int, at position: Int) throws
  /// Stores a number of eight bytes as the part at `position`; every bit of it is kept.
  @_documentation(visibility: internal)
  mutating func encode(_ value: Double, at position: Int) throws
  /// Stores a string as the part at `position`.
  @_documentation(visibility: internal)
  mutating func encode(_ value: String, at position: Int) throws
  /// Stores a date as the part at `position`.
  @_documentation(visibility: internal)
  mutating func encode(_ value: Date, at position: Int) throws
  /// Stores a reference to an instance, or `nil`, as the part at `position`.
  @_documentation(visibility: internal)
  mutating func encode<Object: ArchivableObject>(_ object: Object?, at position: Int) throws

  // MARK: References that retain nothing. By default they throw: a coder need not know instances.

  /// Stores a weak reference: `nil`, unless something else stores the instance.
  mutating func encodeWeak<Object: ArchivableObject>(_ object: Object?, at position: Int) throws

  /// Stores an unowned reference. If nothing else stores the instance, the encoder throws an error when it finishes the
  /// archive.
  mutating func encodeUnowned<Object: ArchivableObject>(_ object: Object, at position: Int) throws
}

extension FieldEncoder {
  /// Stores the value by the general method.
  @_documentation(visibility: internal)
  public mutating func encode(_ value: Bool, at position: Int) throws {
    try encodePart(value, at: position)
  }
  /// Stores the value by the general method.
  @_documentation(visibility: internal)
  public mutating func encode(_ value: Int, at position: Int) throws {
    try encodePart(value, at: position)
  }
  /// Stores the value by the general method.
  @_documentation(visibility: internal)
  public mutating func encode(_ value: Double, at position: Int) throws {
    try encodePart(value, at: position)
  }
  /// Stores the value by the general method.
  @_documentation(visibility: internal)
  public mutating func encode(_ value: String, at position: Int) throws {
    try encodePart(value, at: position)
  }
  /// Stores the value by the general method.
  @_documentation(visibility: internal)
  public mutating func encode(_ value: Date, at position: Int) throws {
    try encodePart(value, at: position)
  }
  /// Stores the reference like any other optional.
  @_documentation(visibility: internal)
  public mutating func encode<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try encodePart(object, at: position)
  }

  private mutating func encodePart(_ value: some ArchiveValue, at position: Int) throws {
    try encode(value, at: position)
  }
}

extension FieldEncoder {
  /// Stores the parts of a tuple as an array.
  public mutating func _encodeTuple<each Part: ArchiveValue>(_ part: repeat each Part, at position: Int)
    throws
  {
    try encode(ArchiveTuple(repeat each part), at: position)
  }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a field of this type cannot be archived: mark its type @Archivable, or conform it to ArchiveValue; a RawRepresentable type, and a subclass of NSObject that conforms to NSSecureCoding, need only the conformance: extension T: ArchiveValue {}; a property of a RawRepresentable type can also be @Stored(.raw); a property of a Codable type can be @Stored(.codable); one that no archive needs is @Transient; a function, a protocol and a tuple under another name have no stored form, so use a struct, an enum, or the tuple itself"
  )
  public mutating func encode<Value>(_ value: Value, at position: Int) throws { fatalError("unavailable") }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a part of this tuple cannot be archived: mark its type @Archivable, or conform it to ArchiveValue; a RawRepresentable type needs only the conformance: extension T: ArchiveValue {}; or use a struct, whose properties can be @Stored(.raw), @Stored(.codable) and so on"
  )
  public mutating func _encodeTuple<each Part>(_ part: repeat each Part, at position: Int) throws {
    fatalError("unavailable")
  }
}
