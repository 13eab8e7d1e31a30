internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// Stores a value, or the fields of a struct, in the form for attributes.
struct AttributeEncoder: FieldEncoder, ValueEncoder {
  /// The stored fields by position, except those that are `nil`.
  private(set) var fields: [Int: Any] = [:]
  /// The stored value; `nil` before it is stored.
  private var value: Any??

  // MARK: Fields

  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    var encoder = AttributeEncoder()
    try value.encodeValue(to: &encoder)
    guard let stored = encoder.value else { throw unsupported("a value that stores nothing") }
    fields[position] = stored
  }

  mutating func omit(at position: Int) throws {}

  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    throw unsupported("a composition inside a composition")
  }

  mutating func encodeCase(_ index: Int) throws { throw unsupported("an enumeration") }

  // MARK: One value

  mutating func encodeNil() throws { value = .some(nil) }

  mutating func _encode(_ number: StoredNumber) throws {
    switch number {
    case .bool(let value): self.value = value
    case .signed(let value): self.value = value
    case .unsigned(let value):
      guard let value = Int64(exactly: value) else { throw unsupported("a number of more than 63 bits") }
      self.value = value
    case .float(let value): self.value = value
    case .double(let value): self.value = value
    }
  }

  mutating func encode(_ value: String) throws { self.value = value }
  mutating func encode(_ value: Date) throws { self.value = value }
  mutating func encode(_ value: Data) throws { self.value = value }

  mutating func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    // A UUID, a URL or a Decimal.
    guard Record.self is any AttributeValue.Type else { throw unsupported("the fields of a \(Record.self)") }
    value = record
  }

  mutating func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout AttributeEncoder) throws -> Void
  ) throws { throw unsupported("a collection") }

  mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    throw unsupported("an instance of \(Object.self)")
  }
}

/// Returns the error for a value that no attribute can hold.
func unsupported(_ found: String) -> ArchiveError {
  ArchiveError(
    .unsupported, expected: "a value that an attribute can hold", found: found,
    advice: .changeCode(
      "Store the property by '.archive' or '.codable', or a struct of single values by '.composition'."))
}
