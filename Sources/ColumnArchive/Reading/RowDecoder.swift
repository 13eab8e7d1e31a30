internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// What `init(fields:)` reads from when its fields have been read as columns: one row of them after the other.
final class RowDecoder: KeyedDecoder {
  /// The fields, or the associated values of the current case, by position; `nil` for those that this build lacks.
  var slots: [RowSlot?] = []
  var row = 0
  private var hooks = DecodingHooksTable()
  /// What is added to the positions, inside a composition.
  private var firstField = 0
  /// The current case, in an enumeration.
  var caseNumber: Int?

  func hasField(at position: Int) -> Bool {
    slot(at: position)?.isPresent(row: row) ?? false
  }

  private func slot(at position: Int) -> RowSlot? {
    let index = firstField + position
    return slots.indices.contains(index) ? slots[index] : nil
  }

  func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    guard let slot = slot(at: position) else { throw ArchiveError.missingField("\(position)") }
    if let value = try slot.value(Value.self, row: row) { return value }
    if let value = Value.valueWhenAbsent { return value }
    let error =
      slot.isInArchive ? ArchiveError.foundNil(expected: "a value") : .missingField(slot.name)
    throw error.prefixed(.field(slot.name))
  }

  func decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    if !isRequired, !hasFields(of: type, at: position) { return nil }
    let outer = firstField
    defer { firstField = outer }
    firstField += position
    var decoder = self
    var record = try Record(fields: &decoder)
    try Record.awake(&record, hooks[type], firstField: slot(at: 0)?.name)
    return record
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
  func decodeNode() throws -> ArchiveNode { throw elsewhere() }
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
