public import ArchiveBytes
internal import ArchiveNodes
public import Foundation

/// Reads the parts of a record or a collection, each by its position: what `init(fields:)` is given.
///
/// The mirror of ``FieldEncoder``. All methods throw ``ArchiveError``, located in the archive.
public protocol FieldDecoder: LocatedDecoder {
  /// Whether the archive has the field at `position`, be it `nil`.
  func hasField(at position: Int) -> Bool

  /// Reads the part at `position`: a field, by its index in the ``ArchiveSchema``, or an element.
  ///
  /// A field that the archive lacks reads as ``ArchiveValue/valueWhenAbsent``, which is `nil` for optionals.
  /// - Throws: ``ArchiveError/Code/missingField`` when there is neither.
  mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value

  /// Reads a record whose fields were stored as fields of the current one, the first at `position`; or one that was
  /// stored in a field of its own, in an older archive.
  ///
  /// - Parameter isRequired: Whether to read it when the archive has none of the fields, which may all have defaults.
  /// - Returns: `nil` when the archive has none and it is not required.
  mutating func decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record?

  /// In an enumeration: reads which case is stored, and makes its associated values the fields to decode.
  /// The result is an index into the schema's cases; a case that the schema lacks is thrown.
  mutating func decodeCase() throws -> Int

  // MARK: Shortcuts for frequent types. By default they call the general method.

  /// Reads a Boolean, the part at `position`.
  mutating func decode(at position: Int) throws -> Bool
  /// Reads an integer, the part at `position`.
  mutating func decode(at position: Int) throws -> Int
  /// Reads a number, the part at `position`.
  mutating func decode(at position: Int) throws -> Double
  /// Reads a string, the part at `position`.
  mutating func decode(at position: Int) throws -> String
  /// Reads a date, the part at `position`.
  mutating func decode(at position: Int) throws -> Date

  // MARK: Instances of classes. By default these do nothing: a coder need not know instances.

  /// Records an unowned reference to an instance that was decoded; the reader throws at the end if nothing owns it.
  mutating func expectOwner(of object: some ArchivableObject)

  /// Records that the reference just decoded does not hold its instance; see ``decodeWeak(at:)``.
  mutating func doesNotHold(_ object: some ArchivableObject)

  /// Reads what is still to be read of the instances made so far: before one is compared or hashed.
  mutating func completeInstances() throws
}

extension FieldDecoder {
  /// Reads the value by the general method.
  public mutating func decode(at position: Int) throws -> Bool { try decodePart(at: position) }
  /// Reads the value by the general method.
  public mutating func decode(at position: Int) throws -> Int { try decodePart(at: position) }
  /// Reads the value by the general method.
  public mutating func decode(at position: Int) throws -> Double { try decodePart(at: position) }
  /// Reads the value by the general method.
  public mutating func decode(at position: Int) throws -> String { try decodePart(at: position) }
  /// Reads the value by the general method.
  public mutating func decode(at position: Int) throws -> Date { try decodePart(at: position) }

  private mutating func decodePart<Value: ArchiveValue>(at position: Int) throws -> Value {
    try decode(at: position)
  }

  /// The error of an enumeration that is asked for a case it does not have: what the generated `init(fields:)` throws
  /// when the index of ``decodeCase()`` is none of its own.
  public func unknownCase() -> ArchiveError {
    invalid(
      "a case that the type does not have", expected: "a case of the enumeration",
      advice: "The archive may come from a newer version of the type.")
  }
}

extension FieldDecoder {
  /// Reads a tuple stored by ``FieldEncoder/encodeTuple(_:at:)``.
  public mutating func decodeTuple<each Part: ArchiveValue>(at position: Int) throws -> (repeat each Part) {
    let tuple: ArchiveTuple<repeat each Part> = try decode(at: position)
    return tuple.parts
  }

  /// Reads a raw-representable value that is not itself an ``ArchiveValue``.
  @_disfavoredOverload
  public mutating func decode<Value: RawRepresentable>(at position: Int) throws -> Value
  where Value.RawValue: ArchiveValue {
    (try decode(at: position) as RawPart<Value>).value
  }

  /// Reads an optional of such a value.
  @_disfavoredOverload
  public mutating func decode<Value: RawRepresentable>(at position: Int) throws -> Value?
  where Value.RawValue: ArchiveValue {
    (try decode(at: position) as RawPart<Value>?)?.value
  }

  /// Reads an array of such values.
  @_disfavoredOverload
  public mutating func decode<Value: RawRepresentable>(at position: Int) throws -> [Value]
  where Value.RawValue: ArchiveValue {
    (try decode(at: position) as [RawPart<Value>]).map(\.value)
  }

  /// Throws: no value of such a type is ever stored. It is not unavailable, so that the compiler reports the field once,
  /// where it is encoded, and not again in each line that reads or describes it.
  @_disfavoredOverload
  public mutating func decode<Value>(at position: Int) throws -> Value {
    throw failure(.unsupported, found: "a field of type \(Value.self)")
  }
}
