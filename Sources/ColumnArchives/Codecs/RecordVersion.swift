internal import ArchiveValues

// The version of records is stored as one more column, of equal integers.

/// Reads records of several versions. Older ones are read as nodes, which the keyed archive upgrades.
struct VersionStep {
  /// Reads rows by the columns of their fields.
  private let columns: ReadStep
  /// Reads rows as nodes.
  private let nodes: ReadStep
  private let memory: ValueMemory
  private let schema: ArchiveSchema
  private let isUpgradable: Bool
  /// The position of the version among the fields; `nil` if all records are of version 1, which is not stored.
  private let position: Int?

  /// - Returns: `nil` if no version decides how records of the node are read.
  init?(_ columns: ReadStep, of codec: RecordCodec, _ node: SchemaNode, in plan: PlanBuilder) {
    position = node.names.firstIndex(of: ArchiveSchema.versionKey)
    guard let schema = codec.schema else { return nil }
    isUpgradable = DecodingHooks(codec.memory.type, version: schema.version).isUpgradable
    if position == nil, !isUpgradable { return nil }
    (self.columns, self.schema, memory) = (columns, schema, codec.memory)
    nodes = plan.tree(memory.type)
  }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    try memory.make(count, at: place) { place, left in
      let areOlder = try areOlder(column, count: min(left, Self.partCount), in: context)
      let count = areOlder.prefix { $0 == areOlder[0] }.count
      if areOlder[0] {
        try column.synchronize(to: column.position, in: context)
        try nodes.read(column, into: place, count: count, in: context)
      } else {
        try columns.read(column, into: place, count: count, in: context)
      }
      return count
    }
  }

  /// Returns whether each of the next rows has an older version, which the type upgrades.
  ///
  /// - Throws: ``ArchiveError`` for a row whose version is not supported.
  private func areOlder(_ column: Column, count: Int, in context: ReadContext) throws -> [Bool] {
    guard let position else { return Array(repeating: true, count: count) }
    let fields = try column.fields(in: context)
    guard let integers = (fields[position] as? IntegerColumn)?.integers else {
      throw schema.noVersion(found: fields[position].kind.description)
    }
    // The fields of raw records begin with the next row.
    let first = column.kind == .rawRecord ? 0 : column.position
    return try integers.array(from: first, count: count) { $0 }.enumerated().map { row, bits in
      try RowError.at(row) {
        guard let stored = integers.isSigned ? Int64(bitPattern: bits) : Int64(exactly: bits) else {
          throw schema.noVersion(found: "\(bits)")
        }
        return try schema.isOlder(stored) && isUpgradable
      }
    }
  }

  /// The number of rows whose versions are read together.
  private static let partCount = 256
}
