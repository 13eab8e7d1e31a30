import Foundation
import StructCoding

@Archivable
public struct Transform: Equatable, Codable, Sendable {
  public var altitude: Int8
  public var angle: UInt16
  public var position: Vector2
  public var velocity: Int16

  public init(altitude: Int8, angle: UInt16, position: Vector2, velocity: Int16) {
    self.altitude = altitude
    self.angle = angle
    self.position = position
    self.velocity = velocity
  }
}
