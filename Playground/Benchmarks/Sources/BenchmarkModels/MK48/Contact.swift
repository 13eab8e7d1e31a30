import Foundation
import StructCoding

@Archivable
public struct Contact: Equatable, Codable, Sendable {
  public var damage: UInt8
  public var entityID: UInt32
  public var entityType: EntityType?
  public var guidance: Guidance
  public var playerID: UInt16?
  public var reloads: [Bool]
  public var transform: Transform
  public var turretAngles: [UInt16]

  public init(
    damage: UInt8, entityID: UInt32, entityType: EntityType? = nil, guidance: Guidance,
    playerID: UInt16? = nil, reloads: [Bool], transform: Transform, turretAngles: [UInt16]
  ) {
    self.damage = damage
    self.entityID = entityID
    self.entityType = entityType
    self.guidance = guidance
    self.playerID = playerID
    self.reloads = reloads
    self.transform = transform
    self.turretAngles = turretAngles
  }
}
