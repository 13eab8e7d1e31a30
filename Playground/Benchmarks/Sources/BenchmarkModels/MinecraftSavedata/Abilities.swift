import Foundation
import StructCoding

@Archivable
public struct Abilities: Equatable, Codable, Sendable {
  public var walkSpeed: Float
  public var flySpeed: Float
  public var mayFly: Bool
  public var flying: Bool
  public var invulnerable: Bool
  public var mayBuild: Bool
  public var instabuild: Bool

  public init(
    walkSpeed: Float, flySpeed: Float, mayFly: Bool, flying: Bool, invulnerable: Bool,
    mayBuild: Bool, instabuild: Bool
  ) {
    self.walkSpeed = walkSpeed
    self.flySpeed = flySpeed
    self.mayFly = mayFly
    self.flying = flying
    self.invulnerable = invulnerable
    self.mayBuild = mayBuild
    self.instabuild = instabuild
  }
}
