internal import Foundation

extension Bool: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Bool {
    try decoder.decodeBool()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }
}
