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

  /// Leaves the field at `position` out of the archive. The caller must either encode or omit each field.
  mutating func omit(at position: Int) throws

  /// Stores the fields of `record`, a struct, flat, as fields of the current record at `position` and the following
  /// positions.
  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws

  /// Stores the case of an enumeration, whose associated values follow. Call it first, exactly once.
  mutating func encodeCase(_ index: Int) throws

  /// Stores a reference that does not retain its instance. It is stored as `nil` unless something else in the archive
  /// stores the instance. By default it throws: a coder need not support instances.
  ///
  /// - Parameter mustBeStored: Whether the encoder throws when it finishes the archive, if nothing else stores the instance.
  mutating func _encodeUnretained<Object: ArchivableObject>(
    _ object: Object?, at position: Int, mustBeStored: Bool) throws
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
      "a field of this type cannot be archived: mark its type @Archivable, or conform it to ArchiveValue; a RawRepresentable type, and a subclass of NSObject that conforms to NSSecureCoding, need only the conformance: extension T: ArchiveValue {}; a property of a RawRepresentable type can also be @Stored(.raw); a property of a Codable type can be @Stored(.codable); one that no archive needs is @Transient; a function, a protocol, a metatype, and a tuple under another name or inside another type have no stored form, so use a struct, an enum, or the tuple itself"
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
