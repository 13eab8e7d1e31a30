internal import ArchiveValues
package import Foundation

// The types of Swift and Foundation whose columns are not those of another form. A column of numbers, texts or bytes
// reads the memory of the values.

extension Bool: ColumnValue {
  package static var archiveColumn: ArchiveColumn { ArchiveColumn(.bool, of: self) }
}

extension Int: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension Int8: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension Int16: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension Int32: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension Int64: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension UInt: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension UInt8: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension UInt16: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension UInt32: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension UInt64: ColumnValue {
  package static var archiveColumn: ArchiveColumn { .integer(self) }
}

extension ArchiveColumn {
  fileprivate static func integer(_ type: (some FixedWidthInteger).Type) -> ArchiveColumn {
    ArchiveColumn(.integer(byteCount: type.bitWidth / 8, isSigned: type.isSigned), of: type)
  }
}

extension Float: ColumnValue {
  package static var archiveColumn: ArchiveColumn { ArchiveColumn(.float, of: self) }
}

extension Double: ColumnValue {
  package static var archiveColumn: ArchiveColumn { ArchiveColumn(.double, of: self) }
}

extension String: ColumnValue {
  package static var archiveColumn: ArchiveColumn { ArchiveColumn(.string, of: self) }
}

extension Date: ColumnValue {
  package static var archiveColumn: ArchiveColumn { ArchiveColumn(.date, of: self) }
}

extension Data: ColumnValue {
  package static var archiveColumn: ArchiveColumn { ArchiveColumn(.data, of: self) }
}

extension UUID: ColumnValue {
  package static var archiveColumn: ArchiveColumn { ArchiveColumn(.bytes(16), of: self) }
}

#if canImport(ObjectiveC)
  /// A tree, as it always was.
  extension CGVector: ColumnValue {
    package static var archiveColumn: ArchiveColumn { .tree }
  }
#endif
