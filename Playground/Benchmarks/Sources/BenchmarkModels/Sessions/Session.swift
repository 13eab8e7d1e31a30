public import Foundation
public import StructCoding

public struct Session: Equatable, Codable, Sendable {
  public var startTime: Date
  public var endTime: Date?
  public var events: [Event] = []

  public init(startTime: Date, endTime: Date? = nil, events: [Event] = []) {
    self.startTime = startTime
    self.endTime = endTime
    self.events = events
  }
}
