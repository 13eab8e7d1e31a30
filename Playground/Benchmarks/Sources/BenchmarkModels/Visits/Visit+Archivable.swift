public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Visit: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Visit_Coding", fields: ["date", "page", "visitor", "seconds"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.date, at: 0)
    try encoder.encode(self.page, at: 1)
    try encoder.encode(self.visitor, at: 2)
    try encoder.encode(self.seconds, at: 3)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.date = try decoder.decode(at: 0)
    self.page = try decoder.decode(at: 1)
    self.visitor = try decoder.decode(at: 2)
    self.seconds = try decoder.decode(at: 3)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.date, at: 0)
    columns.field(\.page, at: 1)
    columns.field(\.visitor, at: 2)
    columns.field(\.seconds, at: 3)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Visit_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Visit
    public init(_ value: Visit) { self.decoded = value }
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
