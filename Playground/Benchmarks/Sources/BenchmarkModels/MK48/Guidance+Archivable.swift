public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Guidance: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Guidance_Coding", fields: ["angle", "submerge", "velocity"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.angle, at: 0)
    try encoder.encode(self.submerge, at: 1)
    try encoder.encode(self.velocity, at: 2)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.angle = try decoder.decode(at: 0)
    self.submerge = try decoder.decode(at: 1)
    self.velocity = try decoder.decode(at: 2)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.angle, at: 0)
    columns.field(\.submerge, at: 1)
    columns.field(\.velocity, at: 2)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Guidance_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Guidance
    public init(_ value: Guidance) { self.decoded = value }
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
