import Foundation
import StructCoding

@Archivable
public struct Mesh: Equatable, Codable, Sendable {
  public var triangles: [Triangle]

  public init(triangles: [Triangle]) {
    self.triangles = triangles
  }
}
