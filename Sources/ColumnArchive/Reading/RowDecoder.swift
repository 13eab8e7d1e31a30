internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// A field's values, read aside.
final class RowSlot {
  let name: String
  private let codec: ColumnCodec
  /// The values; `nil` for a field that the archive lacks.
  private let values: Place?
  private let count: Int

  init(_ codec: ColumnCodec, _ column: Column, count: Int, name: String, in context: ReadContext) throws {
    self.name = name
    self.codec = codec
    self.count = count
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(codec.memory.stride * count, 1), alignment: max(codec.memory.alignment, 8))
    let place = unsafe Place(base: memory, stride: codec.memory.stride)
    do {
      try codec.read(column, into: place, count: count, in: context)
    } catch {
      unsafe memory.deallocate()
      // `deinit` runs when this throws, and finds nothing to destroy.
      values = nil
      throw error
    }
    values = place
  }

  init(absent name: String, _ codec: ColumnCodec) {
    self.name = name
    self.codec = codec
    values = nil
    count = 0
  }

  deinit {
    guard let values else { return }
    codec.memory.destroy(values, count)
    unsafe values.base.deallocate()
  }

  var isPresent: Bool { values != nil }

  /// A copy of a value.
  func value<Value>(_ type: Value.Type, row: Int) throws -> Value? {
    guard let values else { return nil }
    guard codec.memory.type == type, row < count else {
      throw ArchiveError(
        .unsupported, expected: "\(codec.memory.type), as describeColumns says", found: "\(type)",
        advice: "init(fields:) and describeColumns(_:) must agree on the type of each field.")
    }
    return unsafe values.row(row).base.assumingMemoryBound(to: type).pointee
  }
}

/// What `init(fields:)` reads from when its fields have been read as columns: one row of them after the other.
final class RowDecoder: KeyedDecoder {
  /// The fields, or the associated values of the current case, by position.
  var slots: [RowSlot] = []
  var row = 0
  /// The current case, in an enumeration.
  var caseNumber: Int?

  func hasField(at position: Int) -> Bool {
    position < slots.count && slots[position].isPresent
  }

  func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    guard position < slots.count else { throw missing("field \(position)") }
    let slot = slots[position]
    if let value = try slot.value(Value.self, row: row) { return value }
    if let value = Value.valueWhenAbsent { return value }
    throw missing(slot.name).prefixed(.field(slot.name))
  }

  private func missing(_ name: String) -> ArchiveError {
    ArchiveError(
      .missingField, expected: "the field \(name)", found: "none",
      advice: "Give the property an initial value, or make it optional, to read older archives.")
  }

  func decodeCase() throws -> Int {
    guard let caseNumber else { throw elsewhere() }
    return caseNumber
  }

  func failure(
    _ code: ArchiveError.Code, expected: String?, found: String?, advice: String?
  ) -> ArchiveError {
    ArchiveError(code, expected: expected, found: found, advice: advice)
  }

  // A record reads its parts by position only; a single value there is none.

  func decodeNil() throws -> Bool { throw elsewhere() }
  func decodeBool() throws -> Bool { throw elsewhere() }
  func decodeInt64() throws -> Int64 { throw elsewhere() }
  func decodeUInt64() throws -> UInt64 { throw elsewhere() }
  func decodeFloat() throws -> Float { throw elsewhere() }
  func decodeDouble() throws -> Double { throw elsewhere() }
  func decodeString() throws -> String { throw elsewhere() }
  func decodeDate() throws -> Date { throw elsewhere() }
  func decodeData() throws -> Data { throw elsewhere() }
  func decodeBytes() throws -> [UInt8] { throw elsewhere() }
  func decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record { throw elsewhere() }
  func decodeCollection<Result>(
    _ kind: ArchiveCollection, _ body: (inout RowDecoder, Int) throws -> Result
  ) throws -> Result { throw elsewhere() }
  func decodeObject<Object: NSObject>(of type: Object.Type) throws -> Object { throw elsewhere() }

  private func elsewhere() -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "a field, by its position", found: "a call for a single value",
      advice: "init(fields:) of a type that describes its columns reads its fields by position.")
  }
}
