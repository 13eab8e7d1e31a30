import Foundation
import StructCoding

@Archivable(className: "Event")
public struct Event: Equatable, Sendable {
  public var timeStamp: Date
  public var eventTag: String

  public init(timeStamp: Date, eventTag: String) {
    self.timeStamp = timeStamp
    self.eventTag = eventTag
  }
}
