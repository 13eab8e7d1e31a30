internal import ArchiveBytes
internal import ArchiveNodes
internal import ColumnArchives
internal import Foundation

/// Trees, which are read as nodes. A node may be null, so the column is optional.
final class TreeShredder: Shredder {
  private let form: TreeForm
  private let levels: Levels
  /// Whether the archive's column is one of optional trees.
  private let isOptional: Bool
  private let target: Target
  private let path: [String]

  /// Where the values go.
  enum Target {
    case text(TextColumn)
    case decimal(DecimalWriter)
    case parts([PartWriter])
  }

  init(_ form: TreeForm, _ levels: Levels, isOptional: Bool, _ target: Target, path: [String]) {
    (self.form, self.levels, self.isOptional, self.target) = (form, levels, isOptional, target)
    self.path = path
  }

  override func shred(_ column: ExportColumn?, _ slots: Slots) throws {
    var nodes: [ArchiveNode] = []
    if let column, slots.present > 0 { nodes = try Self.nodes(column, slots.present, isOptional: isOptional) }
    try column?.charge(slots.count, times: 1)
    let deeper = slots.optional(nodes.map { $0.isNull ? 0 : 1 })
    levels.append(deeper)
    do {
      try write(nodes.filter { !$0.isNull }, deeper)
    } catch {
      throw path.reversed().reduce(ArchiveError.wrapping(error)) { $0.prefixed(.field($1)) }
    }
  }

  /// Returns the next nodes, with null nodes for optionals that are missing.
  static func nodes(_ column: ExportColumn, _ count: Int, isOptional: Bool) throws -> [ArchiveNode] {
    guard isOptional else { return try column.nodes(count) }
    let (flags, values) = try column.presence(count)
    let present = flags.reduce(0) { $0 + Int($1) }
    let found = try present > 0 ? values?.nodes(present) ?? [] : []
    guard found.count == present else {
      throw ArchiveError(.malformed, expected: "the values of optionals", found: "none")
    }
    var next = found.makeIterator()
    return flags.map { $0 == 1 ? next.next() ?? .null : .null }
  }

  private func write(_ nodes: [ArchiveNode], _ slots: Slots) throws {
    switch target {
    case .text(let column): column.append(try nodes.map(form.text))
    case .decimal(let writer): for node in nodes { try writer.append(node) }
    case .parts(let writers):
      let values = try nodes.map(form.values)
      for (number, writer) in writers.enumerated() { try writer.append(values.map { $0[number] }, slots) }
    }
  }
}

extension ArchiveNode {
  fileprivate var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

/// Writes a part of values that become groups.
struct PartWriter {
  let part: TreeForm.Part
  let column: LeafColumn
  /// The levels of a part that may be missing.
  let levels: Levels?
  let dates: DateConversion

  func append(_ values: [TreeForm.Value?], _ slots: Slots) throws {
    if part.kind == .date { return try appendDates(values, slots) }
    levels?.append(slots.optional(values.map { $0 == nil ? 0 : 1 }))
    let present = values.compactMap { $0 }
    try checkPresence(present.count == values.count)
    if let texts = column as? TextColumn {
      return texts.append(present.map { if case .text(let text) = $0 { text } else { "" } })
    }
    guard let words = column as? WordColumn else { return }
    words.append(
      present.map { value in
        switch value {
        case .integer(let number): Int64(number)
        case .double(let number): Int64(bitPattern: number.bitPattern)
        case .date, .text: 0
        }
      })
  }

  private func appendDates(_ values: [TreeForm.Value?], _ slots: Slots) throws {
    let seconds = values.compactMap { value -> Double? in
      if case .date(let date)? = value { date.timeIntervalSinceReferenceDate } else { nil }
    }
    try checkPresence(seconds.count == values.count)
    let found = try dates.words(seconds, for: column.path)
    var flags: [UInt8] = values.map { $0 == nil ? 0 : 1 }
    found.clear(&flags)
    levels?.append(slots.optional(flags))
    (column as? WordColumn)?.append(found.words)
  }

  private func checkPresence(_ areAllThere: Bool) throws {
    guard levels != nil || areAllThere else {
      throw ArchiveError(.invalidValue, expected: "a value of \(part.name)", found: "none")
    }
  }
}
