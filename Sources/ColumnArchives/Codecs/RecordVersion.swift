internal import ArchiveNodes
internal import ArchiveValues

// The version of records is stored as one more column, of equal integers.

/// Reads records of several versions, and upgrades the older ones.
struct VersionStep {
  /// Reads rows of the type's own version.
  private let step: RecordStep
  private let memory: ValueMemory
  private let schema: ArchiveSchema
  /// `nil` if the type does not upgrade older records.
  private let upgrade: RecordCodec.Upgrade?
  /// The position of the version among the fields; `nil` if all records are of version 1, which is not stored.
  private let position: Int?

  /// - Returns: `nil` if no version decides how records of the node are read.
  init?(_ step: RecordStep, of codec: RecordCodec, _ node: SchemaNode) {
    position = node.names.firstIndex(of: ArchiveSchema.versionKey)
    guard let schema = codec.schema else { return nil }
    if position == nil, schema.version == 1 || codec.upgrade == nil { return nil }
    (self.step, self.schema, memory, upgrade) = (step, schema, codec.memory, codec.upgrade)
  }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    try memory.make(count, at: place) { place, left in
      let older = try olderVersions(of: column, count: min(left, Self.partCount), in: context)
      let count = older.prefix { $0 == older[0] }.count
      if let number = older[0] {
        try upgrade(column, number, into: place, count: count, in: context)
      } else {
        try step.run(column, into: place, count: count, in: context)
      }
      return count
    }
  }

  /// Returns the version of each of the next rows, if it is an older version.
  ///
  /// - Throws: ``ArchiveError`` for a row whose version is not supported.
  private func olderVersions(of column: Column, count: Int, in context: ReadContext) throws -> [Int?] {
    guard let position else { return Array(repeating: 1, count: count) }
    let fields = try column.fields(in: context)
    guard let integers = (fields[position] as? IntegerColumn)?.integers else {
      throw schema.noVersion(found: fields[position].kind.description)
    }
    // The fields of raw records begin with the next row.
    let first = column.kind == .rawRecord ? 0 : column.position
    return try integers.array(from: first, count: count) { $0 }.enumerated().map { row, bits in
      try RowError.at(row) { try older(bits, isSigned: integers.isSigned) }
    }
  }

  private func older(_ bits: UInt64, isSigned: Bool) throws -> Int? {
    guard let stored = isSigned ? Int64(bitPattern: bits) : Int64(exactly: bits) else {
      throw schema.noVersion(found: "\(bits)")
    }
    return try schema.isOlder(stored) && upgrade != nil ? Int(stored) : nil
  }

  /// The number of rows whose versions are read together.
  private static let partCount = 256

  private func upgrade(
    _ column: Column, _ older: Int, into place: Place, count: Int, in context: ReadContext
  ) throws {
    guard let upgrade = upgrade else { throw context.malformed("one version", "several") }
    try context.charge(WorkCost.run)
    try column.synchronize(to: column.position, in: context)
    let nodes = try column.nodes(count, className: schema.className, in: context)
    try memory.makeEach(nodes.count, at: place) { place, row in
      guard case .record(var fields) = nodes[row] else {
        throw context.malformed("a record", "another value")
      }
      fields.version = older
      try upgrade(place, fields, context)
    }
  }
}
