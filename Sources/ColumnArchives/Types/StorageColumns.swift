package import ArchiveValues

// What fields with a storage method are stored as.

extension _TransformedPart: ColumnValue {
  package static var archiveColumn: ArchiveColumn {
    .stored(as: Transformer.Stored.self) { (part: _TransformedPart) in
      try Transformer().encode(part.field)
    } decode: {
      try _TransformedPart(stored: $0)
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

extension DroppingRawPart: ColumnValue {
  package static var archiveColumn: ArchiveColumn {
    .stored(as: [RawPart<Value>].self, recovering: true) { (part: DroppingRawPart) in
      part.field.map { RawPart($0) }
    } decode: {
      DroppingRawPart(ofField: $0.map(\.value))
    }
  }
}
