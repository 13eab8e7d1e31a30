internal import ArchiveBytes
package import Foundation

extension BatchRuns {
  /// Gathers what the batches of an archive say: as it stands before the footer, or else as each batch says it. Batches
  /// that cannot be read say nothing.
  ///
  /// - Complexity: Linear in the number of batches and of their columns.
  init(of archive: ColumnArchive) {
    self.init()
    do {
      try unsafe archive.data.withUnsafeBytes { bytes in
        let bytes = unsafe ByteCursor(bytes)
        let context = try archive.readContext(bytes, budget: .max)
        guard let columns = ColumnDirectory(ofRunsIn: context.schema) else { return }
        if let stored = try? BatchRuns(of: archive, columns, in: bytes, context) {
          self = stored
        } else {
          add(archive.batches, columns, in: bytes, context)
        }
      }
    } catch {
      // A header that cannot be read tells nothing of columns.
      removeAll()
    }
  }

  fileprivate mutating func add(
    _ batches: [ArchiveLayout.Batch], _ columns: ColumnDirectory, in bytes: ByteCursor, _ context: ReadContext
  ) {
    for batch in batches {
      let found = try? ColumnDirectory(of: batch, in: bytes, context)
      add(found?.statistics(of: columns, context.schema) ?? [])
    }
  }

  /// Reads all that stands before the footer; `nil` if nothing does.
  private init?(
    of archive: ColumnArchive, _ columns: ColumnDirectory, in bytes: ByteCursor, _ context: ReadContext
  ) throws {
    guard let location = archive.statistics else { return nil }
    let stored = try StoredRuns(bytes.part(location), verifies: true)
    guard stored.columns.count == columns.statisticsEntries(of: context.schema).count else { return nil }
    let count = archive.batches.count
    let read = try stored.columns.indices.map { try stored.runs($0, of: count, in: bytes) }
    self.init(size: stored.size, batchCount: count, columns: read)
  }
}

extension ColumnDirectory {
  /// Reads the directory of a batch, and what it says of its columns; `nil` if that is nothing.
  init?(of batch: ArchiveLayout.Batch, in bytes: ByteCursor, _ context: ReadContext) throws {
    let body = try batch.open(in: bytes, verifiesAny: true, verifies: false)
    guard let trailer = body.trailer else { return nil }
    self = try ColumnDirectory(trailer, columns: body.columnRange, in: context)
    written = try readStatistics(of: context.schema)
    if written.isEmpty { return nil }
    self = withoutStatistics
  }
}

extension ColumnArchive {
  /// Returns the batches, in order, that may have elements for which a condition holds, as far as that is said without
  /// opening any.
  ///
  /// - Throws: ``ArchiveError`` if the condition cannot be asked, or what is said is damaged.
  /// - Complexity: Linear in the number of runs of batches.
  package func candidates<Root>(for condition: ArchiveCondition<Root>) throws -> [Range<Int>] {
    try ConditionReader(condition, in: self, budget: _budget).candidates()
  }
}

/// What the batches of a file say of their columns, gathered one batch after another.
package struct RunsOfFrames {
  /// What they say. Batches that cannot be read say nothing.
  package private(set) var runs = BatchRuns()
  private var columns: ColumnDirectory?
  private var schema: Schema?

  /// - Parameter header: The header of the file; one that cannot be read tells nothing of columns.
  package init(header: Data) {
    unsafe header.withUnsafeBytes { header in
      guard let layout = try? ArchiveLayout(unsafe ByteCursor(header), verifies: true),
        let schema = try? SchemaReader.read(layout, ArchiveLimits()),
        let columns = ColumnDirectory(ofRunsIn: schema)
      else { return }
      (self.columns, self.schema) = (columns, schema)
    }
  }

  /// Adds what the next batch says.
  package mutating func add(_ frame: FrameSequence.Frame, body: Data) {
    guard let columns, let schema else { return }
    unsafe body.withUnsafeBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      let context = ReadContext(
        schema, bytes: bytes, ArchiveLimits(), verifiesChecksums: true, budget: .max)
      let batch = ArchiveLayout.Batch(start: frame.first, count: frame.count, body: 0..<body.count)
      runs.add([batch], columns, in: bytes, context)
    }
  }
}
