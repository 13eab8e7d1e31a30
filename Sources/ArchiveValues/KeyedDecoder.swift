public import ArchiveBytes
public import ArchiveNodes
public import Foundation

/// Anything that values can be read from by key: Apple's keyed archive, an `NSCoder`, a tree.
///
/// The mirror of ``KeyedEncoder``: a decoder stands at one place of the archive; the methods without a position read
/// the value at that place, and inside a record or a collection `decode(at:)` moves to a part, reads it, and comes
/// back. Numbers convert where the value stays exact (`3` to `3.0`, `1` to `true`) and throw where it would not.
///
/// All methods throw ``ArchiveError``, located in the archive.
public protocol KeyedDecoder {
  // MARK: Parts of a record or a collection

  /// Whether the archive has the field at `position`, be it `nil`.
  func hasField(at position: Int) -> Bool

  /// Reads the part at `position`: a field, by its index in the ``ArchiveSchema``, or an element.
  ///
  /// A field that the archive lacks reads as ``ArchiveValue/valueWhenAbsent``, which is `nil` for optionals.
  /// - Throws: ``ArchiveError/Code/missingField`` when there is neither.
  mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value
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

  // MARK: One value at the current place

  /// Whether `nil` is stored at the current place.
  mutating func decodeNil() throws -> Bool
  /// Reads a Boolean; 0 and 1 are taken for one.
  mutating func decodeBool() throws -> Bool
  /// Reads an integer that fits 64 bits with a sign, whatever width it was stored with.
  mutating func decodeInt64() throws -> Int64
  /// Reads an integer that fits 64 bits without a sign, whatever width it was stored with.
  mutating func decodeUInt64() throws -> UInt64
  /// Reads a number that four bytes hold exactly.
  mutating func decodeFloat() throws -> Float
  /// Reads a number.
  mutating func decodeDouble() throws -> Double
  /// Reads a string.
  mutating func decodeString() throws -> String
  /// Reads a date.
  mutating func decodeDate() throws -> Date
  /// Reads data.
  mutating func decodeData() throws -> Data

  /// Reads bytes stored by ``KeyedEncoder/encodeBytes(_:)``.
  mutating func decodeBytes() throws -> [UInt8]

  /// Reads a record or an enumeration by its `init(fields:)`.
  ///
  /// - Throws: ``ArchiveError/Code/classMismatch`` when the object there has another class than the schema names.
  mutating func decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record

  /// Reads an array of records: the same as one after the other, and faster.
  mutating func decodeRecords<Record: ArchiveRecord>(of type: Record.Type) throws -> [Record]

  /// Reads a collection; `body` is told how many elements there are (entries, for a dictionary: all keys, then all
  /// values) and decodes them by position. The count is backed by bytes of the archive.
  mutating func decodeCollection<Result>(
    _ kind: ArchiveCollection, _ body: (inout Self, _ count: Int) throws -> Result
  ) throws -> Result

  /// Reads what is at the current place, whatever it is: the tree of it, without references.
  ///
  /// - Throws: When what is there has no tree, such as an object that contains itself.
  mutating func decodeNode() throws -> ArchiveNode

  /// Reads an object of a class that conforms to `NSSecureCoding`, and no other.
  mutating func decodeObject<Object: NSObject>(of type: Object.Type) throws -> Object

  /// Reads a reference to an instance of a class, or of one that it lists: the same instance wherever the archive
  /// refers to the same object.
  ///
  /// - Throws: ``ArchiveError/Code/classMismatch`` for an object of another class; ``ArchiveError/Code/cycle`` for one
  ///   that needs itself to be made.
  mutating func decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object

  /// Says that an instance was decoded that the reference to it does not hold. That nothing else holds it is an error,
  /// thrown when the archive is read.
  mutating func expectOwner(of object: some ArchivableObject)

  /// Says that the reference that was just decoded does not hold its instance; see ``decodeWeak(at:)``.
  mutating func doesNotHold(_ object: some ArchivableObject)

  /// Reads what is still to be read of the instances made so far: before one is compared or hashed.
  mutating func completeInstances() throws

  /// Takes memory for a value from what the archive may cost: what a value takes that is larger than its stored form,
  /// such as decompressed data. By default nothing is counted.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``, past ``ArchiveLimits/maximumDecodedSize``.
  mutating func charge(_ byteCount: Int) throws

  /// An error at the current place of the archive, for a stored value that cannot be used.
  func failure(
    _ code: ArchiveError.Code, expected: String?, found: String?, advice: String?
  ) -> ArchiveError
}

extension KeyedDecoder {
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

  public mutating func decodeRecords<Record: ArchiveRecord>(of type: Record.Type) throws -> [Record] {
    try decodeCollection(.array) { decoder, count in
      var records: [Record] = []
      records.reserveCapacity(count)
      for position in 0..<count { records.append(try decoder.decode(at: position)) }
      return records
    }
  }

  public mutating func charge(_ byteCount: Int) throws {}

  /// An error at the current place for a stored value that the type cannot hold.
  public func invalid(_ found: String, expected: String, advice: String? = nil) -> ArchiveError {
    failure(.invalidValue, expected: expected, found: found, advice: advice)
  }

  /// A stored number as an `Int`, which has 32 bits on some machines.
  @inlinable
  package func fitting(_ number: Int64) throws -> Int {
    guard let value = Int(exactly: number) else { throw notFitting(number) }
    return value
  }

  @usableFromInline
  package func notFitting(_ number: Int64) -> ArchiveError {
    invalid("\(number)", expected: "a number that fits Int")
  }

  /// The error of an enumeration that is asked for a case it does not have: what the generated `init(fields:)` throws
  /// when the index of ``decodeCase()`` is none of its own.
  public func unknownCase() -> ArchiveError {
    invalid(
      "a case that the type does not have", expected: "a case of the enumeration",
      advice: "The archive may come from a newer version of the type.")
  }

  /// Makes a value of what was read at the current place; an error about it becomes one at that place.
  func locating<Value>(_ make: () throws -> Value) throws -> Value {
    do {
      return try make()
    } catch let error as ArchiveError {
      throw failure(error.code, expected: error.expected, found: error.found, advice: error.advice)
    }
  }
}

extension KeyedDecoder {
  /// Reads a tuple stored by ``KeyedEncoder/encodeTuple(_:at:)``.
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

  /// Throws: no value of such a type is ever stored. The compiler says so once, where one is encoded.
  @_disfavoredOverload
  public mutating func decode<Value>(at position: Int) throws -> Value {
    throw failure(.unsupported, expected: nil, found: "a field of type \(Value.self)", advice: nil)
  }
}
