import Foundation
import StructCoding

/// A line of a web server log.
@Archivable
public struct Log: Equatable, Codable, Sendable {
  public var address: Address
  public var identity: String
  public var userid: String
  public var date: String
  public var request: String
  public var code: UInt16
  public var size: UInt64

  public init(
    address: Address, identity: String, userid: String, date: String, request: String, code: UInt16,
    size: UInt64
  ) {
    self.address = address
    self.identity = identity
    self.userid = userid
    self.date = date
    self.request = request
    self.code = code
    self.size = size
  }
}
