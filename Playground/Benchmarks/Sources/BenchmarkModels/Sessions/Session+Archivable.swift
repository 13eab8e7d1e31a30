public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Session: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Session_Coding", fields: ["startTime", "endTime", "events"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.startTime, at: 0)
    try encoder.encode(self.endTime, at: 1)
    try encoder.encode(self.events, at: 2)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.startTime = try decoder.decode(at: 0)
    self.endTime = try decoder.decode(at: 1)
    if decoder.hasField(at: 2) { self.events = try decoder.decode(at: 2) }
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.startTime, at: 0)
    columns.field(\.endTime, at: 1)
    columns.field(\.events, at: 2)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Session_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Session
    public init(_ value: Session) { self.decoded = value }
    public static var supportsSecureCoding: Swift.Bool { true }
    public func encode(with coder: Foundation.NSCoder) { self.archive(to: coder) }
    public init?(coder: Foundation.NSCoder) {
      guard let value = Self.unarchive(from: coder) else { return nil }
      self.decoded = value
    }
    public override func isEqual(_ object: Any?) -> Swift.Bool { self.hasEqualValue(to: object) }
    public override var hash: Swift.Int { self.hashOfValue }
    public func copy(with zone: Foundation.NSZone? = nil) -> Any { self }
  }
}
