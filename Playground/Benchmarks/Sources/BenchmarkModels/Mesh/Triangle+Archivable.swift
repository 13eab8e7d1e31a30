public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Triangle: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Triangle_Coding", fields: ["v0", "v1", "v2", "normal"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.v0, at: 0)
    try encoder.encode(self.v1, at: 1)
    try encoder.encode(self.v2, at: 2)
    try encoder.encode(self.normal, at: 3)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.v0 = try decoder.decode(at: 0)
    self.v1 = try decoder.decode(at: 1)
    self.v2 = try decoder.decode(at: 2)
    self.normal = try decoder.decode(at: 3)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.v0, at: 0)
    columns.field(\.v1, at: 1)
    columns.field(\.v2, at: 2)
    columns.field(\.normal, at: 3)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Triangle_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Triangle
    public init(_ value: Triangle) { self.decoded = value }
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
