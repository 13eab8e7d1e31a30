public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Contact: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Contact_Coding",
    fields: [
      "damage", "entityID", "entityType", "guidance", "playerID", "reloads", "transform", "turretAngles",
    ])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.damage, at: 0)
    try encoder.encode(self.entityID, at: 1)
    try encoder.encode(self.entityType, at: 2)
    try encoder.encode(self.guidance, at: 3)
    try encoder.encode(self.playerID, at: 4)
    try encoder.encode(self.reloads, at: 5)
    try encoder.encode(self.transform, at: 6)
    try encoder.encode(self.turretAngles, at: 7)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.damage = try decoder.decode(at: 0)
    self.entityID = try decoder.decode(at: 1)
    self.entityType = try decoder.decode(at: 2)
    self.guidance = try decoder.decode(at: 3)
    self.playerID = try decoder.decode(at: 4)
    self.reloads = try decoder.decode(at: 5)
    self.transform = try decoder.decode(at: 6)
    self.turretAngles = try decoder.decode(at: 7)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.damage, at: 0)
    columns.field(\.entityID, at: 1)
    columns.field(\.entityType, at: 2)
    columns.field(\.guidance, at: 3)
    columns.field(\.playerID, at: 4)
    columns.field(\.reloads, at: 5)
    columns.field(\.transform, at: 6)
    columns.field(\.turretAngles, at: 7)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Contact_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Contact
    public init(_ value: Contact) { self.decoded = value }
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
