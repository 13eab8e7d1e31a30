import Foundation
import StructCoding

@Archivable
public struct Item: Equatable, Codable, Sendable {
  public var count: Int8
  public var slot: UInt8
  public var id: String

  public init(count: Int8, slot: UInt8, id: String) {
    self.count = count
    self.slot = slot
    self.id = id
  }
}
