import Foundation
import StructCoding

@Archivable
public struct ChunkID: Equatable, Codable, Sendable {
  public var x: Int8
  public var y: Int8

  public init(x: Int8, y: Int8) {
    self.x = x
    self.y = y
  }
}
