public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Log: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Log_Coding",
    fields: ["address", "identity", "userid", "date", "request", "code", "size"])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.address, at: 0)
    try encoder.encode(self.identity, at: 1)
    try encoder.encode(self.userid, at: 2)
    try encoder.encode(self.date, at: 3)
    try encoder.encode(self.request, at: 4)
    try encoder.encode(self.code, at: 5)
    try encoder.encode(self.size, at: 6)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.address = try decoder.decode(at: 0)
    self.identity = try decoder.decode(at: 1)
    self.userid = try decoder.decode(at: 2)
    self.date = try decoder.decode(at: 3)
    self.request = try decoder.decode(at: 4)
    self.code = try decoder.decode(at: 5)
    self.size = try decoder.decode(at: 6)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.address, at: 0)
    columns.field(\.identity, at: 1)
    columns.field(\.userid, at: 2)
    columns.field(\.date, at: 3)
    columns.field(\.request, at: 4)
    columns.field(\.code, at: 5)
    columns.field(\.size, at: 6)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Log_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Log
    public init(_ value: Log) { self.decoded = value }
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
