internal import ArchiveBytes
internal import Foundation

// Raw-valued enumerations are stored as their raw values, without a record. In columns they are awoken like others.
extension Archivable where Self: RawRepresentable & AwakesAfterDecoding, RawValue: ArchiveValue {
  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Self {
    var value: Self = try decoder.decodeRawRepresentable()
    try value.awakeAfterDecoding()
    return value
  }

  public static func decodeArray<Element: ArchiveValue>(
    of type: Element.Type, from decoder: inout some KeyedDecoder
  ) throws -> [Element] {
    let rawValues = try RawValue.decodeArray(from: &decoder)
    return try sameArray(
      rawValues.enumerated().map { position, rawValue in
        do {
          guard var value = Self(rawValue: rawValue) else {
            throw decoder.invalid(
              "the raw value \(rawValue)", expected: "a raw value of \(Self.self)",
              advice: "The archive may come from a newer version of the type.")
          }
          try value.awakeAfterDecoding()
          return value
        } catch {
          throw ArchiveError.wrapping(error).prefixed(.index(position))
        }
      })
  }
}
