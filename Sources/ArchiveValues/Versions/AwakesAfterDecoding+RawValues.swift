internal import ArchiveBytes
internal import Foundation

// Raw-valued enumerations are stored as their raw values, without a record. Columns awake them like other values.
extension Archivable where Self: RawRepresentable & AwakesAfterDecoding, RawValue: ArchiveValue {
  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    var value: Self = try decoder.decodeRawRepresentable()
    try value.awakeAfterDecoding()
    return value
  }

  public static func decodeArray<Element: ArchiveValue>(
    of type: Element.Type, from decoder: inout some ValueDecoder
  ) throws -> [Element] {
    try sameArray(decoder.decodeRawRepresentables { (value: inout Self) in try value.awakeAfterDecoding() })
  }
}
