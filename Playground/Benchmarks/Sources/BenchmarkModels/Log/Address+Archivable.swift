public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Address: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Address_Coding", fields: ["x0", "x1", "x2", "x3"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.x0, at: 0)
    try encoder.encode(self.x1, at: 1)
    try encoder.encode(self.x2, at: 2)
    try encoder.encode(self.x3, at: 3)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.x0 = try decoder.decode(at: 0)
    self.x1 = try decoder.decode(at: 1)
    self.x2 = try decoder.decode(at: 2)
    self.x3 = try decoder.decode(at: 3)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.x0, at: 0)
    columns.field(\.x1, at: 1)
    columns.field(\.x2, at: 2)
    columns.field(\.x3, at: 3)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Address_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Address
    public init(_ value: Address) { self.decoded = value }
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
