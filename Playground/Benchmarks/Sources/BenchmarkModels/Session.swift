public import StructCoding

public struct Session: Equatable, Codable, Sendable {
  public var startTime: Date
  public var endTime: Date?
  public var events: [Event] = []

  public init(startTime: Date, endTime: Date? = nil, events: [Event] = []) {
    self.startTime = startTime
    self.endTime = endTime
    self.events = events
  }
}

// What `@Archivable` writes.
extension Session: Archivable {
  public static let archiveSchema = ArchiveSchema(
    className: "BenchmarkModels_Session_Coding", fields: ["startTime", "endTime", "events"])

  public func encodeFields(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(startTime, at: 0)
    try encoder.encode(endTime, at: 1)
    try encoder.encode(events, at: 2)
  }

  public init(fields decoder: inout some KeyedDecoder) throws {
    startTime = try decoder.decode(at: 0)
    endTime = try decoder.decode(at: 1)
    if decoder.hasField(at: 2) { events = try decoder.decode(at: 2) }
  }

  public final class Coding: NSObject, NSSecureCoding, ArchiveDecodable {
    public let decoded: Session
    public init(_ value: Session) { decoded = value }
    public static var supportsSecureCoding: Bool { true }
    public func encode(with coder: NSCoder) { archive(to: coder) }
    public init?(coder: NSCoder) {
      guard let value = Self.unarchive(from: coder) else { return nil }
      decoded = value
    }
  }
}
