import Foundation
import StructCoding

@Archivable(className: "Session")
public struct Session: Equatable, Sendable {
  public var startTime: Date
  public var endTime: Date?
  public var events: [Event] = []
  public var device: String = "unknown"

  public init(startTime: Date, endTime: Date? = nil, events: [Event] = [], device: String = "unknown") {
    self.startTime = startTime
    self.endTime = endTime
    self.events = events
    self.device = device
  }
}
