internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

// Upgrades: the fields of an older version, as nodes.
extension ObjectTableReader {
  /// Reads the record at the current place, which has an older version, through its tree.
  @inline(never)
  mutating func upgraded<Record: ArchiveRecord>(
    _ type: Record.Type, from version: Int
  ) throws -> Record {
    var fields = try decodeFields(className: Record.archiveSchema.className)
    fields.version = version
    // Even a refused record counts against the budget.
    var rest: Int? = budget
    defer { budget = rest ?? budget }
    return try locating {
      try fields.upgrade(to: type)
      return try fields.readUpgraded(type, limits, depth: depth, budget: &rest)
    }
  }

  /// Reads the fields of the record at the current place, without calling hooks.
  mutating func decodeFields<Record: ArchiveRecord>(of type: Record.Type) throws -> Record {
    try inside(openRecord(ofType: number(of: type))) { try Record(fields: &$0) }
  }
}
