public import Foundation

extension Date: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Date {
    try decoder.decodeDate()
  }

  public static var archiveClasses: [AnyClass] { [NSDate.self] }
}

extension Data: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Data {
    try decoder.decodeData()
  }

  public static var archiveClasses: [AnyClass] { [NSData.self] }
}
