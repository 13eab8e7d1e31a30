import Foundation
import StructCoding

@Archivable
public enum EntityType: Codable, CaseIterable, Sendable {
  case arleighBurke, bismarck, clemenceau, fletcher, g5, iowa, kolkata, osa, yasen, zubr
}
