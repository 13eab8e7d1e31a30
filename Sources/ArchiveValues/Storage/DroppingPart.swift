/// A collection whose elements are left out if they cannot be read. It is stored like any other collection.
package struct DroppingPart<Field: _ElementDropping & ArchiveValue>: StoredPart {
  package let field: Field

  package init(ofField field: Field) { self.field = field }

  package func encodeValue(to encoder: inout some ValueEncoder) throws {
    try field.encodeValue(to: &encoder)
  }

  package static func decodeValue(from decoder: inout some ValueDecoder) throws -> DroppingPart {
    DroppingPart(ofField: try Field._decodeDropping(from: &decoder))
  }

  package static var archiveClasses: [AnyClass] { Field.archiveClasses }
  package static var archiveName: String { Field.archiveName }
  package static var _isNilStorable: Bool { Field._isNilStorable }
  package static var valueWhenAbsent: DroppingPart? {
    Field.valueWhenAbsent.map { DroppingPart(ofField: $0) }
  }
}
