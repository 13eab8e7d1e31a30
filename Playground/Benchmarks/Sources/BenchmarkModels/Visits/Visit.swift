import Foundation
import StructCoding

/// A record of plain strings and a number, which an `NSDictionary` can also represent.
@Archivable
public struct Visit: Equatable, Codable, Sendable {
  public var date: String
  public var page: String
  public var visitor: String
  public var seconds: Int

  public init(date: String, page: String, visitor: String, seconds: Int) {
    self.date = date
    self.page = page
    self.visitor = visitor
    self.seconds = seconds
  }
}
