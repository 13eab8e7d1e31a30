import Foundation
import StructCoding

@Archivable
public struct Address: Equatable, Codable, Sendable {
  public var x0: UInt8
  public var x1: UInt8
  public var x2: UInt8
  public var x3: UInt8

  public init(x0: UInt8, x1: UInt8, x2: UInt8, x3: UInt8) {
    self.x0 = x0
    self.x1 = x1
    self.x2 = x2
    self.x3 = x3
  }
}
