internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// The decoder for `init(fields:)`, when its fields were read as columns: it reads one row after another.
final class RowDecoder: FieldDecoder {
  /// The fields, or the associated values of the current case, by position; `nil` for those missing in this build.
  var slots: [RowSlot?] = []
  var row = 0
  private var hooks = DecodingHooksTable()
  /// The offset added to positions inside a composition.
  private var firstField = 0
  /// The current case of an enumeration.
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

  func _decodeComposition<Record: ArchiveRecord>(
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
    guard let caseNumber else {
      throw failure(.malformed, expected: "an enumeration", found: "a struct, which has no cases")
    }
    return caseNumber
  }
}
