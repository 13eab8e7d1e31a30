internal import ArchiveBytes
internal import ArchiveValues

/// Values that are stored as values of another type.
class StoredCodec: ColumnCodec, @unchecked Sendable {
  final let form: ArchiveColumn.StoredForm
  final let stored: ColumnCodec

  init(_ memory: ValueMemory, _ form: ArchiveColumn.StoredForm, _ stored: ColumnCodec) {
    self.form = form
    self.stored = stored
    super.init(memory)
  }

  /// Whether the type has fields too, by which older archives, and those of its `Coding` objects, store it. Set before
  /// the codec is published.
  final var hasFields = false

  override func readsNodes(of kind: ColumnKind) -> Bool { hasFields && kind.isRecord }

  override var isOptional: Bool { stored.isOptional }

  override var parts: [ColumnCodec] { [stored] }

  override func describe(in schema: inout SchemaBuilder) -> Int { stored.describe(in: &schema) }

  override func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    try stored.memory.withTemporary(count: rows.count, from: writer.temporaries) { forms in
      var made = 0
      defer { stored.memory.destroy(forms, made) }
      try rows.visit { row, address in
        do {
          try unsafe form.encode(address, forms.row(row).base)
        } catch {
          throw RowError(row: row, wrapping: error)
        }
        made += 1
      }
      try unsafe Rows.with(forms.base, stride: forms.stride, count: rows.count) {
        try stored.encode($0, to: writer)
      }
    }
  }

  /// The number of stored forms read at a time.
  private static let partCount = 512

  override func decode(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    var done = 0
    do {
      while done < count {
        let part = min(count - done, Self.partCount)
        try stored.memory.withTemporary(count: part, from: context.temporaries) { forms in
          let start = done
          try RowError.mapping {
            try context.hashing(form.role != .array || context.isHashing) {
              try stored.read(column, into: forms, count: part, in: context)
            }
          } _: { failure in
            failure.row = failure.row.map { $0 + start }
          }
          defer { stored.memory.destroy(forms, part) }
          // A set or a dictionary hashes its elements, so their instances must be complete.
          try context.completeInstances()
          for row in 0..<part {
            do {
              try unsafe form.decode(forms.row(row).base, place.row(done).base)
            } catch {
              throw RowError(row: done, wrapping: error)
            }
            done += 1
            if let cost = unsafe form.cost {
              try context.charge(unsafe cost(place.row(done - 1).base, forms.row(row).base))
            }
          }
        }
      }
    } catch {
      memory.destroy(place, done)
      throw error
    }
  }
}
