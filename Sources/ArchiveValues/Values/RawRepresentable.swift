internal import ArchiveBytes
internal import Foundation

/// A raw-representable value on its way through an archive, stored as its raw value.
package struct RawPart<Value: RawRepresentable>: ArchiveValue where Value.RawValue: ArchiveValue {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try value.rawValue.encodeValue(to: &encoder)
  }

  package static func decodeValue(from decoder: inout some KeyedDecoder) throws -> RawPart {
    RawPart(try decoder.decodeRawRepresentable())
  }

  package static var archiveClasses: [AnyClass] { Value.RawValue.archiveClasses }
  package static var isNilStorable: Bool { Value.RawValue.isNilStorable }
}

extension KeyedDecoder {
  /// Reads the raw value at the current place and makes the value of it.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` when the type has no value for it.
  public mutating func decodeRawRepresentable<Value: RawRepresentable>() throws -> Value
  where Value.RawValue: ArchiveValue {
    let rawValue = try Value.RawValue.decodeValue(from: &self)
    guard let value = Value(rawValue: rawValue) else {
      throw invalid(
        "the raw value \(rawValue)", expected: "a raw value of \(Value.self)",
        advice: "The archive may come from a newer version of the type.")
    }
    return value
  }
}
