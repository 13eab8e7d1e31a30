internal import ArchiveBytes
internal import ArchiveValues

/// Values that are stored as values of another type.
final class StoredCodec: ColumnCodec {
  let memory: ValueMemory
  let form: ArchiveColumn.StoredForm
  let stored: any ColumnCodec
  /// Whether the type has fields too, by which older archives, and those of its `Coding` objects, store it.
  private let hasFields: Bool

  init(
    _ memory: ValueMemory, _ form: ArchiveColumn.StoredForm, _ stored: any ColumnCodec, hasFields: Bool
  ) {
    (self.memory, self.form, self.stored, self.hasFields) = (memory, form, stored, hasFields)
  }

  func readsNodes(of kind: ColumnKind) -> Bool { hasFields && kind.isRecord }

  var isOptional: Bool { stored.isOptional }

  var parts: [any ColumnCodec] { [stored] }

  // Elements that are left out are reported.
  var isReadingNoticed: Bool { form.isRecovering }

  func describe(in schema: inout SchemaBuilder) -> Int { stored.describe(in: &schema) }

  func encode(_ rows: Rows, to writer: ColumnWriter) throws {
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

  func step(at node: Int, in plan: PlanBuilder) -> any ReadStep {
    // A set or a dictionary hashes its elements.
    let forms = plan.hashing(form.role != .array || plan.isHashing) { plan.step(of: stored, at: node) }
    let step = StoredStep(self, forms)
    return form.isRecovering ? RecoveringStep(step, plan.tree(memory.type), field: plan.fieldName) : step
  }
}

/// Reads the stored forms of values, and makes the values from them.
private final class StoredStep: ReadStep {
  private let codec: StoredCodec
  private let stored: any ReadStep

  init(_ codec: StoredCodec, _ stored: any ReadStep) { (self.codec, self.stored) = (codec, stored) }

  /// The number of stored forms read at a time.
  private static let partCount = 512

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    let (form, memory) = (codec.form, codec.stored.memory)
    var done = 0
    do {
      while done < count {
        let part = min(count - done, Self.partCount)
        try memory.withTemporary(count: part, from: context.temporaries) { forms in
          let start = done
          try RowError.mapping {
            try stored.read(column, into: forms, count: part, in: context)
          } _: { failure in
            failure.row = failure.row.map { $0 + start }
          }
          defer { memory.destroy(forms, part) }
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
      codec.memory.destroy(place, done)
      throw error
    }
  }
}

/// Reads collections that leave out elements that cannot be read. Their columns are those of other collections. If a
/// value cannot be read from them, it is read again as a node, element by element.
private final class RecoveringStep: ReadStep {
  private let step: any ReadStep
  private let nodes: any ReadStep
  /// The name of the field, for the errors of elements.
  private let name: String?

  init(_ step: any ReadStep, _ nodes: any ReadStep, field name: String?) {
    (self.step, self.nodes, self.name) = (step, nodes, name)
  }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    let start = try column.marks(in: context)
    let dropped = DecodeFailures.count
    do {
      try step.run(column, into: place, count: count, in: context)
    } catch {
      guard RowError(row: nil, wrapping: error).error.isOfOneValue else { throw error }
      try context.charge(WorkCost.failure)
      column.goBack(to: start)
      DecodeFailures.goBack(to: dropped)
      try nodes.run(column, into: place, count: count, in: context)
    }
    if let name { DecodeFailures.locate(from: dropped, at: .field(name)) }
  }
}
