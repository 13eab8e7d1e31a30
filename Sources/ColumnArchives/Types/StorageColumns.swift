package import ArchiveValues

// What fields with a storage method are stored as.

extension TransformedPart: ColumnValue {
  package static var archiveColumn: ArchiveColumn {
    .stored(as: Transformer.Stored.self) { (part: TransformedPart) in
      try Transformer().encode(part.field)
    } decode: {
      try TransformedPart(stored: $0)
    } cost: { part, stored in
      part.cost(of: stored)
    }
  }
}

extension ClosurePart: ColumnValue {
  package static var archiveColumn: ArchiveColumn {
    .stored(as: Form.self) { (part: ClosurePart) in
      try part.form
    } decode: { form in
      ClosurePart(ofForm: form)
    } cost: { _, form in
      cost(of: form)
    }
  }
}

extension DroppingPart: ColumnValue {
  package static var archiveColumn: ArchiveColumn {
    .stored(as: Field.self, recovering: true) { (part: DroppingPart) in
      part.field
    } decode: {
      DroppingPart(ofField: $0)
    }
  }
}
