import Foundation
import StructCoding

@Archivable
public struct Guidance: Equatable, Codable, Sendable {
  public var angle: UInt16
  public var submerge: Bool
  public var velocity: Int16

  public init(angle: UInt16, submerge: Bool, velocity: Int16) {
    self.angle = angle
    self.submerge = submerge
    self.velocity = velocity
  }
}
