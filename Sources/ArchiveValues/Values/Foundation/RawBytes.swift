internal import Foundation

/// Bytes as a field in a record's own layout.
struct RawBytes: ArchiveValue {
  let bytes: [UInt8]

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder._encodeBytes(bytes)
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> RawBytes {
    RawBytes(bytes: try decoder._decodeBytes())
  }

  static var archiveClasses: [AnyClass] { [NSData.self] }
}
