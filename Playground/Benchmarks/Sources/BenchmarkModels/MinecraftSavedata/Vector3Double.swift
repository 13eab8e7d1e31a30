import Foundation
import StructCoding

@Archivable
public struct Vector3Double: Equatable, Codable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}
