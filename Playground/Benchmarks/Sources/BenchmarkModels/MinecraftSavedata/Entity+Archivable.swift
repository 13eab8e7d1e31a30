public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Entity: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Entity_Coding",
    fields: [
      "id", "pos", "motion", "rotation", "fallDistance", "fire", "air", "onGround", "noGravity",
      "invulnerable", "portalCooldown", "uuid", "customName", "customNameVisible", "silent", "glowing",
    ])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.id, at: 0)
    try encoder.encode(self.pos, at: 1)
    try encoder.encode(self.motion, at: 2)
    try encoder.encode(self.rotation, at: 3)
    try encoder.encode(self.fallDistance, at: 4)
    try encoder.encode(self.fire, at: 5)
    try encoder.encode(self.air, at: 6)
    try encoder.encode(self.onGround, at: 7)
    try encoder.encode(self.noGravity, at: 8)
    try encoder.encode(self.invulnerable, at: 9)
    try encoder.encode(self.portalCooldown, at: 10)
    try encoder.encode(self.uuid, at: 11)
    try encoder.encode(self.customName, at: 12)
    try encoder.encode(self.customNameVisible, at: 13)
    try encoder.encode(self.silent, at: 14)
    try encoder.encode(self.glowing, at: 15)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.id = try decoder.decode(at: 0)
    self.pos = try decoder.decode(at: 1)
    self.motion = try decoder.decode(at: 2)
    self.rotation = try decoder.decode(at: 3)
    self.fallDistance = try decoder.decode(at: 4)
    self.fire = try decoder.decode(at: 5)
    self.air = try decoder.decode(at: 6)
    self.onGround = try decoder.decode(at: 7)
    self.noGravity = try decoder.decode(at: 8)
    self.invulnerable = try decoder.decode(at: 9)
    self.portalCooldown = try decoder.decode(at: 10)
    self.uuid = try decoder.decode(at: 11)
    self.customName = try decoder.decode(at: 12)
    self.customNameVisible = try decoder.decode(at: 13)
    self.silent = try decoder.decode(at: 14)
    self.glowing = try decoder.decode(at: 15)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.id, at: 0)
    columns.field(\.pos, at: 1)
    columns.field(\.motion, at: 2)
    columns.field(\.rotation, at: 3)
    columns.field(\.fallDistance, at: 4)
    columns.field(\.fire, at: 5)
    columns.field(\.air, at: 6)
    columns.field(\.onGround, at: 7)
    columns.field(\.noGravity, at: 8)
    columns.field(\.invulnerable, at: 9)
    columns.field(\.portalCooldown, at: 10)
    columns.field(\.uuid, at: 11)
    columns.field(\.customName, at: 12)
    columns.field(\.customNameVisible, at: 13)
    columns.field(\.silent, at: 14)
    columns.field(\.glowing, at: 15)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Entity_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Entity
    public init(_ value: Entity) { self.decoded = value }
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
