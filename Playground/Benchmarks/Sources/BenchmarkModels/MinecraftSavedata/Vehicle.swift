import Foundation
import StructCoding

@Archivable
public struct Vehicle: Equatable, Codable, Sendable {
  public var uuid: UUIDWords
  public var entity: Entity

  public init(uuid: UUIDWords, entity: Entity) {
    self.uuid = uuid
    self.entity = entity
  }
}
