import Foundation
import StructCoding

/// The types of the examples of bytes on the pages that describe the formats, in a module `App`.
@Archivable(className: "App_Event_Coding")
public struct AppEvent: Equatable {
  public var timeStamp: Date
  public var eventTag: String

  public init(timeStamp: Date, eventTag: String) {
    self.timeStamp = timeStamp
    self.eventTag = eventTag
  }
}

@Archivable(className: "App_Session_Coding")
public struct AppSession: Equatable {
  public var startTime: Date
  public var endTime: Date?
  public var events: [AppEvent]

  public init(startTime: Date, endTime: Date?, events: [AppEvent]) {
    self.startTime = startTime
    self.endTime = endTime
    self.events = events
  }
}
