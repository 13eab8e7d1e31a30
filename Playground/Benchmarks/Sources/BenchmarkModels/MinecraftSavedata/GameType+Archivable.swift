public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension GameType: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_GameType_Coding",
    cases: [.init("survival"), .init("creative"), .init("adventure"), .init("spectator")])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    switch self {
    case .survival:
      try encoder.encodeCase(0)
    case .creative:
      try encoder.encodeCase(1)
    case .adventure:
      try encoder.encodeCase(2)
    case .spectator:
      try encoder.encodeCase(3)
    }
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    switch try decoder.decodeCase() {
    case 0:
      self = .survival
    case 1:
      self = .creative
    case 2:
      self = .adventure
    case 3:
      self = .spectator
    default:
      throw decoder.unknownCase()
    }
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.case(.survival, at: 0)
    columns.case(.creative, at: 1)
    columns.case(.adventure, at: 2)
    columns.case(.spectator, at: 3)
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_GameType_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: GameType
    public init(_ value: GameType) { self.decoded = value }
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
