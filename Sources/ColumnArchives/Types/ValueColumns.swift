package import ArchiveValues
package import Foundation

// The types of Swift and Foundation whose columns do not follow from another form. A column of numbers, texts or
// bytes reads the memory of the values.

extension Bool: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .bool }
}

extension ColumnValue where Self: FixedWidthInteger {
  package static var archiveColumn: ArchiveColumn {
    .integer(byteCount: bitWidth / 8, isSigned: isSigned)
  }
}

extension Int: ColumnValue {}
extension Int8: ColumnValue {}
extension Int16: ColumnValue {}
extension Int32: ColumnValue {}
extension Int64: ColumnValue {}
extension UInt: ColumnValue {}
extension UInt8: ColumnValue {}
extension UInt16: ColumnValue {}
extension UInt32: ColumnValue {}
extension UInt64: ColumnValue {}

extension Float: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .float }
}

extension Double: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .double }
}

extension String: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .string }
}

extension Date: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .date }
}

extension Data: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .data }
}

extension UUID: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .bytes(16) }
}

// The stored types of fields with a storage method.

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
