public import BenchmarkModels
import Foundation

extension Updates: ProtobufConvertible {
  public var message: Mk48_Updates {
    var message = Mk48_Updates()
    message.updates = updates.map(\.message)
    return message
  }

  public init(_ message: Mk48_Updates) { self.init(updates: message.updates.map { Update($0) }) }
}

extension Update: ProtobufConvertible {
  public var message: Mk48_Update {
    var message = Mk48_Update()
    message.contacts = contacts.map(\.message)
    message.score = score
    message.worldRadius = worldRadius
    message.terrainUpdates = terrainUpdates.map(\.message)
    return message
  }

  public init(_ message: Mk48_Update) {
    self.init(
      contacts: message.contacts.map { Contact($0) }, score: message.score, worldRadius: message.worldRadius,
      terrainUpdates: message.terrainUpdates.map { TerrainUpdate($0) })
  }
}

extension Contact: ProtobufConvertible {
  public var message: Mk48_Contact {
    var message = Mk48_Contact()
    message.damage = UInt32(damage)
    message.entityID = entityID
    if let entityType { message.entityType = Mk48_EntityType(entityType) }
    message.guidance = guidance.message
    if let playerID { message.playerID = UInt32(playerID) }
    message.reloads = reloads
    message.transform = transform.message
    message.turretAngles = turretAngles.map { UInt32($0) }
    return message
  }

  public init(_ message: Mk48_Contact) {
    self.init(
      damage: UInt8(message.damage), entityID: message.entityID,
      entityType: message.hasEntityType ? EntityType(message.entityType) : nil,
      guidance: Guidance(message.guidance), playerID: message.hasPlayerID ? UInt16(message.playerID) : nil,
      reloads: message.reloads, transform: Transform(message.transform),
      turretAngles: message.turretAngles.map { UInt16($0) })
  }
}

extension Guidance: ProtobufConvertible {
  public var message: Mk48_Guidance {
    var message = Mk48_Guidance()
    message.angle = UInt32(angle)
    message.submerge = submerge
    message.velocity = Int32(velocity)
    return message
  }

  public init(_ message: Mk48_Guidance) {
    self.init(angle: UInt16(message.angle), submerge: message.submerge, velocity: Int16(message.velocity))
  }
}

extension Transform: ProtobufConvertible {
  public var message: Mk48_Transform {
    var message = Mk48_Transform()
    message.altitude = Int32(altitude)
    message.angle = UInt32(angle)
    message.position.x = position.x
    message.position.y = position.y
    message.velocity = Int32(velocity)
    return message
  }

  public init(_ message: Mk48_Transform) {
    self.init(
      altitude: Int8(message.altitude), angle: UInt16(message.angle),
      position: Vector2(x: message.position.x, y: message.position.y), velocity: Int16(message.velocity))
  }
}

extension TerrainUpdate: ProtobufConvertible {
  public var message: Mk48_TerrainUpdate {
    var message = Mk48_TerrainUpdate()
    message.chunkID.x = Int32(chunkID.x)
    message.chunkID.y = Int32(chunkID.y)
    message.data = Data(data)
    return message
  }

  public init(_ message: Mk48_TerrainUpdate) {
    self.init(
      chunkID: ChunkID(x: Int8(message.chunkID.x), y: Int8(message.chunkID.y)), data: [UInt8](message.data))
  }
}

extension Mk48_EntityType {
  fileprivate init(_ type: EntityType) {
    self =
      switch type {
      case .arleighBurke: .arleighBurke
      case .bismarck: .bismarck
      case .clemenceau: .clemenceau
      case .fletcher: .fletcher
      case .g5: .g5
      case .iowa: .iowa
      case .kolkata: .kolkata
      case .osa: .osa
      case .yasen: .yasen
      case .zubr: .zubr
      }
  }
}

extension EntityType {
  fileprivate init(_ message: Mk48_EntityType) {
    self =
      switch message {
      case .arleighBurke: .arleighBurke
      case .bismarck: .bismarck
      case .clemenceau: .clemenceau
      case .fletcher: .fletcher
      case .g5: .g5
      case .iowa: .iowa
      case .kolkata: .kolkata
      case .osa: .osa
      case .yasen: .yasen
      case .zubr: .zubr
      case .UNRECOGNIZED(let number): preconditionFailure("no type of entity has the number \(number)")
      }
  }
}
