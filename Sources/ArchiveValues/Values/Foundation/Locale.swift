internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSLocale`: its identifier. A locale that follows the user's settings is stored with its current
/// identifier.
extension Locale: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSLocale", formerly: [], superclasses: ["NSObject"], fields: ["NS.identifier"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(identifier, at: 0)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    self.init(identifier: try decoder.decode(at: 0))
  }
}
