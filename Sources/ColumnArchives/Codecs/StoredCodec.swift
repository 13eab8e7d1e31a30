internal import ArchiveBytes
internal import ArchiveValues

/// Values that are stored as values of another type.
final class StoredCodec: ColumnCodec {
  let memory: ValueMemory
  let form: ArchiveColumn.StoredForm
  let stored: any ColumnCodec
  /// Whether the type also has fields. Older archives, and archives of its `Coding` objects, store it by its fields.
  private let hasFields: Bool

  init(
    _ memory: ValueMemory, _ form: ArchiveColumn.StoredForm, _ stored: any ColumnCodec, hasFields: Bool
  ) {
    (self.memory, self.form, self.stored, self.hasFields) = (memory, form, stored, hasFields)
  }

  func readsNodes(of kind: ColumnKind) -> Bool { hasFields && kind.isRecord }

  var isOptional: Bool { stored.isOptional }

  func describe(in schema: inout SchemaBuilder) -> Int { stored.describe(in: &schema) }

  func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    try stored.memory.withTemporary(count: rows.count) { forms in
      var made = 0
      defer { stored.memory.destroy(forms, made) }
      try rows.visit { row, address in
        try RowError.at(row) { try unsafe form.encode(address, forms.row(row).base) }
        made += 1
      }
      try unsafe Rows.with(forms.base, stride: forms.stride, count: rows.count) {
        try stored.encode($0, to: writer)
      }
    }
  }

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep {
    // A set or a dictionary hashes its elements.
    let forms = plan.hashing(form.role != .array || plan.isHashing) { plan.step(of: stored, at: node) }
    let step = step(of: forms)
    return form.isRecovering ? step.recovering(by: plan.tree(memory.type), field: plan.fieldName) : step
  }

  /// The number of stored forms read at a time.
  private static let partCount = 512

  /// Returns the step that reads the stored forms of values, and creates the values from them.
  private func step(of forms: ReadStep) -> ReadStep {
    ReadStep { [self] column, place, count, context in
      try memory.make(count, at: place) { place, left in
        let part = min(left, Self.partCount)
        try stored.memory.withTemporary(count: part) { temporary in
          try forms.read(column, into: temporary, count: part, in: context)
          defer { stored.memory.destroy(temporary, part) }
          // A set or a dictionary hashes its elements, so their instances must be complete.
          try context.completeInstances()
          try memory.makeEach(part, at: place) { value, row in
            let stored = temporary.row(row)
            try unsafe form.decode(stored.base, value.base)
            guard let cost = unsafe form.cost else { return }
            try destroying(value, 1, of: memory) { try context.charge(unsafe cost(value.base, stored.base)) }
          }
        }
        return part
      }
    }
  }
}

extension ReadStep {
  /// Returns a step for collections that leave out elements that cannot be read. Their columns are the same as other
  /// collections'. If a value cannot be read from them, it is read again as a node, element by element.
  ///
  /// - Parameter field: The name of the field, for the errors of elements.
  fileprivate func recovering(by nodes: ReadStep, field: String?) -> ReadStep {
    ReadStep { column, place, count, context in
      let dropped = DecodeFailures.count
      try column.trying(in: context) {
        try read(column, into: place, count: count, in: context)
      } otherwise: { _ in
        try nodes.read(column, into: place, count: count, in: context)
      }
      if let field { DecodeFailures.locate(from: dropped, at: .field(field)) }
    }
  }
}
