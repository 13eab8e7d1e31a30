public import ArchiveBytes

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
}

extension FieldDecoder {
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
}
