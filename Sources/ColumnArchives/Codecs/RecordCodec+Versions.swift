internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

// The version of records is stored as one more column, of equal integers. It is matched once per schema, and rows of
// the type's own version are then read like any others.

/// What the codec of a record knows about versions.
@safe
struct RecordVersions {
  // Safe: it only holds the closure. Each call is marked as unsafe.
  /// The schema of the type; `nil` for the parts of a value without a schema.
  let schema: ArchiveSchema?
  /// The version of the type.
  let current: Int
  /// Makes a value at an address from the fields of an older version; `nil` if the type is not ``ArchiveUpgradable``.
  let upgrade: ((UnsafeMutableRawPointer, ArchiveNode.Fields, ReadContext) throws -> Void)?

  /// Whether older records of the type can be read.
  var upgrades: Bool { unsafe upgrade != nil }

  init() {
    schema = nil
    current = 1
    unsafe upgrade = nil
  }

  init<Record: ArchiveRecord>(_ type: Record.Type) {
    let schema = Record.archiveSchema
    self.schema = schema
    current = schema.version
    guard type is any ArchiveUpgradable.Type else {
      unsafe upgrade = nil
      return
    }
    unsafe upgrade = { address, fields, context in
      let record = try context.upgraded(type, from: fields)
      unsafe address.initializeMemory(as: Record.self, to: record)
    }
  }

  /// The name of the column; empty for version 1, which is not stored.
  var names: [String] { current > 1 ? [ArchiveSchema.versionKey] : [] }

  func describe(in schema: inout SchemaBuilder) -> [Int] {
    current > 1 ? [schema.add(SchemaNode(kind: .signed))] : []
  }

  /// The version as the encoding of equal integers stores it.
  private var bits: UInt64 { UInt64(current) << 1 }

  func encode(to writer: ColumnWriter) {
    guard current > 1 else { return }
    writer.recorder.begin(at: writer.output.count)
    writer.output.append(UInt8(0))
    writer.output.append(varint: bits)
    writer.note(.signed(Int64(current), Int64(current)))
    writer.recorder.end(at: writer.output.count)
  }

  /// Reads the column of a single row, and returns whether it has the type's version.
  func readOne(_ cursor: inout ByteCursor) -> Bool {
    current == 1 || cursor.readIfPresent() == 0 && cursor.readShortVarint() == bits
  }
}

extension RecordCodec {
  /// Consecutive rows of the same version.
  struct VersionRun {
    /// The version, if it is an older one that is upgraded.
    let older: Int?
    var count: Int
  }

  /// Returns the versions of the next rows, or `nil` if none of them needs an upgrade.
  ///
  /// - Throws: ``ArchiveError`` for a row whose version is not supported.
  func versionRuns(of column: Column, count: Int, in context: ReadContext) throws -> [VersionRun]? {
    if context.isExact, versions.current == 1 { return nil }
    guard let schema = versions.schema else { return nil }
    guard let position = context.plan.versionPosition(in: column.node) else {
      return versions.current > 1 && versions.upgrades ? [VersionRun(older: 1, count: count)] : nil
    }
    // The fields of raw records begin with the next row.
    let isRecord = column is RecordColumn
    let found = isRecord ? (column as! RecordColumn).fields : (column as! RawColumn).fields(in: context)
    guard let integers = (found[position] as? IntegerColumn)?.integers else {
      throw RowError(row: nil, schema.noVersion(found: found[position].kind.description))
    }
    func older(_ bits: UInt64, row: Int?) throws -> Int? {
      do {
        guard let stored = integers.isSigned ? Int64(bitPattern: bits) : Int64(exactly: bits) else {
          throw schema.noVersion(found: "\(bits)")
        }
        return try schema.isOlder(stored) && versions.upgrades ? Int(stored) : nil
      } catch {
        throw RowError(row: row, wrapping: error)
      }
    }
    if integers.bits == 0 {
      return try older(integers.base, row: 0).map { [VersionRun(older: $0, count: count)] }
    }
    var runs: [VersionRun] = []
    var last: (bits: UInt64, older: Int?)?
    var failure: (any Error)?
    integers.visit(from: isRecord ? column.position : 0, count: count) { row, bits in
      guard failure == nil else { return }
      do {
        if last?.bits != bits { last = (bits, try older(bits, row: row)) }
        if let position = runs.indices.last, runs[position].older == last?.older {
          runs[position].count += 1
        } else {
          runs.append(VersionRun(older: last?.older, count: 1))
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return runs.allSatisfy { $0.older == nil } ? nil : runs
  }

  /// Reads rows of several versions.
  func decode(_ runs: [VersionRun], of column: Column, into place: Place, in context: ReadContext) throws {
    var done = 0
    do {
      for run in runs {
        if let version = run.older {
          try upgradeRows(of: column, version, into: place.row(done), count: run.count, in: context)
        } else {
          try decodeRows(of: column, into: place.row(done), count: run.count, in: context)
        }
        done += run.count
      }
    } catch {
      memory.destroy(place, done)
      var failure = RowError(row: nil, wrapping: error)
      failure.row = failure.row.map { $0 + done }
      throw failure
    }
  }

  /// The number of rows upgraded at a time.
  private static let upgradedCount = 256

  private func upgradeRows(
    of column: Column, _ version: Int, into place: Place, count: Int, in context: ReadContext
  ) throws {
    guard let schema = versions.schema, let upgrade = unsafe versions.upgrade else {
      throw context.malformed("records of one version", "of several")
    }
    try context.charge(WorkCost.run)
    try column.synchronize(to: column.position, in: context)
    var done = 0
    do {
      while done < count {
        let part = min(count - done, Self.upgradedCount)
        let start = done
        let nodes = try RowError.mapping {
          try column.nodes(part, className: schema.className, in: context)
        } _: { failure in
          failure.row = failure.row.map { $0 + start }
        }
        for node in nodes {
          guard case .record(var fields) = node else { throw context.malformed("a record", "another value") }
          fields.version = version
          do {
            try unsafe upgrade(place.row(done).base, fields, context)
          } catch {
            throw RowError(row: done, wrapping: error)
          }
          done += 1
        }
      }
    } catch {
      memory.destroy(place, done)
      throw error
    }
  }
}
