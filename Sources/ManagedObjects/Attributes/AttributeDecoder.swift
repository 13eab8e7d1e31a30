internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// Reads a value, or the fields of a struct, from its stored form in attributes.
struct AttributeDecoder: FieldDecoder, ValueDecoder {
  /// The names of the fields, for errors; empty for one value.
  private let names: [String]
  /// The stored form at each position; `nil` if the position is empty or holds `nil`.
  private let values: [Any?]
  /// Records the requested type when nothing is read.
  private let probe: Probe?
  private var value: Any? { values.first ?? nil }

  /// The type requested from a decoder.
  private final class Probe {
    var type: AttributeType?
    var isOptional = false
  }

  init(_ values: [Any?], names: [String] = []) { (self.values, self.names, probe) = (values, names, nil) }

  private init(_ probe: Probe) { (values, names, self.probe) = ([0], [], probe) }

  /// Returns the attribute from which `read` can read a value.
  ///
  /// Reading calls the method for the stored form's type, whatever the storage method. So no table of types is needed.
  static func attribute(
    named name: String, _ read: (inout AttributeDecoder) throws -> Void
  ) throws -> ManagedAttribute {
    let probe = Probe()
    var decoder = AttributeDecoder(probe)
    do {
      try read(&decoder)
    } catch {
      // Reading ends as soon as the type is known.
      guard probe.type != nil else { throw error }
    }
    guard let type = probe.type else { throw unsupported("a value that reads nothing") }
    return ManagedAttribute(name: name, type: type, isOptional: probe.isOptional)
  }

  // MARK: Fields

  func hasField(at position: Int) -> Bool { values.indices.contains(position) && values[position] != nil }

  mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    guard names.indices.contains(position) else { return try part(at: position) }
    return try ArchiveError.located(at: .field(names[position])) { try part(at: position) }
  }

  private func part<Value: ArchiveValue>(at position: Int) throws -> Value {
    var decoder: AttributeDecoder
    if let probe {
      probe.type = (Value.self as? any AttributeValue.Type)?.attributeType
      decoder = AttributeDecoder(probe)
    } else if hasField(at: position) {
      decoder = AttributeDecoder([values[position]])
    } else {
      if let absent = Value.valueWhenAbsent { return absent }
      throw failure(.missingField, expected: "a value", found: "none")
    }
    return try Value.decodeValue(from: &decoder)
  }

  mutating func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? { throw unsupported("a composition inside a composition") }

  mutating func decodeCase() throws -> Int { throw unsupported("an enumeration") }

  // MARK: One value

  private func read<Value: AttributeValue>(_ type: Value.Type = Value.self) throws -> Value {
    if let probe {
      probe.type = probe.type ?? Value.attributeType
      throw ArchiveError(.unsupported)
    }
    guard let value else { throw ArchiveError.foundNil(expected: "\(Value.self)") }
    if let value = value as? Value { return value }
    throw failure(.typeMismatch, expected: "\(Value.self)", found: "\(Swift.type(of: value)) \(value)")
  }

  mutating func decodeNil() throws -> Bool {
    probe?.isOptional = true
    return probe == nil && value == nil
  }

  mutating func _decodeNumber(_ wanted: _NumberType) throws -> StoredNumber {
    switch wanted {
    case .bool: .bool(try read(Bool.self))
    case .int64, .uint64: .signed(try read(Int64.self))
    case .float: .float(try read(Float.self))
    case .double: .double(try read(Double.self))
    }
  }

  mutating func decodeString() throws -> String { try read() }
  mutating func decodeDate() throws -> Date { try read() }
  mutating func decodeData() throws -> Data { try read() }

  mutating func _decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record {
    // A UUID, a URL or a Decimal.
    guard let type = type as? any AttributeValue.Type, let record = try read(type) as? Record else {
      throw unsupported("the fields of a \(type)")
    }
    return record
  }

  mutating func _decodeCollection<Result>(
    _ kind: _ArchiveCollection, _ body: (inout AttributeDecoder, _ count: Int) throws -> Result
  ) throws -> Result { throw unsupported("a collection") }

  mutating func _decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    throw unsupported("an instance of \(type)")
  }
}
