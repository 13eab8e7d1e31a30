import BenchmarkModels

extension Dataset where Value == Players {
  static func minecraftSavedata(players: Int) -> Dataset {
    var random = PublicRandom()
    return Dataset(
      name: "minecraft_savedata",
      value: Players(players: random.array(players..<players + 1) { Player.any(&$0) }))
  }
}

extension Player {
  private static let dimensions = ["overworld", "nether", "end"]

  fileprivate static func any(_ random: inout PublicRandom) -> Player {
    Player(
      gameType: .any(&random), previousGameType: .any(&random),
      score: random.any(), dimension: random.element(dimensions), selectedItemSlot: random.any(),
      selectedItem: .any(&random), spawnDimension: random.perhaps { $0.element(dimensions) },
      spawnX: random.any(), spawnY: random.any(), spawnZ: random.any(),
      spawnForced: random.perhaps { $0.chance() }, sleepTimer: random.any(),
      foodExhaustionLevel: random.fraction(), foodSaturationLevel: random.fraction(),
      foodTickTimer: random.any(), xpLevel: random.any(), xpP: random.fraction(), xpTotal: random.any(),
      xpSeed: random.any(), inventory: random.array(0..<40) { .any(&$0) },
      enderItems: random.array(0..<27) { .any(&$0) }, abilities: .any(&random),
      enteredNetherPosition: random.perhaps { .any(&$0) },
      rootVehicle: random.perhaps { Vehicle(uuid: .any(&$0), entity: .any(&$0)) },
      shoulderEntityLeft: random.perhaps { .any(&$0) }, shoulderEntityRight: random.perhaps { .any(&$0) },
      seenCredits: random.chance(), recipeBook: .any(&random))
  }
}

extension GameType {
  fileprivate static func any(_ random: inout PublicRandom) -> GameType {
    allCases[Int(random.number(0..<Int32(4)))]
  }
}

extension Item {
  private static let ids = ["dirt", "stone", "pickaxe", "sand", "gravel", "shovel", "chestplate", "steak"]

  fileprivate static func any(_ random: inout PublicRandom) -> Item {
    Item(count: random.any(), slot: random.any(), id: random.element(ids))
  }
}

extension Abilities {
  fileprivate static func any(_ random: inout PublicRandom) -> Abilities {
    Abilities(
      walkSpeed: random.fraction(), flySpeed: random.fraction(), mayFly: random.chance(),
      flying: random.chance(), invulnerable: random.chance(), mayBuild: random.chance(),
      instabuild: random.chance())
  }
}

extension Entity {
  private static let ids = ["cow", "sheep", "zombie", "skeleton", "spider", "creeper", "parrot", "bee"]
  private static let names = [
    "rainbow", "princess", "steve", "johnny", "missy", "coward", "fairy", "howard",
  ]

  fileprivate static func any(_ random: inout PublicRandom) -> Entity {
    Entity(
      id: random.element(ids), pos: .any(&random), motion: .any(&random),
      rotation: Vector2(x: random.fraction(), y: random.fraction()), fallDistance: random.fraction(),
      fire: random.any(), air: random.any(), onGround: random.chance(), noGravity: random.chance(),
      invulnerable: random.chance(), portalCooldown: random.any(), uuid: .any(&random),
      customName: random.perhaps { $0.element(names) }, customNameVisible: random.chance(),
      silent: random.chance(), glowing: random.chance())
  }
}

extension RecipeBook {
  private static let recipes = [
    "pickaxe", "torch", "bow", "crafting table", "furnace", "shears", "arrow", "tnt",
  ]

  fileprivate static func any(_ random: inout PublicRandom) -> RecipeBook {
    RecipeBook(
      recipes: random.array(0..<30) { $0.element(recipes) },
      toBeDisplayed: random.array(0..<10) { $0.element(recipes) },
      isFilteringCraftable: random.chance(), isGuiOpen: random.chance(),
      isFurnaceFilteringCraftable: random.chance(), isFurnaceGuiOpen: random.chance(),
      isBlastingFurnaceFilteringCraftable: random.chance(), isBlastingFurnaceGuiOpen: random.chance(),
      isSmokerFilteringCraftable: random.chance(), isSmokerGuiOpen: random.chance())
  }
}

extension Vector3Double {
  fileprivate static func any(_ random: inout PublicRandom) -> Vector3Double {
    Vector3Double(x: random.fraction(), y: random.fraction(), z: random.fraction())
  }
}

extension UUIDWords {
  fileprivate static func any(_ random: inout PublicRandom) -> UUIDWords {
    UUIDWords(x0: random.any(), x1: random.any(), x2: random.any(), x3: random.any())
  }
}
