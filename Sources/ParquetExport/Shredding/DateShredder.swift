internal import ArchiveBytes
internal import ColumnArchives

/// Dates, or optional dates, of which those that are out of range are left out, so the column is optional.
final class DateShredder: Shredder {
  private let levels: Levels
  private let target: WordColumn
  private let dates: DateConversion
  /// Whether the archive's column is one of optional dates.
  private let isOptional: Bool

  init(_ levels: Levels, _ target: WordColumn, _ dates: DateConversion, isOptional: Bool) {
    (self.levels, self.target, self.dates, self.isOptional) = (levels, target, dates, isOptional)
  }

  override func shred(_ column: ExportColumn?, _ slots: Slots) throws {
    var found: (flags: [UInt8], values: ExportColumn?) = ([], nil)
    if let column, slots.present > 0 {
      found =
        isOptional
        ? try column.presence(slots.present) : ([UInt8](repeating: 1, count: slots.present), column)
    }
    try column?.charge(slots.count, times: 1)
    let present = found.flags.reduce(0) { $0 + Int($1) }
    let seconds = try present > 0 ? found.values?.doubles(present) ?? [] : []
    guard seconds.count == present else {
      throw ArchiveError(.malformed, expected: "the values of optionals", found: "none")
    }
    let words = try dates.words(seconds, for: target.path)
    words.clear(&found.flags)
    levels.append(slots.optional(found.flags))
    target.append(words.words)
  }
}
