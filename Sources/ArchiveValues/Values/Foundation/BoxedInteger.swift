internal import Foundation

/// An integer that Apple's layout stores as a separate object, while others are stored in place.
struct BoxedInteger: ArchiveValue {
  let value: Int

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encodeSome(value)
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> BoxedInteger {
    BoxedInteger(value: try Int.decodeValue(from: &decoder))
  }

  static var archiveClasses: [AnyClass] { Int.archiveClasses }
}
