import Foundation
import StructCoding

@Archivable(className: "Event")
public struct Event: Equatable, Sendable {
  public var timeStamp: Date
  @Stored(formerly: "eventTag") public var name: String

  public init(timeStamp: Date, name: String) {
    self.timeStamp = timeStamp
    self.name = name
  }
}
