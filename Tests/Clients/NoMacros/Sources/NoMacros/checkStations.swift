import ColumnArchives
import Foundation
import LiveValues
import StructCoding

/// Ends the program when a station is not what it should be, on any road.
func checkStations() throws {
  let berlin = Station(
    name: "Berlin", channel: 12, backup: 13, heading: 90, position: Position(latitude: 52.5, longitude: 13.4))
  var quito = Station(
    name: "Quito", channel: 3, heading: 45, position: Position(latitude: -0.25, longitude: -78.5))
  quito.settings.notes = ["high", "thin air"]
  let stations = [berlin, quito]

  // Values and objects, in both formats.
  let keyed = try KeyedArchive.encode(stations)
  let columns = try ColumnArchive.encode(stations)
  let objects = try KeyedArchive.archivedData(withRootObject: stations.encoded, requiringSecureCoding: true)
  guard try KeyedArchive.decode([Station].self, from: keyed) == stations,
    try ColumnArchive.decode([Station].self, from: columns) == stations,
    try ColumnArchive.decode(Station.self, from: ColumnArchive.encode(quito)) == quito,
    try KeyedArchive.unarchivedArrayOfObjects(ofClass: Station.Coding.self, from: objects)?.decoded
      == stations
  else { fatalError("other stations") }

  // What is stored, under which names.
  let node = try ArchiveNode(encoding: berlin)
  let names = [
    "name", "channel", "backup", "settings", "heading", "checksum", "position.latitude", "position.longitude",
  ]
  guard node.fields?.names == names else { fatalError("other names: \(node)") }
  let archive = try ColumnArchive(columns)
  guard try archive.values(of: Int.self, at: "channel") == [12, 3],
    try archive.values(of: String.self, at: "heading") == ["90.0 degrees", "45.0 degrees"],
    try archive.values(at: Station.path.position.latitude) == [52.5, -0.25],
    Station.path.position.latitude.storedName == "position.latitude",
    try archive.elements(where: Station.path.position.latitude, { $0 < 0 }) == [quito]
  else { fatalError("other columns") }

  try checkOlderStations()
  try checkLive(berlin)
}

/// Version 1 comes to version 2, version 3 is refused, and what is off the map does not come at all.
private func checkOlderStations() throws {
  let first = [FirstStation(title: "Oslo")]
  for station in [
    try KeyedArchive.decode([Station].self, from: KeyedArchive.encode(first)),
    try ColumnArchive.decode([Station].self, from: ColumnArchive.encode(first)),
  ].joined() {
    guard station.name == "Oslo", station.channel.rawValue == 1, station.checksum == Data("old".utf8),
      station.settings == Settings(), station.heading.degrees == 0, station.position.latitude == 0
    else { fatalError("other upgrade: \(station)") }
  }

  let north = Station(name: "N", channel: 1, heading: 0, position: Position(latitude: 90, longitude: 0))
  try expect(.newerVersion) { try KeyedArchive.decode(FirstStation.self, from: KeyedArchive.encode(north)) }
  try expect(.newerVersion) {
    try ColumnArchive.decode([FirstStation].self, from: ColumnArchive.encode([north]))
  }
  var beyond = north
  beyond.position.latitude = 91
  try expect(.custom) { try KeyedArchive.decode(Station.self, from: KeyedArchive.encode(beyond)) }
  try expect(.custom) { try ColumnArchive.decode([Station].self, from: ColumnArchive.encode([beyond])) }

  var turned = north
  turned.heading.degrees = 450
  guard
    try ColumnArchive.decode([Station].self, from: ColumnArchive.encode([turned]))[0].heading.degrees == 90
  else { fatalError("not awoken") }

  // A heading without a number falls back; see `init(fields:)`.
  guard var fields = try ArchiveNode(encoding: north).fields else { fatalError("no fields") }
  fields["heading"] = "north"
  guard try ArchiveNode.record(fields).decode(Station.self).heading.degrees == 0 else {
    fatalError("no fallback")
  }
}

private func expect<Value>(_ code: ArchiveError.Code, _ body: () throws -> Value) throws {
  do {
    let value = try body()
    fatalError("\(value) instead of \(code)")
  } catch let error as ArchiveError {
    guard error.code == code else { throw error }
  }
}

private final class Log: @unchecked Sendable {
  var lines: [String] = []
}

private func checkLive(_ station: Station) throws {
  let live = LiveValue(station)
  let log = Log()
  let observation = live.observe(\.label) { log.lines.append("\($0) -> \($1)") }
  live.isSelected = true
  live.position.latitude = 52
  live.label = "Potsdam at 52.0"
  live.label = "Potsdam at 52.0"
  guard log.lines == ["Berlin at 52.5 -> Berlin at 52.0", "Berlin at 52.0 -> Potsdam at 52.0"],
    live.value.name == "Potsdam"
  else { fatalError("other changes: \(log.lines)") }
  observation.invalidate()
}
