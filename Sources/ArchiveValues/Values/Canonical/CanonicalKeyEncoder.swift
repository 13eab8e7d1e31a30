internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import PropertyLists

/// Converts a value to bytes that depend only on the value, in order to sort values without an order of their own.
///
/// The bytes are compared and discarded, never stored, so their layout can change at any time. Each value is a tag and
/// its content. Strings and collections include their length, so different values give different bytes.
struct CanonicalKeyEncoder: FieldEncoder, ValueEncoder {
  private var bytes: [UInt8] = []
  private var depth = 0
  /// Whether the value is part of an instance, directly or inside a set, which starts an encoder of its own.
  @TaskLocal private static var isInInstance = false

  /// Returns the bytes of `value`.
  static func bytes(of value: some ArchiveValue) throws -> [UInt8] {
    var encoder = CanonicalKeyEncoder()
    try value.encodeValue(to: &encoder)
    return encoder.bytes
  }

  private enum Tag: UInt8 {
    case `nil`, bool, integer, unsigned, float, double, string, date, data, enumerationCase, part
    case record, array, set, dictionary, object, instance
  }

  private mutating func append(_ tag: Tag, _ number: some FixedWidthInteger & UnsignedInteger) {
    bytes.append(tag.rawValue)
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func append(_ tag: Tag, _ content: some Collection<UInt8>) {
    append(tag, UInt64(content.count))
    bytes += content
  }

  private mutating func nested(_ body: (inout Self) throws -> Void) throws {
    guard depth < ArchiveLimits().maximumDepth else {
      throw ArchiveError(
        .limitExceeded, expected: "a key of a set or a dictionary that nests at most \(depth) levels deep",
        advice: "An object that contains itself cannot be such a key.")
    }
    depth += 1
    defer { depth -= 1 }
    try body(&self)
  }

  // MARK: Parts

  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    append(.part, UInt64(position))
    try value.encodeValue(to: &self)
  }

  mutating func omit(at position: Int) throws {}

  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    try Record.checkComposition()
    try record.encodeFields(to: &self)
  }

  mutating func encodeCase(_ index: Int) throws {
    append(.enumerationCase, UInt64(index))
  }

  // MARK: Values

  mutating func encodeNil() throws { bytes.append(Tag.nil.rawValue) }
  mutating func _encode(_ number: StoredNumber) throws {
    switch number {
    case .bool(let value): append(.bool, value ? 1 as UInt8 : 0)
    case .signed(let value): append(.integer, UInt64(bitPattern: value))
    case .unsigned(let value): append(.unsigned, value)
    case .float(let value): append(.float, value.bitPattern)
    case .double(let value): append(.double, value.bitPattern)
    }
  }
  mutating func encode(_ value: String) throws { append(.string, value.utf8) }
  mutating func encode(_ value: Date) throws {
    append(.date, value.timeIntervalSinceReferenceDate.bitPattern)
  }
  mutating func encode(_ value: Data) throws { append(.data, value) }

  mutating func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    bytes.append(Tag.record.rawValue)
    try nested { try record.encodeFields(to: &$0) }
  }

  mutating func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout Self) throws -> Void
  ) throws {
    switch kind {
    case .array: append(.array, UInt64(count))
    case .set: append(.set, UInt64(count))
    case .dictionary: append(.dictionary, UInt64(count))
    }
    try nested(body)
  }

  /// Compares strings, numbers, dates, data, URLs and UUIDs by content. Other objects count only by class: they are
  /// stored in no particular order.
  mutating func _encodeObject(_ object: NSObject) throws {
    switch object {
    case let string as NSString: try encode(String(describing: string))
    case let number as NSNumber: append(.object, "\(number)".utf8)
    case let date as NSDate: append(.date, date.timeIntervalSinceReferenceDate.bitPattern)
    case let data as NSData: append(.data, data as Data)
    case let url as NSURL: append(.object, (url as URL).absoluteString.utf8)
    case let uuid as NSUUID: append(.object, uuid.uuidString.utf8)
    default: append(.object, "\(type(of: object))".utf8)
    }
  }

  // MARK: Objects of classes that the program lacks

  /// Compares the classes, the names of the fields, and the contents, in their order.
  mutating func _encodeForeign(_ object: ArchiveNode) throws {
    if object.isLeaf { return try object.encodeValue(to: &self) }
    var parts = object.heldNodes
    switch object {
    case .record(let fields):
      append(.object, fields.className.utf8)
      for name in fields.names { append(.string, name.utf8) }
    case .instance(let type, _): append(.object, type.name.utf8)
    case .reference(let number): append(.instance, UInt64(bitPattern: Int64(number)))
    case .graph(let graph):
      append(.record, UInt64(graph.objects.count))
      parts += graph.objects
    case .dictionary: append(.dictionary, UInt64(parts.count))
    default: append(.array, UInt64(parts.count))
    }
    try nested { encoder in for node in parts { try encoder._encodeForeign(node) } }
  }

  // MARK: Instances of classes

  /// Compares an instance by its class and its fields. Instances that the fields refer to count only by class,
  /// because they may refer back to this one.
  mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    append(.instance, type(of: object).archiveSchema.className.utf8)
    if Self.isInInstance { return }
    try Self.$isInInstance.withValue(true) { try nested { try object.encodeFields(to: &$0) } }
  }

  // Weak and unowned references do not hold their instances, so the key does not contain them.
  mutating func _encodeUnretained<Object: ArchivableObject>(
    _ object: Object?, at position: Int, mustBeStored: Bool
  ) {}
}
