import Foundation
import StructCoding

/// Of this data set and of mk48.
@Archivable
public struct Vector2: Equatable, Codable, Sendable {
  public var x: Float
  public var y: Float

  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}
