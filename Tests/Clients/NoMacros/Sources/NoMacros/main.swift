import ColumnArchives
import Foundation
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

// Column archives take values with and without a description of their columns, and read both alike.
let trees = try ColumnArchive.encode(events)
guard try ColumnArchive.decode([Event].self, from: trees) == events else {
  fatalError("other values in trees")
}

let readings = [Reading(sensor: "north", value: 4), Reading(sensor: "south", value: -7)]
let columns = try ColumnArchive.encode(readings)
guard try ColumnArchive.decode([Reading].self, from: columns) == readings,
  try KeyedArchive.decode([Reading].self, from: KeyedArchive.encode(readings)) == readings
else { fatalError("other readings") }
let archive = try ColumnArchive(columns)
guard try archive.values(at: Reading.path.sensor) == ["north", "south"],
  try archive.values(of: Int.self, at: "reading") == [4, -7]
else { fatalError("other columns") }

// The same columns, made without filling memory.
guard try ColumnArchive.decode([CheckedReading].self, from: columns).map(\.value) == [4, -7] else {
  fatalError("other values by init(fields:)")
}
do {
  _ = try ColumnArchive.decode(
    [CheckedReading].self, from: ColumnArchive.encode([Reading(sensor: "", value: 0)]))
  fatalError("init(fields:) was not asked")
} catch let error as ArchiveError {
  guard error.code == .custom, error.underlyingError is CheckedReading.Nameless else { throw error }
}

try checkStations()
try checkCircuit()
