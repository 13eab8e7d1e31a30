import Foundation
import StructCoding

@Archivable
public struct TerrainUpdate: Equatable, Codable, Sendable {
  public var chunkID: ChunkID
  public var data: [UInt8]

  public init(chunkID: ChunkID, data: [UInt8]) {
    self.chunkID = chunkID
    self.data = data
  }
}
