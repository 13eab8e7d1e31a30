internal import Foundation

extension Array: ArchiveValue where Element: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try Element.encodeArray(self, to: &encoder)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> [Element] {
    try Element.decodeArray(from: &decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSArray.self].adding(Element.archiveClasses) }
  public static var archiveName: String { "Array_\(Element.archiveName)" }

  public static var archiveColumn: ArchiveColumn { ArchiveColumn(.array(Element.self), of: self) }
}

/// Stored like an array.
extension ContiguousArray: ArchiveValue where Element: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try Array(self).encodeValue(to: &encoder)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> ContiguousArray<Element> {
    ContiguousArray(try [Element].decodeValue(from: &decoder))
  }

  public static var archiveClasses: [AnyClass] { [Element].archiveClasses }
  public static var archiveName: String { "ContiguousArray_\(Element.archiveName)" }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: [Element].self) { (value: ContiguousArray) in
      Array(value)
    } decode: {
      ContiguousArray($0)
    }
  }
}

/// Stored like an array; its indices start at zero after reading.
extension ArraySlice: ArchiveValue where Element: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try Array(self).encodeValue(to: &encoder)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> ArraySlice<Element> {
    ArraySlice(try [Element].decodeValue(from: &decoder))
  }

  public static var archiveClasses: [AnyClass] { [Element].archiveClasses }
  public static var archiveName: String { "ArraySlice_\(Element.archiveName)" }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: [Element].self) { (value: ArraySlice) in
      Array(value)
    } decode: {
      ArraySlice($0)
    }
  }
}
