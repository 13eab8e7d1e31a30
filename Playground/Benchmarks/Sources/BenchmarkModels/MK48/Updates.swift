import Foundation
import StructCoding

@Archivable
public struct Updates: Equatable, Codable, Sendable {
  public var updates: [Update]

  public init(updates: [Update]) {
    self.updates = updates
  }
}
