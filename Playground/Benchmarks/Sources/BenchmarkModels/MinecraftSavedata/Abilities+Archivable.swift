public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Abilities: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Abilities_Coding",
    fields: ["walkSpeed", "flySpeed", "mayFly", "flying", "invulnerable", "mayBuild", "instabuild"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.walkSpeed, at: 0)
    try encoder.encode(self.flySpeed, at: 1)
    try encoder.encode(self.mayFly, at: 2)
    try encoder.encode(self.flying, at: 3)
    try encoder.encode(self.invulnerable, at: 4)
    try encoder.encode(self.mayBuild, at: 5)
    try encoder.encode(self.instabuild, at: 6)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.walkSpeed = try decoder.decode(at: 0)
    self.flySpeed = try decoder.decode(at: 1)
    self.mayFly = try decoder.decode(at: 2)
    self.flying = try decoder.decode(at: 3)
    self.invulnerable = try decoder.decode(at: 4)
    self.mayBuild = try decoder.decode(at: 5)
    self.instabuild = try decoder.decode(at: 6)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.walkSpeed, at: 0)
    columns.field(\.flySpeed, at: 1)
    columns.field(\.mayFly, at: 2)
    columns.field(\.flying, at: 3)
    columns.field(\.invulnerable, at: 4)
    columns.field(\.mayBuild, at: 5)
    columns.field(\.instabuild, at: 6)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Abilities_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Abilities
    public init(_ value: Abilities) { self.decoded = value }
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
