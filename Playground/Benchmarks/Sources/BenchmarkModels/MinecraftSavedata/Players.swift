import Foundation
import StructCoding

@Archivable
public struct Players: Equatable, Codable, Sendable {
  public var players: [Player]

  public init(players: [Player]) {
    self.players = players
  }
}
