import Foundation
import StructCoding

@Archivable
public struct Triangle: Equatable, Codable, Sendable {
  public var v0: Vector3
  public var v1: Vector3
  public var v2: Vector3
  public var normal: Vector3

  public init(v0: Vector3, v1: Vector3, v2: Vector3, normal: Vector3) {
    self.v0 = v0
    self.v1 = v1
    self.v2 = v2
    self.normal = normal
  }
}
