internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// Stores a value, or the fields of a struct, in the form that attributes hold.
struct AttributeEncoder: FieldEncoder, ValueEncoder {
  /// The stored fields by position; a value can be `nil`.
  private(set) var fields: [Int: Any?] = [:]
  /// The stored value; `nil` before it is stored.
  private var value: Any??

  /// Returns the form of a value.
  static func attributeValue(of value: some ArchiveValue) throws -> Any? {
    var encoder = AttributeEncoder()
    try value.encodeValue(to: &encoder)
    guard let stored = encoder.value else { throw unsupported("a value that stores nothing") }
    return stored
  }

  static func unsupported(_ found: String) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "a value that an attribute can hold", found: found,
      advice: .changeCode(
        "Store the property by '.archive' or '.codable', or a struct of single values by '.composition'."))
  }

  // MARK: Fields

  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    fields[position] = .some(try Self.attributeValue(of: value))
  }

  mutating func omit(at position: Int) throws {}

  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    throw Self.unsupported("a composition inside a composition")
  }

  mutating func encodeCase(_ index: Int) throws { throw Self.unsupported("an enumeration") }

  // MARK: One value

  mutating func encodeNil() throws { value = .some(nil) }

  mutating func _encode(_ number: StoredNumber) throws {
    switch number {
    case .bool(let value): self.value = value.attributeValue
    case .signed(let value): self.value = value.attributeValue
    case .unsigned(let value):
      guard let value = Int64(exactly: value) else { throw Self.unsupported("a number of more than 63 bits") }
      self.value = value.attributeValue
    case .float(let value): self.value = value.attributeValue
    case .double(let value): self.value = value.attributeValue
    }
  }

  mutating func encode(_ value: String) throws { self.value = value.attributeValue }
  mutating func encode(_ value: Date) throws { self.value = value.attributeValue }
  mutating func encode(_ value: Data) throws { self.value = value.attributeValue }

  mutating func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    // A UUID, a URL or a Decimal.
    guard let record = record as? any AttributeValue else {
      throw Self.unsupported("the fields of a \(Record.self)")
    }
    value = record.attributeValue
  }

  mutating func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout AttributeEncoder) throws -> Void
  ) throws { throw Self.unsupported("a collection") }

  mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    throw Self.unsupported("an instance of \(Object.self)")
  }
}
