public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Transform: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Transform_Coding",
    fields: ["altitude", "angle", "position", "velocity"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.altitude, at: 0)
    try encoder.encode(self.angle, at: 1)
    try encoder.encode(self.position, at: 2)
    try encoder.encode(self.velocity, at: 3)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.altitude = try decoder.decode(at: 0)
    self.angle = try decoder.decode(at: 1)
    self.position = try decoder.decode(at: 2)
    self.velocity = try decoder.decode(at: 3)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.altitude, at: 0)
    columns.field(\.angle, at: 1)
    columns.field(\.position, at: 2)
    columns.field(\.velocity, at: 3)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Transform_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Transform
    public init(_ value: Transform) { self.decoded = value }
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
