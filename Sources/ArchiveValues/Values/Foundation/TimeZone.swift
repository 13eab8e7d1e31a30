internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSTimeZone`: its name, and the data of its rules. Encoding writes `nil` for the data, and
/// decoding ignores it, so that each system uses its own, newer rules.
///
/// A fixed offset from GMT has a name such as `GMT+0530`, exact to the minute.
extension TimeZone: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSTimeZone", formerly: [], superclasses: ["NSObject"], fields: ["NS.name", "NS.data"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(identifier, at: 0)
    try encoder.encode(nil as Data?, at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let name: String = try decoder.decode(at: 0)
    guard let zone = TimeZone(identifier: name) else {
      throw decoder.invalid(
        "\"\(name)\"", expected: "the name of a time zone",
        advice: "This system's time zone database may be older than the archive.")
    }
    self = zone
  }
}
