public import Foundation

/// Apple's layout of `NSValue` with a range: location and length as separate objects.
extension NSRange: ArchiveRecord, HeldByNSValue {
  package static var layout: NSValueLayout { .range }
  public static let archiveSchema = NSValueLayout.range.schema

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(Self.layout.kind, at: 0)
    try encoder.encode(BoxedInteger(value: length), at: 1)
    try encoder.encode(BoxedInteger(value: location), at: 2)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    try Self.layout.check(in: &decoder)
    let length = (try decoder.decode(at: 1) as BoxedInteger).value
    let location = (try decoder.decode(at: 2) as BoxedInteger).value
    self.init(location: location, length: length)
  }
}

/// An integer that Apple's layout stores as a separate object, while it stores other integers in place.
struct BoxedInteger: ArchiveValue {
  let value: Int

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder._encodeSome(value)
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> BoxedInteger {
    BoxedInteger(value: try Int.decodeValue(from: &decoder))
  }

  static var archiveClasses: [AnyClass] { Int.archiveClasses }
}
