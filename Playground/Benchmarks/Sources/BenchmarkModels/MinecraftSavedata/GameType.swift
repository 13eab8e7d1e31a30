import Foundation
import StructCoding

@Archivable
public enum GameType: Codable, CaseIterable, Sendable {
  case survival, creative, adventure, spectator
}
