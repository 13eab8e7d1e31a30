internal import ArchiveBytes
public import ArchiveNodes
public import Foundation

/// Reads one value: what ``ArchiveValue/decodeValue(from:)`` is given.
///
/// The mirror of ``ValueEncoder``: a decoder stands at one place of the archive, and its methods read the value there.
/// Numbers convert where the value stays exact (`3` to `3.0`, `1` to `true`) and throw where it would not.
///
/// All methods throw ``ArchiveError``, located in the archive.
public protocol ValueDecoder: LocatedDecoder {
  /// What the elements of a collection are read by.
  associatedtype Elements: FieldDecoder

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

  /// Reads a record or an enumeration by its `init(fields:)`.
  ///
  /// - Throws: ``ArchiveError/Code/classMismatch`` when the object there has another class than the schema names.
  mutating func decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record

  /// Reads a collection; `body` is told how many elements there are (entries, for a dictionary: all keys, then all
  /// values) and decodes them by position. The count is backed by bytes of the archive.
  mutating func decodeCollection<Result>(
    _ kind: ArchiveCollection, _ body: (inout Elements, _ count: Int) throws -> Result
  ) throws -> Result

  // MARK: Forms that a format may tell apart

  /// Reads bytes stored by ``ValueEncoder/encodeBytes(_:)``. By default these are data.
  mutating func decodeBytes() throws -> [UInt8]

  /// Reads an array of records: by default one after the other.
  mutating func decodeRecords<Record: ArchiveRecord>(of type: Record.Type) throws -> [Record]

  // MARK: Objects, and values of any type. By default these throw.

  /// Reads what is at the current place, whatever it is: the tree of it, without references.
  ///
  /// - Throws: When what is there has no tree, such as an object that contains itself.
  mutating func decodeNode() throws -> ArchiveNode

  /// Reads an object of a class that conforms to `NSSecureCoding`, and no other.
  mutating func decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object

  /// Reads a reference to an instance of a class, or of one that it lists: the same instance wherever the archive
  /// refers to the same object.
  ///
  /// - Throws: ``ArchiveError/Code/classMismatch`` for an object of another class; ``ArchiveError/Code/cycle`` for one
  ///   that needs itself to be made.
  mutating func decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object

  // MARK: Limits

  /// Takes memory for a value from what the archive may cost: what a value takes that is larger than its stored form,
  /// such as decompressed data. By default nothing is counted.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``, past ``ArchiveLimits/maximumDecodedSize``.
  mutating func charge(_ byteCount: Int) throws
}

extension ValueDecoder {
  public mutating func decodeBytes() throws -> [UInt8] { [UInt8](try decodeData()) }

  public mutating func decodeRecords<Record: ArchiveRecord>(of type: Record.Type) throws -> [Record] {
    try decodeCollection(.array) { elements, count in
      var records: [Record] = []
      records.reserveCapacity(count)
      for position in 0..<count { records.append(try elements.decode(at: position)) }
      return records
    }
  }

  public mutating func decodeNode() throws -> ArchiveNode { throw ArchiveError.noObjects(Self.self) }

  public mutating func decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object {
    throw ArchiveError.noObjects(Self.self)
  }

  public mutating func charge(_ byteCount: Int) throws {}
}

extension ArchiveError {
  /// A coder without objects was asked for one.
  static func noObjects(_ coder: Any.Type) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "a coder that stores objects", found: "\(coder)",
      advice: "Use KeyedArchive or ColumnArchive.")
  }
}
