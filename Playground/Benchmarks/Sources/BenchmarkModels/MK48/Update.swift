import Foundation
import StructCoding

/// An update that the server of the game mk48.io sends to a player.
@Archivable
public struct Update: Equatable, Codable, Sendable {
  public var contacts: [Contact]
  public var score: UInt32
  public var worldRadius: Float
  public var terrainUpdates: [TerrainUpdate]

  public init(contacts: [Contact], score: UInt32, worldRadius: Float, terrainUpdates: [TerrainUpdate]) {
    self.contacts = contacts
    self.score = score
    self.worldRadius = worldRadius
    self.terrainUpdates = terrainUpdates
  }
}
