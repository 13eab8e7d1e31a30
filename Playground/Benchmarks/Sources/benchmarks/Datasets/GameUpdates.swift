import BenchmarkModels

extension Dataset where Value == Updates {
  static func mk48(updates: Int) -> Dataset {
    var random = PublicRandom()
    return Dataset(
      name: "mk48", value: Updates(updates: random.array(updates..<updates + 1) { Update.any(&$0) }))
  }
}

extension Update {
  fileprivate static func any(_ random: inout PublicRandom) -> Update {
    let players = UInt16(random.number(200..<Int32(400)))
    let radius = (Float(players) * 15_000).squareRoot() + random.number(-50..<Float(50))
    let chunks = Int8((radius / 1600).rounded(.up))
    return Update(
      contacts: array(&random, 20..<40) { .any(&$0, players: players) }, score: score(&random),
      worldRadius: radius, terrainUpdates: array(&random, 3..<10) { .any(&$0, radius: chunks) })
  }

  /// Returns a score, usually a small one.
  private static func score(_ random: inout PublicRandom) -> UInt32 {
    let share: Float = random.fraction()
    let square = share * share
    return UInt32(square * square * 5000) + random.number(0..<50)
  }

  private static func array<Value>(
    _ random: inout PublicRandom, _ counts: Range<Int32>, _ value: (inout PublicRandom) -> Value
  ) -> [Value] {
    let count = random.number(counts)
    return (0..<count).map { _ in value(&random) }
  }
}

extension TerrainUpdate {
  /// Returns an update; one in fifty is a whole new chunk.
  fileprivate static func any(_ random: inout PublicRandom, radius: Int8) -> TerrainUpdate {
    let counts = random.chance(0.02) ? 900..<1100 : 3..<9
    return TerrainUpdate(
      chunkID: ChunkID(x: random.number(-radius..<radius), y: random.number(-radius..<radius)),
      data: random.array(counts) { $0.any() })
  }
}

extension Contact {
  fileprivate static func any(_ random: inout PublicRandom, players: UInt16) -> Contact {
    let ship = Ship.any(&random)
    let isVisible = random.chance(0.7)
    return Contact(
      damage: isVisible && random.chance(0.6) ? 0 : random.number(0..<200),
      entityID: random.number(0..<UInt32(players) * 20), entityType: isVisible ? ship.type : nil,
      guidance: Guidance(
        angle: random.any(), submerge: ship.isSubmerged(&random), velocity: velocity(&random)),
      playerID: isVisible ? random.number(0..<players) : nil,
      reloads: isVisible ? reloads(&random, count: ship.weapons) : [],
      transform: Transform(
        altitude: ship.isSubmerged(&random) ? random.number(-120..<(-35)) : 0, angle: random.any(),
        position: Vector2(
          x: random.number(-750..<Float(750)), y: random.number(-750..<Float(750))),
        velocity: velocity(&random)),
      turretAngles: isVisible ? turretAngles(&random, count: ship.turrets) : [])
  }

  /// Returns a velocity, usually ahead, sometimes zero or slowly astern.
  private static func velocity(_ random: inout PublicRandom) -> Int16 {
    switch random.number(0..<Int32(100)) {
    case ..<80: random.number(140..<900)
    case ..<90: 0
    default: random.number(-225..<(-35))
    }
  }

  private static func reloads(_ random: inout PublicRandom, count: Int) -> [Bool] {
    let share = random.number(0..<Double(1))
    return (0..<count).map { _ in random.chance(share) }
  }

  /// Returns the angles of turrets; most turrets of a ship point in about the same direction.
  private static func turretAngles(_ random: inout PublicRandom, count: Int) -> [UInt16] {
    let base: UInt16 = random.any()
    return (0..<count).map { _ in
      random.chance(0.75)
        ? base &+ UInt16(truncatingIfNeeded: random.number(-200..<Int16(200))) : random.any()
    }
  }
}

/// The properties of a type of ship.
private struct Ship {
  let type: EntityType
  /// The relative frequency of the type.
  let weight: Float
  let turrets: Int
  let weapons: Int

  static let all = [
    Ship(type: .arleighBurke, weight: 2.14, turrets: 1, weapons: 20),
    Ship(type: .bismarck, weight: 0.52, turrets: 4, weapons: 10),
    Ship(type: .clemenceau, weight: 0.97, turrets: 4, weapons: 16),
    Ship(type: .fletcher, weight: 1.46, turrets: 4, weapons: 18),
    Ship(type: .g5, weight: 13.16, turrets: 0, weapons: 2),
    Ship(type: .iowa, weight: 1.55, turrets: 3, weapons: 28),
    Ship(type: .kolkata, weight: 0.83, turrets: 1, weapons: 15),
    Ship(type: .osa, weight: 7.25, turrets: 2, weapons: 6),
    Ship(type: .yasen, weight: 4.06, turrets: 0, weapons: 14),
    Ship(type: .zubr, weight: 12.92, turrets: 3, weapons: 11),
  ]
  private static let totalWeight = all.reduce(Float(0)) { $0 + $1.weight }

  static func any(_ random: inout PublicRandom) -> Ship {
    let chosen = random.number(0..<totalWeight)
    var sum: Float = 0
    for ship in all {
      sum += ship.weight
      if chosen < sum { return ship }
    }
    return all[all.count - 1]
  }

  /// Returns whether the ship is submerged; submarines are, nine times in ten.
  func isSubmerged(_ random: inout PublicRandom) -> Bool { type == .yasen && random.chance(0.9) }
}
