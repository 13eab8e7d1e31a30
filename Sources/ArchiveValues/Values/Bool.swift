internal import Foundation

extension Bool: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Bool {
    try decoder.decodeBool()
  }

  public static var archiveClasses: [AnyClass] { [NSNumber.self] }

  public static var archiveColumn: ArchiveColumn { ArchiveColumn(.bool, of: self) }
}
