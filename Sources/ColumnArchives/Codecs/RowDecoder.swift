internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// The decoder for `init(fields:)`, when its fields were read as columns: it reads one row after another.
final class RowDecoder: FieldDecoder {
  /// The fields, or the associated values of the current case, by position; `nil` for those missing in this build.
  var fields: [FieldValues?] = []
  var row = 0
  private var hooks = DecodingHooksTable()
  private let context: ReadContext

  init(in context: ReadContext) { self.context = context }

  func charge(_ byteCount: Int) throws { try context.charge(byteCount) }

  /// The offset added to positions inside a composition.
  private var firstField = 0
  /// The current case of an enumeration.
  var caseNumber: Int?

  func hasField(at position: Int) -> Bool {
    field(at: position)?.isPresent(row: row) ?? false
  }

  private func field(at position: Int) -> FieldValues? {
    let index = firstField + position
    return fields.indices.contains(index) ? fields[index] : nil
  }

  func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    guard let field = field(at: position) else { throw ArchiveError.missingField("\(position)") }
    if let value = try field.value(Value.self, row: row) { return value }
    if let value = Value.valueWhenAbsent { return value }
    let error =
      field.isInArchive ? ArchiveError.foundNil(expected: "a value") : .missingField(field.name)
    throw error.prefixed(.field(field.name))
  }

  func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    if let field = field(at: position), field.type == Record?.self {
      return try field.value(Record?.self, row: row) ?? nil
    }
    if !isRequired, !hasFields(of: type, at: position) { return nil }
    let outer = firstField
    defer { firstField = outer }
    firstField += position
    var decoder = self
    var record = try Record(fields: &decoder)
    try Record.awake(&record, hooks[type], firstField: field(at: 0)?.name)
    return record
  }

  func decodeCase() throws -> Int {
    guard let caseNumber else {
      throw failure(.malformed, expected: "an enumeration", found: "a struct, which has no cases")
    }
    return caseNumber
  }
}
