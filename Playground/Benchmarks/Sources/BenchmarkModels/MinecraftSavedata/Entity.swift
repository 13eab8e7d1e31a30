import Foundation
import StructCoding

@Archivable
public struct Entity: Equatable, Codable, Sendable {
  public var id: String
  public var pos: Vector3Double
  public var motion: Vector3Double
  public var rotation: Vector2
  public var fallDistance: Float
  public var fire: UInt16
  public var air: UInt16
  public var onGround: Bool
  public var noGravity: Bool
  public var invulnerable: Bool
  public var portalCooldown: Int32
  public var uuid: UUIDWords
  public var customName: String?
  public var customNameVisible: Bool
  public var silent: Bool
  public var glowing: Bool

  public init(
    id: String, pos: Vector3Double, motion: Vector3Double, rotation: Vector2, fallDistance: Float,
    fire: UInt16, air: UInt16, onGround: Bool, noGravity: Bool, invulnerable: Bool,
    portalCooldown: Int32, uuid: UUIDWords, customName: String? = nil, customNameVisible: Bool,
    silent: Bool, glowing: Bool
  ) {
    self.id = id
    self.pos = pos
    self.motion = motion
    self.rotation = rotation
    self.fallDistance = fallDistance
    self.fire = fire
    self.air = air
    self.onGround = onGround
    self.noGravity = noGravity
    self.invulnerable = invulnerable
    self.portalCooldown = portalCooldown
    self.uuid = uuid
    self.customName = customName
    self.customNameVisible = customNameVisible
    self.silent = silent
    self.glowing = glowing
  }
}
