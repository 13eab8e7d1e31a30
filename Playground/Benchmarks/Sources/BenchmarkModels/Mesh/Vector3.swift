import Foundation
import StructCoding

@Archivable
public struct Vector3: Equatable, Codable, Sendable {
  public var x: Float
  public var y: Float
  public var z: Float

  public init(x: Float, y: Float, z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }
}
