public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Vehicle: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Vehicle_Coding", fields: ["uuid", "entity"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.uuid, at: 0)
    try encoder.encode(self.entity, at: 1)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.uuid = try decoder.decode(at: 0)
    self.entity = try decoder.decode(at: 1)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.uuid, at: 0)
    columns.field(\.entity, at: 1)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Vehicle_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Vehicle
    public init(_ value: Vehicle) { self.decoded = value }
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
