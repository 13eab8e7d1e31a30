import Foundation
import StructCoding

@Archivable
public struct UUIDWords: Equatable, Codable, Sendable {
  public var x0: UInt32
  public var x1: UInt32
  public var x2: UInt32
  public var x3: UInt32

  public init(x0: UInt32, x1: UInt32, x2: UInt32, x3: UInt32) {
    self.x0 = x0
    self.x1 = x1
    self.x2 = x2
    self.x3 = x3
  }
}
