import Foundation
import StructCoding

@Archivable
public struct Event: Equatable {
  public var timeStamp: Date
  public var eventTag: String
}

@Archivable
public struct Session: Equatable {
  public var startTime: Date
  public var endTime: Date?
  public var events: [Event] = []
}

let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
let sessions = [
  Session(startTime: start, endTime: start + 90, events: [Event(timeStamp: start + 2, eventTag: "open")]),
  Session(startTime: start + 600),
]

// Values to the bytes of Apple's keyed archive, and back.
let data = try KeyedArchive.encode(sessions)
let back = try KeyedArchive.decode([Session].self, from: data)
print(back == sessions, back[0].events[0].eventTag)

// The same through objects: `encoded` is a [Session.Coding], which any NSCoder takes.
let same = try KeyedArchive.archivedData(withRootObject: sessions.encoded, requiringSecureCoding: true)
print(same == data)

// Asking for the wrong type is an error, never a crash.
do {
  _ = try KeyedArchive.decode([Event].self, from: data)
} catch {
  print(error)
}
