public import Foundation
public import StructCoding

public struct Event: Equatable, Codable, Sendable {
  public var timeStamp: Date
  public var eventTag: String

  public init(timeStamp: Date, eventTag: String) {
    self.timeStamp = timeStamp
    self.eventTag = eventTag
  }
}
