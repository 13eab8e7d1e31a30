import Foundation
import StructCoding

/// Used by this data set and by mk48.
@Archivable
public struct Vector2: Equatable, Codable, Sendable {
  public var x: Float
  public var y: Float

  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}
