public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension RecipeBook: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_RecipeBook_Coding",
    fields: [
      "recipes", "toBeDisplayed", "isFilteringCraftable", "isGuiOpen", "isFurnaceFilteringCraftable",
      "isFurnaceGuiOpen", "isBlastingFurnaceFilteringCraftable", "isBlastingFurnaceGuiOpen",
      "isSmokerFilteringCraftable", "isSmokerGuiOpen",
    ])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.recipes, at: 0)
    try encoder.encode(self.toBeDisplayed, at: 1)
    try encoder.encode(self.isFilteringCraftable, at: 2)
    try encoder.encode(self.isGuiOpen, at: 3)
    try encoder.encode(self.isFurnaceFilteringCraftable, at: 4)
    try encoder.encode(self.isFurnaceGuiOpen, at: 5)
    try encoder.encode(self.isBlastingFurnaceFilteringCraftable, at: 6)
    try encoder.encode(self.isBlastingFurnaceGuiOpen, at: 7)
    try encoder.encode(self.isSmokerFilteringCraftable, at: 8)
    try encoder.encode(self.isSmokerGuiOpen, at: 9)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.recipes = try decoder.decode(at: 0)
    self.toBeDisplayed = try decoder.decode(at: 1)
    self.isFilteringCraftable = try decoder.decode(at: 2)
    self.isGuiOpen = try decoder.decode(at: 3)
    self.isFurnaceFilteringCraftable = try decoder.decode(at: 4)
    self.isFurnaceGuiOpen = try decoder.decode(at: 5)
    self.isBlastingFurnaceFilteringCraftable = try decoder.decode(at: 6)
    self.isBlastingFurnaceGuiOpen = try decoder.decode(at: 7)
    self.isSmokerFilteringCraftable = try decoder.decode(at: 8)
    self.isSmokerGuiOpen = try decoder.decode(at: 9)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.recipes, at: 0)
    columns.field(\.toBeDisplayed, at: 1)
    columns.field(\.isFilteringCraftable, at: 2)
    columns.field(\.isGuiOpen, at: 3)
    columns.field(\.isFurnaceFilteringCraftable, at: 4)
    columns.field(\.isFurnaceGuiOpen, at: 5)
    columns.field(\.isBlastingFurnaceFilteringCraftable, at: 6)
    columns.field(\.isBlastingFurnaceGuiOpen, at: 7)
    columns.field(\.isSmokerFilteringCraftable, at: 8)
    columns.field(\.isSmokerGuiOpen, at: 9)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_RecipeBook_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: RecipeBook
    public init(_ value: RecipeBook) { self.decoded = value }
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
