import StructCoding

let events = [
  Event(timeStamp: Date(timeIntervalSinceReferenceDate: 800_000_000), eventTag: "open"),
  Event(timeStamp: Date(timeIntervalSinceReferenceDate: 800_000_060), eventTag: "close"),
]
let data = try KeyedArchive.encode(events)
guard try KeyedArchive.decode([Event].self, from: data) == events else { fatalError("other values") }

let objects = try KeyedArchive.archivedData(withRootObject: events.encoded, requiringSecureCoding: true)
guard objects == data else { fatalError("other bytes") }
let back = try KeyedArchive.unarchivedArrayOfObjects(ofClass: Event.Coding.self, from: objects)
guard back?.decoded == events else { fatalError("other objects") }

let archiver = KeyedArchiver(requiringSecureCoding: true)
archiver.encode(events[0].encoded, forKey: "first")
let unarchiver = try KeyedUnarchiver(forReadingFrom: try archiver.finishEncoding())
let first = unarchiver.decodeObject(of: Event.Coding.self, forKey: "first")
try unarchiver.finishDecoding()
guard first?.decoded == events[0] else { fatalError("another event") }
