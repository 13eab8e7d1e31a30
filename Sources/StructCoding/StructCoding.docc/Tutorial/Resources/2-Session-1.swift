import Foundation
import StructCoding

@Archivable(className: "Session")
public struct Session: Equatable, Sendable {
  public var startTime: Date
  public var endTime: Date?
  public var events: [Event] = []

  public init(startTime: Date, endTime: Date? = nil, events: [Event] = []) {
    self.startTime = startTime
    self.endTime = endTime
    self.events = events
  }
}
