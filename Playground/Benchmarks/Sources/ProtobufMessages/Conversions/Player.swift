public import BenchmarkModels

extension Players: ProtobufConvertible {
  public var message: MinecraftSavedata_Players {
    var message = MinecraftSavedata_Players()
    message.players = players.map(\.message)
    return message
  }

  public init(_ message: MinecraftSavedata_Players) {
    self.init(players: message.players.map { Player($0) })
  }
}

extension Player: ProtobufConvertible {
  public var message: MinecraftSavedata_Player {
    var message = MinecraftSavedata_Player()
    message.gameType = MinecraftSavedata_GameType(gameType)
    message.previousGameType = MinecraftSavedata_GameType(previousGameType)
    message.score = score
    message.dimension = dimension
    message.selectedItemSlot = selectedItemSlot
    message.selectedItem = selectedItem.message
    if let spawnDimension { message.spawnDimension = spawnDimension }
    message.spawnX = spawnX
    message.spawnY = spawnY
    message.spawnZ = spawnZ
    if let spawnForced { message.spawnForced = spawnForced }
    message.sleepTimer = UInt32(sleepTimer)
    message.foodExhaustionLevel = foodExhaustionLevel
    message.foodSaturationLevel = foodSaturationLevel
    message.foodTickTimer = foodTickTimer
    message.xpLevel = xpLevel
    message.xpP = xpP
    message.xpTotal = xpTotal
    message.xpSeed = xpSeed
    message.inventory = inventory.map(\.message)
    message.enderItems = enderItems.map(\.message)
    message.abilities = abilities.message
    if let enteredNetherPosition { message.enteredNetherPosition = enteredNetherPosition.message }
    if let rootVehicle { message.rootVehicle = rootVehicle.message }
    if let shoulderEntityLeft { message.shoulderEntityLeft = shoulderEntityLeft.message }
    if let shoulderEntityRight { message.shoulderEntityRight = shoulderEntityRight.message }
    message.seenCredits = seenCredits
    message.recipeBook = recipeBook.message
    return message
  }

  public init(_ message: MinecraftSavedata_Player) {
    self.init(
      gameType: GameType(message.gameType), previousGameType: GameType(message.previousGameType),
      score: message.score, dimension: message.dimension, selectedItemSlot: message.selectedItemSlot,
      selectedItem: Item(message.selectedItem),
      spawnDimension: message.hasSpawnDimension ? message.spawnDimension : nil,
      spawnX: message.spawnX, spawnY: message.spawnY, spawnZ: message.spawnZ,
      spawnForced: message.hasSpawnForced ? message.spawnForced : nil,
      sleepTimer: UInt16(message.sleepTimer), foodExhaustionLevel: message.foodExhaustionLevel,
      foodSaturationLevel: message.foodSaturationLevel, foodTickTimer: message.foodTickTimer,
      xpLevel: message.xpLevel, xpP: message.xpP, xpTotal: message.xpTotal, xpSeed: message.xpSeed,
      inventory: message.inventory.map { Item($0) }, enderItems: message.enderItems.map { Item($0) },
      abilities: Abilities(message.abilities),
      enteredNetherPosition: message.hasEnteredNetherPosition
        ? Vector3Double(message.enteredNetherPosition) : nil,
      rootVehicle: message.hasRootVehicle ? Vehicle(message.rootVehicle) : nil,
      shoulderEntityLeft: message.hasShoulderEntityLeft ? Entity(message.shoulderEntityLeft) : nil,
      shoulderEntityRight: message.hasShoulderEntityRight ? Entity(message.shoulderEntityRight) : nil,
      seenCredits: message.seenCredits, recipeBook: RecipeBook(message.recipeBook))
  }
}

extension Item: ProtobufConvertible {
  public var message: MinecraftSavedata_Item {
    var message = MinecraftSavedata_Item()
    message.count = Int32(count)
    message.slot = UInt32(slot)
    message.id = id
    return message
  }

  public init(_ message: MinecraftSavedata_Item) {
    self.init(count: Int8(message.count), slot: UInt8(message.slot), id: message.id)
  }
}

extension Abilities: ProtobufConvertible {
  public var message: MinecraftSavedata_Abilities {
    var message = MinecraftSavedata_Abilities()
    message.walkSpeed = walkSpeed
    message.flySpeed = flySpeed
    message.mayFly = mayFly
    message.flying = flying
    message.invulnerable = invulnerable
    message.mayBuild = mayBuild
    message.instabuild = instabuild
    return message
  }

  public init(_ message: MinecraftSavedata_Abilities) {
    self.init(
      walkSpeed: message.walkSpeed, flySpeed: message.flySpeed, mayFly: message.mayFly,
      flying: message.flying, invulnerable: message.invulnerable, mayBuild: message.mayBuild,
      instabuild: message.instabuild)
  }
}

extension RecipeBook: ProtobufConvertible {
  public var message: MinecraftSavedata_RecipeBook {
    var message = MinecraftSavedata_RecipeBook()
    message.recipes = recipes
    message.toBeDisplayed = toBeDisplayed
    message.isFilteringCraftable = isFilteringCraftable
    message.isGuiOpen = isGuiOpen
    message.isFurnaceFilteringCraftable = isFurnaceFilteringCraftable
    message.isFurnaceGuiOpen = isFurnaceGuiOpen
    message.isBlastingFurnaceFilteringCraftable = isBlastingFurnaceFilteringCraftable
    message.isBlastingFurnaceGuiOpen = isBlastingFurnaceGuiOpen
    message.isSmokerFilteringCraftable = isSmokerFilteringCraftable
    message.isSmokerGuiOpen = isSmokerGuiOpen
    return message
  }

  public init(_ message: MinecraftSavedata_RecipeBook) {
    self.init(
      recipes: message.recipes, toBeDisplayed: message.toBeDisplayed,
      isFilteringCraftable: message.isFilteringCraftable, isGuiOpen: message.isGuiOpen,
      isFurnaceFilteringCraftable: message.isFurnaceFilteringCraftable,
      isFurnaceGuiOpen: message.isFurnaceGuiOpen,
      isBlastingFurnaceFilteringCraftable: message.isBlastingFurnaceFilteringCraftable,
      isBlastingFurnaceGuiOpen: message.isBlastingFurnaceGuiOpen,
      isSmokerFilteringCraftable: message.isSmokerFilteringCraftable,
      isSmokerGuiOpen: message.isSmokerGuiOpen)
  }
}

extension MinecraftSavedata_GameType {
  fileprivate init(_ type: GameType) {
    self =
      switch type {
      case .survival: .survival
      case .creative: .creative
      case .adventure: .adventure
      case .spectator: .spectator
      }
  }
}

extension GameType {
  fileprivate init(_ message: MinecraftSavedata_GameType) {
    self =
      switch message {
      case .survival: .survival
      case .creative: .creative
      case .adventure: .adventure
      case .spectator: .spectator
      case .UNRECOGNIZED(let number): preconditionFailure("no type of game has the number \(number)")
      }
  }
}
