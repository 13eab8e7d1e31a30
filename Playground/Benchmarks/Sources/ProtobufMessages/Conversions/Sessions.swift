public import BenchmarkModels
import Foundation

extension Event: ProtobufConvertible {
  public var message: Sessions_Event {
    var message = Sessions_Event()
    message.timeStamp = timeStamp.timeIntervalSinceReferenceDate
    message.eventTag = eventTag
    return message
  }

  public init(_ message: Sessions_Event) {
    self.init(
      timeStamp: Date(timeIntervalSinceReferenceDate: message.timeStamp), eventTag: message.eventTag)
  }
}

extension Session: ProtobufConvertible {
  public var message: Sessions_Session {
    var message = Sessions_Session()
    message.startTime = startTime.timeIntervalSinceReferenceDate
    if let endTime { message.endTime = endTime.timeIntervalSinceReferenceDate }
    message.events = events.map(\.message)
    return message
  }

  public init(_ message: Sessions_Session) {
    self.init(
      startTime: Date(timeIntervalSinceReferenceDate: message.startTime),
      endTime: message.hasEndTime ? Date(timeIntervalSinceReferenceDate: message.endTime) : nil,
      events: message.events.map { Event($0) })
  }
}

extension [Session]: ProtobufConvertible {
  public var message: Sessions_Sessions {
    var message = Sessions_Sessions()
    message.sessions = map(\.message)
    return message
  }

  public init(_ message: Sessions_Sessions) { self = message.sessions.map { Session($0) } }
}
