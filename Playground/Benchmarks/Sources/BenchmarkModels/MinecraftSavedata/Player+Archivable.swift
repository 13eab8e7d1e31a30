public import Foundation
public import StructCoding

// What `@Archivable` writes.
nonisolated extension Player: StructCoding.Archivable {
  public static let archiveSchema = StructCoding.ArchiveSchema(
    className: "BenchmarkModels_Player_Coding",
    fields: [
      "gameType", "previousGameType", "score", "dimension", "selectedItemSlot", "selectedItem",
      "spawnDimension", "spawnX", "spawnY", "spawnZ", "spawnForced", "sleepTimer",
      "foodExhaustionLevel", "foodSaturationLevel", "foodTickTimer", "xpLevel", "xpP", "xpTotal",
      "xpSeed", "inventory", "enderItems", "abilities", "enteredNetherPosition", "rootVehicle",
      "shoulderEntityLeft", "shoulderEntityRight", "seenCredits", "recipeBook",
    ])

  public func encodeFields(to encoder: inout some StructCoding.KeyedEncoder) throws {
    try encoder.encode(self.gameType, at: 0)
    try encoder.encode(self.previousGameType, at: 1)
    try encoder.encode(self.score, at: 2)
    try encoder.encode(self.dimension, at: 3)
    try encoder.encode(self.selectedItemSlot, at: 4)
    try encoder.encode(self.selectedItem, at: 5)
    try encoder.encode(self.spawnDimension, at: 6)
    try encoder.encode(self.spawnX, at: 7)
    try encoder.encode(self.spawnY, at: 8)
    try encoder.encode(self.spawnZ, at: 9)
    try encoder.encode(self.spawnForced, at: 10)
    try encoder.encode(self.sleepTimer, at: 11)
    try encoder.encode(self.foodExhaustionLevel, at: 12)
    try encoder.encode(self.foodSaturationLevel, at: 13)
    try encoder.encode(self.foodTickTimer, at: 14)
    try encoder.encode(self.xpLevel, at: 15)
    try encoder.encode(self.xpP, at: 16)
    try encoder.encode(self.xpTotal, at: 17)
    try encoder.encode(self.xpSeed, at: 18)
    try encoder.encode(self.inventory, at: 19)
    try encoder.encode(self.enderItems, at: 20)
    try encoder.encode(self.abilities, at: 21)
    try encoder.encode(self.enteredNetherPosition, at: 22)
    try encoder.encode(self.rootVehicle, at: 23)
    try encoder.encode(self.shoulderEntityLeft, at: 24)
    try encoder.encode(self.shoulderEntityRight, at: 25)
    try encoder.encode(self.seenCredits, at: 26)
    try encoder.encode(self.recipeBook, at: 27)
  }

  public init(fields decoder: inout some StructCoding.KeyedDecoder) throws {
    self.gameType = try decoder.decode(at: 0)
    self.previousGameType = try decoder.decode(at: 1)
    self.score = try decoder.decode(at: 2)
    self.dimension = try decoder.decode(at: 3)
    self.selectedItemSlot = try decoder.decode(at: 4)
    self.selectedItem = try decoder.decode(at: 5)
    self.spawnDimension = try decoder.decode(at: 6)
    self.spawnX = try decoder.decode(at: 7)
    self.spawnY = try decoder.decode(at: 8)
    self.spawnZ = try decoder.decode(at: 9)
    self.spawnForced = try decoder.decode(at: 10)
    self.sleepTimer = try decoder.decode(at: 11)
    self.foodExhaustionLevel = try decoder.decode(at: 12)
    self.foodSaturationLevel = try decoder.decode(at: 13)
    self.foodTickTimer = try decoder.decode(at: 14)
    self.xpLevel = try decoder.decode(at: 15)
    self.xpP = try decoder.decode(at: 16)
    self.xpTotal = try decoder.decode(at: 17)
    self.xpSeed = try decoder.decode(at: 18)
    self.inventory = try decoder.decode(at: 19)
    self.enderItems = try decoder.decode(at: 20)
    self.abilities = try decoder.decode(at: 21)
    self.enteredNetherPosition = try decoder.decode(at: 22)
    self.rootVehicle = try decoder.decode(at: 23)
    self.shoulderEntityLeft = try decoder.decode(at: 24)
    self.shoulderEntityRight = try decoder.decode(at: 25)
    self.seenCredits = try decoder.decode(at: 26)
    self.recipeBook = try decoder.decode(at: 27)
  }

  public static func describeColumns(_ columns: inout StructCoding.ColumnDescription<Self>) {
    columns.field(\.gameType, at: 0)
    columns.field(\.previousGameType, at: 1)
    columns.field(\.score, at: 2)
    columns.field(\.dimension, at: 3)
    columns.field(\.selectedItemSlot, at: 4)
    columns.field(\.selectedItem, at: 5)
    columns.field(\.spawnDimension, at: 6)
    columns.field(\.spawnX, at: 7)
    columns.field(\.spawnY, at: 8)
    columns.field(\.spawnZ, at: 9)
    columns.field(\.spawnForced, at: 10)
    columns.field(\.sleepTimer, at: 11)
    columns.field(\.foodExhaustionLevel, at: 12)
    columns.field(\.foodSaturationLevel, at: 13)
    columns.field(\.foodTickTimer, at: 14)
    columns.field(\.xpLevel, at: 15)
    columns.field(\.xpP, at: 16)
    columns.field(\.xpTotal, at: 17)
    columns.field(\.xpSeed, at: 18)
    columns.field(\.inventory, at: 19)
    columns.field(\.enderItems, at: 20)
    columns.field(\.abilities, at: 21)
    columns.field(\.enteredNetherPosition, at: 22)
    columns.field(\.rootVehicle, at: 23)
    columns.field(\.shoulderEntityLeft, at: 24)
    columns.field(\.shoulderEntityRight, at: 25)
    columns.field(\.seenCredits, at: 26)
    columns.field(\.recipeBook, at: 27)
    unsafe columns.coverMemory()
  }

  #if canImport(ObjectiveC)
    @objc(BenchmarkModels_Player_Coding)
  #endif
  public nonisolated final class Coding: Foundation.NSObject, Foundation.NSSecureCoding, Foundation.NSCopying,
    StructCoding.ArchiveDecodable
  {
    public let decoded: Player
    public init(_ value: Player) { self.decoded = value }
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
