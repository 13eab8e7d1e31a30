public import ArchiveNodes
import Foundation
import StructCoding

@Archivable(className: "Session", version: 2)
public struct Session: Equatable, Sendable {
  public var startTime: Date
  public var duration: Double?
  public var events: [Event] = []
  public var device: String = "unknown"

  public init(startTime: Date, duration: Double? = nil, events: [Event] = [], device: String = "unknown") {
    self.startTime = startTime
    self.duration = duration
    self.events = events
    self.device = device
  }

  /// Sessions of version 1 had the time of their end.
  public static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    if let end = try fields.decode(Date?.self, "endTime") {
      let start = try fields.decode(Date.self, "startTime")
      try fields.encode(end.timeIntervalSince(start), as: "duration")
    }
    fields.remove("endTime")
  }
}
