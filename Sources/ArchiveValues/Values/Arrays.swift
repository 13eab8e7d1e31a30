internal import Foundation

extension Array: ArchiveValue where Element: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try Element._encodeArray(self, to: &encoder)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> [Element] {
    try Element.decodeArray(from: &decoder)
  }

  public static var archiveClasses: [AnyClass] { [NSArray.self].adding(Element.archiveClasses) }
  public static var archiveName: String { "Array_\(Element.archiveName)" }
}

/// Stored like an array.
extension ContiguousArray: ArchiveValue, ArchiveRepresentable where Element: ArchiveValue {
  public var archiveForm: [Element] { Array(self) }
  public init(archiveForm: [Element]) { self.init(archiveForm) }
  public static var archiveName: String { "ContiguousArray_\(Element.archiveName)" }
}

/// Stored like an array. After decoding, its indices start at zero.
extension ArraySlice: ArchiveValue, ArchiveRepresentable where Element: ArchiveValue {
  public var archiveForm: [Element] { Array(self) }
  public init(archiveForm: [Element]) { self.init(archiveForm) }
  public static var archiveName: String { "ArraySlice_\(Element.archiveName)" }
}
