internal import ArchiveBytes
internal import ArchiveValues
internal import PropertyLists

// Compositions: records whose fields are stored among those of the enclosing record.
extension ObjectTableReader {
  mutating func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    try Record.checkComposition()
    if !hasFields(of: type, at: position) {
      if let record = try decodeWhole(of: type, at: position) { return record }
      if !isRequired { return nil }
    }
    let outer = (scope.slotBase, scope.firstField)
    defer { (scope.slotBase, scope.firstField) = outer }
    scope.slotBase += position
    scope.firstField += position
    var record = try Record(fields: &self)
    try Record.awake(&record, types[number(of: type)].hooks, firstField: fieldName(0))
    return record
  }

  /// Reads the record from a separate field, as older archives may store it.
  @inline(never)
  private mutating func decodeWhole<Record: ArchiveRecord>(of type: Record.Type, at position: Int) throws
    -> Record?
  {
    let schema = types[scope.type].schema.cases[scope.caseIndex]
    let (shape, values) = try openDictionary()
    for name in schema.compositionNames(of: type, at: scope.firstField + position) {
      guard let entry = shape.positions[name.fieldKey] else { continue }
      let saved = place
      defer { place = saved }
      return try ArchiveError.located(at: .field(name)) {
        try move(to: plist.reference(at: values + entry * plist.referenceSize))
        return try decodeNil() ? nil : _decodeRecord(of: type)
      }
    }
    return nil
  }
}
