/// A collection whose elements are left out if they cannot be read. It is stored like any other.
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
  package static var isNilStorable: Bool { Field.isNilStorable }
  package static var valueWhenAbsent: DroppingPart? {
    Field.valueWhenAbsent.map { DroppingPart(ofField: $0) }
  }
}

/// An array of raw-representable values, stored as their raw values; those that no value has are left out.
package struct DroppingRawPart<Value: RawRepresentable>: StoredPart where Value.RawValue: ArchiveValue {
  private typealias Form = [RawPart<Value>]

  package let field: [Value]

  package init(ofField field: [Value]) { self.field = field }

  package func encodeValue(to encoder: inout some ValueEncoder) throws {
    try field.map { RawPart($0) }.encodeValue(to: &encoder)
  }

  package static func decodeValue(from decoder: inout some ValueDecoder) throws -> DroppingRawPart {
    DroppingRawPart(ofField: try Form._decodeDropping(from: &decoder).map(\.value))
  }

  package static var archiveClasses: [AnyClass] { Form.archiveClasses }
  package static var archiveName: String { Form.archiveName }
}
