public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Update: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Update_Coding",
    fields: ["contacts", "score", "worldRadius", "terrainUpdates"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.contacts, at: 0)
    try encoder.encode(self.score, at: 1)
    try encoder.encode(self.worldRadius, at: 2)
    try encoder.encode(self.terrainUpdates, at: 3)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.contacts = try decoder.decode(at: 0)
    self.score = try decoder.decode(at: 1)
    self.worldRadius = try decoder.decode(at: 2)
    self.terrainUpdates = try decoder.decode(at: 3)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.contacts, at: 0)
    columns.field(\.score, at: 1)
    columns.field(\.worldRadius, at: 2)
    columns.field(\.terrainUpdates, at: 3)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Update_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Update
    public init(_ value: Update) { self.decoded = value }
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
