public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension EntityType: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_EntityType_Coding",
    cases: [
      .init("arleighBurke"), .init("bismarck"), .init("clemenceau"), .init("fletcher"), .init("g5"),
      .init("iowa"), .init("kolkata"), .init("osa"), .init("yasen"), .init("zubr"),
    ])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    switch self {
    case .arleighBurke:
      try encoder.encodeCase(0)
    case .bismarck:
      try encoder.encodeCase(1)
    case .clemenceau:
      try encoder.encodeCase(2)
    case .fletcher:
      try encoder.encodeCase(3)
    case .g5:
      try encoder.encodeCase(4)
    case .iowa:
      try encoder.encodeCase(5)
    case .kolkata:
      try encoder.encodeCase(6)
    case .osa:
      try encoder.encodeCase(7)
    case .yasen:
      try encoder.encodeCase(8)
    case .zubr:
      try encoder.encodeCase(9)
    }
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    switch try decoder.decodeCase() {
    case 0:
      self = .arleighBurke
    case 1:
      self = .bismarck
    case 2:
      self = .clemenceau
    case 3:
      self = .fletcher
    case 4:
      self = .g5
    case 5:
      self = .iowa
    case 6:
      self = .kolkata
    case 7:
      self = .osa
    case 8:
      self = .yasen
    case 9:
      self = .zubr
    default:
      throw decoder.unknownCase()
    }
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.case(.arleighBurke, at: 0)
    columns.case(.bismarck, at: 1)
    columns.case(.clemenceau, at: 2)
    columns.case(.fletcher, at: 3)
    columns.case(.g5, at: 4)
    columns.case(.iowa, at: 5)
    columns.case(.kolkata, at: 6)
    columns.case(.osa, at: 7)
    columns.case(.yasen, at: 8)
    columns.case(.zubr, at: 9)
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_EntityType_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: EntityType
    public init(_ value: EntityType) { self.decoded = value }
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
