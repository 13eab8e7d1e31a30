import Foundation
import StructCoding

@Archivable
public struct Player: Equatable, Codable, Sendable {
  public var gameType: GameType
  public var previousGameType: GameType
  public var score: Int64
  public var dimension: String
  public var selectedItemSlot: UInt32
  public var selectedItem: Item
  public var spawnDimension: String?
  public var spawnX: Int64
  public var spawnY: Int64
  public var spawnZ: Int64
  public var spawnForced: Bool?
  public var sleepTimer: UInt16
  public var foodExhaustionLevel: Float
  public var foodSaturationLevel: Float
  public var foodTickTimer: UInt32
  public var xpLevel: UInt32
  public var xpP: Float
  public var xpTotal: Int32
  public var xpSeed: Int32
  public var inventory: [Item]
  public var enderItems: [Item]
  public var abilities: Abilities
  public var enteredNetherPosition: Vector3Double?
  public var rootVehicle: Vehicle?
  public var shoulderEntityLeft: Entity?
  public var shoulderEntityRight: Entity?
  public var seenCredits: Bool
  public var recipeBook: RecipeBook

  public init(
    gameType: GameType, previousGameType: GameType, score: Int64, dimension: String,
    selectedItemSlot: UInt32, selectedItem: Item, spawnDimension: String? = nil, spawnX: Int64,
    spawnY: Int64, spawnZ: Int64, spawnForced: Bool? = nil, sleepTimer: UInt16,
    foodExhaustionLevel: Float, foodSaturationLevel: Float, foodTickTimer: UInt32, xpLevel: UInt32,
    xpP: Float, xpTotal: Int32, xpSeed: Int32, inventory: [Item], enderItems: [Item],
    abilities: Abilities, enteredNetherPosition: Vector3Double? = nil, rootVehicle: Vehicle? = nil,
    shoulderEntityLeft: Entity? = nil, shoulderEntityRight: Entity? = nil, seenCredits: Bool,
    recipeBook: RecipeBook
  ) {
    self.gameType = gameType
    self.previousGameType = previousGameType
    self.score = score
    self.dimension = dimension
    self.selectedItemSlot = selectedItemSlot
    self.selectedItem = selectedItem
    self.spawnDimension = spawnDimension
    self.spawnX = spawnX
    self.spawnY = spawnY
    self.spawnZ = spawnZ
    self.spawnForced = spawnForced
    self.sleepTimer = sleepTimer
    self.foodExhaustionLevel = foodExhaustionLevel
    self.foodSaturationLevel = foodSaturationLevel
    self.foodTickTimer = foodTickTimer
    self.xpLevel = xpLevel
    self.xpP = xpP
    self.xpTotal = xpTotal
    self.xpSeed = xpSeed
    self.inventory = inventory
    self.enderItems = enderItems
    self.abilities = abilities
    self.enteredNetherPosition = enteredNetherPosition
    self.rootVehicle = rootVehicle
    self.shoulderEntityLeft = shoulderEntityLeft
    self.shoulderEntityRight = shoulderEntityRight
    self.seenCredits = seenCredits
    self.recipeBook = recipeBook
  }
}
