public import ArchiveBytes

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

  // MARK: Instances of classes, which coders outside this library need not support

  public mutating func _encodeUnretained<Object: ArchivableObject>(
    _ object: Object?, at position: Int, mustBeStored: Bool
  ) throws {
    throw ArchiveError.noObjects(Self.self)
  }

  /// Stores a weak reference: `nil`, unless something else stores the instance.
  public mutating func encodeWeak<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try _encodeUnretained(object, at: position, mustBeStored: false)
  }

  /// Stores an unowned reference, which may be `nil`. If nothing else stores the instance, the encoder throws an error when
  /// it finishes the archive.
  public mutating func encodeUnowned<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try _encodeUnretained(object, at: position, mustBeStored: true)
  }
}

/// Reads the parts of a record or a collection, each by its position. `init(fields:)` receives one.
///
/// It mirrors ``FieldEncoder``. All methods throw ``ArchiveError`` with the place in the archive.
public protocol FieldDecoder: _LocatedDecoder {
  /// Returns whether the archive has the field at `position`, even if its value is `nil`.
  func hasField(at position: Int) -> Bool

  /// Reads the part at `position`: a field, by its index in the ``ArchiveSchema``, or an element.
  ///
  /// A field that the archive lacks reads as ``ArchiveValue/valueWhenAbsent``, which is `nil` for optionals.
  /// - Throws: ``ArchiveError/Code/missingField`` if the archive lacks the field and the type has no such value.
  mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value

  /// Reads a record whose fields were stored flat, as fields of the current one, beginning at `position`. It also
  /// reads a record that an older archive stored in its own field.
  ///
  /// - Parameter isRequired: Whether to read the record even if the archive has none of its fields, since all of them
  ///   may have defaults.
  /// - Returns: `nil` if the archive has none of the fields and the record is not required.
  mutating func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record?

  /// Reads the stored case of an enumeration, and makes its associated values the fields to decode. Returns an index
  /// into the schema's cases.
  ///
  /// - Throws: An error for a case that the schema lacks.
  mutating func decodeCase() throws -> Int

  // MARK: Instances of classes. By default these do nothing: a coder need not support instances.

  /// Records an unowned reference to a decoded instance. The reader throws at the end if nothing owns the instance.
  mutating func _expectOwner(of object: some ArchivableObject)

  /// Finishes reading the instances created so far. Call it before an instance is compared or hashed.
  mutating func _completeInstances() throws
}

extension FieldDecoder {
  /// Returns the error for a case that the enumeration does not have. The generated `init(fields:)` throws it when
  /// ``decodeCase()`` returns an index that it does not handle.
  public func unknownCase() -> ArchiveError {
    invalid(
      "a case that the type does not have", expected: "a case of the enumeration",
      advice: "The archive may come from a newer version of the type.")
  }

  /// Reads a tuple stored by ``FieldEncoder/_encodeTuple(_:at:)``.
  public mutating func _decodeTuple<each Part: ArchiveValue>(at position: Int) throws -> (repeat each Part) {
    let tuple: ArchiveTuple<repeat each Part> = try decode(at: position)
    return tuple.parts
  }

  /// Always throws, because a value of such a type is never stored. The method is not marked unavailable, so that the
  /// compiler reports the field once, where it is encoded, and not again in each line that reads or describes it.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func decode<Value>(at position: Int) throws -> Value {
    throw failure(.unsupported, found: "a field of type \(Value.self)")
  }

  /// Always throws. Not marked unavailable for the same reason.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public mutating func _decodeTuple<each Part>(at position: Int) throws -> (repeat each Part) {
    throw failure(.unsupported, found: "a tuple of type \((repeat each Part).self)")
  }

  // MARK: Instances of classes, which coders outside this library need not support

  public mutating func _expectOwner(of object: some ArchivableObject) {}

  public mutating func _completeInstances() throws {}

  /// Reads a weak reference. ``ArchiveLimits/maximumReferenceDepth`` limits the length of a chain of instances that
  /// hold each other; a weak reference does not add to it.
  public mutating func decodeWeak<Object: ArchivableObject>(at position: Int) throws -> Object? {
    try decode(at: position)
  }

  /// Reads an unowned reference. Something else in the archive must hold the instance.
  public mutating func decodeUnowned<Object: ArchivableObject>(at position: Int) throws -> Object {
    let object: Object = try decode(at: position)
    _expectOwner(of: object)
    return object
  }

  /// Reads an unowned reference that may be `nil`.
  @_documentation(visibility: internal)
  public mutating func decodeUnowned<Object: ArchivableObject>(at position: Int) throws -> Object? {
    let object: Object? = try decode(at: position)
    if let object { _expectOwner(of: object) }
    return object
  }
}

/// A decoder that knows its place in an archive, and creates errors for that place. ``FieldDecoder`` and
/// ``ValueDecoder`` refine it.
public protocol _LocatedDecoder {
  /// The offset of the current place in the archive's bytes. By default `nil`, for decoders that read no bytes.
  var offset: Int? { get }

  /// Counts memory against the limit on decoded size. Call it for a value that takes more memory than its stored
  /// form, such as decompressed data. By default, nothing is counted.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded`` above ``ArchiveLimits/maximumDecodedSize``.
  mutating func charge(_ byteCount: Int) throws
}

extension _LocatedDecoder {
  public var offset: Int? { nil }

  public mutating func charge(_ byteCount: Int) throws {}

  /// Returns an error at the current place, for a stored value that cannot be used.
  package func failure(
    _ code: ArchiveError.Code, expected: String? = nil, found: String? = nil,
    advice: ArchiveError.Advice? = nil
  ) -> ArchiveError {
    ArchiveError(code, expected: expected, found: found, offset: offset, advice: advice)
  }

  /// Returns an error at the current place, for a stored value that the type cannot hold.
  package func invalid(_ found: String, expected: String, advice: ArchiveError.Advice? = nil) -> ArchiveError
  {
    failure(.invalidValue, expected: expected, found: found, advice: advice)
  }

  /// Returns the error as an ``ArchiveError``, at the current place unless it already has an offset.
  @usableFromInline
  package func located(_ error: any Error) -> any Error {
    var error = ArchiveError.wrapping(error)
    if error.offset == nil { error.offset = offset }
    return error
  }

  /// Calls `body`, and adds the current place to its errors.
  package func locating<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw located(error) }
  }
}

// Errors for hand-written conformances that break the contract of ``FieldEncoder`` or ``ValueEncoder``. They never
// cause a damaged archive.

extension ArchiveError {
  /// Returns the error for an `encodeValue(to:)` that stored no value, or more than one.
  package static func notOneValue(_ found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "one encoded value", found: found,
      advice: .changeCode("An encodeValue(to:) must call exactly one method of the encoder."))
  }

  /// Returns the error for an `encodeFields(to:)`, or a closure that stores elements, that did not store exactly the
  /// expected parts.
  package static func notInParts(_ found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "every part once, in the order of positions", found: found,
      advice: .changeCode("An encodeFields(to:) must encode or omit every field of its schema."))
  }

  package static func caseOutOfTurn(_ index: Int?) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "encodeCase(_:) in an enumeration, and nowhere else",
      found: index.map { "case \($0)" } ?? "none",
      advice: .changeCode("An encodeFields(to:) must name the case of an enumeration first, and once."))
  }
}

extension ArchiveSchema {
  /// The key that marks an object whose encoder failed and could not report the error otherwise. Its value is the
  /// reason. The format reserves the key, so readers refuse the object, whose other fields may be missing.
  package static let failureKey = "archive.error"

  /// Describes an object with the mark, for errors.
  package static func halfWritten(_ reason: String?) -> String {
    "an object that could not be written: \(reason ?? "no reason given")"
  }
}
