public import StructCoding

public struct Event: Equatable, Codable, Sendable {
  public var timeStamp: Date
  public var eventTag: String

  public init(timeStamp: Date, eventTag: String) {
    self.timeStamp = timeStamp
    self.eventTag = eventTag
  }
}

// What `@Archivable` writes.
extension Event: Archivable {
  public static let archiveSchema = ArchiveSchema(
    className: "BenchmarkModels_Event_Coding", fields: ["timeStamp", "eventTag"])

  public func encodeFields(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(timeStamp, at: 0)
    try encoder.encode(eventTag, at: 1)
  }

  public init(fields decoder: inout some KeyedDecoder) throws {
    timeStamp = try decoder.decode(at: 0)
    eventTag = try decoder.decode(at: 1)
  }

  public final class Coding: NSObject, NSSecureCoding, ArchiveDecodable {
    public let decoded: Event
    public init(_ value: Event) { decoded = value }
    public static var supportsSecureCoding: Bool { true }
    public func encode(with coder: NSCoder) { archive(to: coder) }
    public init?(coder: NSCoder) {
      guard let value = Self.unarchive(from: coder) else { return nil }
      decoded = value
    }
  }
}
