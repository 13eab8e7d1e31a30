import ColumnArchives
import LiveValues
import Models
import StructCoding

/// Ends the program when a plant is not what it should be.
func checkPlants() throws {
  var rose = Plant(
    genus: "Rosa", species: "canina", zone: 4, bed: Plant.Bed(garden: "south", row: 3), light: .sun)
  rose.otherZone = Plant.Zone(rawValue: 5)
  rose.care.advice = ["cut in spring"]
  rose.notes = ["May": Plant.Care(water: 9)]
  rose.tags = ["red", "climbing"]
  let fern = Plant(
    genus: "Athyrium", species: "", zone: 3, bed: Plant.Bed(garden: "", row: -1), light: .shade)
  try check(rose)
  try check(fern)

  // What is stored, flat, and under which names; what is transient is not.
  let names = [
    "genus", "species", "zone", "otherZone", "care", "journal", "tags", "thumbnail", "light", "bed.garden",
    "bed.row",
  ]
  guard try ArchiveNode(encoding: rose).fields?.names == names else { fatalError("other names") }
  var selected = rose
  selected.isSelected = true
  guard try KeyedArchive.encode(selected) == KeyedArchive.encode(rose),
    try ColumnArchive.decode([Plant].self, from: ColumnArchive.encode([selected])) == [rose]
  else { fatalError("transient properties are stored") }

  // A light that is unknown today, on each road.
  let old = [OldPlant(light: "sun"), OldPlant(light: "candle")]
  let objects = try KeyedArchive.archivedData(withRootObject: old.encoded, requiringSecureCoding: true)
  for plants in [
    try KeyedArchive.decode([Plant].self, from: KeyedArchive.encode(old)),
    try ColumnArchive.decode([Plant].self, from: ColumnArchive.encode(old)),
    try KeyedArchive.unarchivedArrayOfObjects(ofClass: Plant.Coding.self, from: objects)?.decoded ?? [],
  ] {
    guard plants.map(\.light) == [.sun, .shade], plants.map(\.zone.rawValue) == [4, 4],
      plants.allSatisfy({ $0.tags == ["a", "b"] && $0.notes.isEmpty && $0.bed.garden == "north" })
    else { fatalError("older plants: \(plants)") }
  }

  // A derived property is read, kept, and written through.
  guard rose.name == "Rosa canina", titleFollows(rose) else { fatalError("derived") }
  var renamed = rose
  renamed.name = "Rosa rugosa"
  guard renamed.species == "rugosa", rose.name == "Rosa canina", renamed.name == "Rosa rugosa" else {
    fatalError("the setter of a derived property")
  }

  try checkPaths([rose, fern])
  checkLive(rose)
}

private func checkPaths(_ plants: [Plant]) throws {
  let row = Plant.path.bed.row
  let archive = try ColumnArchive(ColumnArchive.encode(plants))
  guard row.storedName == "bed.row", Plant.path.notes.storedName == "journal",
    try archive.values(at: row) == [3, -1],
    try archive.elements(where: row, { $0 > 0 }) == [plants[0]],
    try archive.values(at: Plant.path.zone) == plants.map(\.zone),
    try archive.values(at: Plant.path.care).map(\.water) == [2, 2],
    plants.sorted(using: row.comparator()) == plants.reversed(),
    try plants.filter(row.predicate(.less, 0)) == [plants[1]],
    plants[0][keyPath: row.keyPath] == 3
  else { fatalError("paths") }
}

/// What an observer writes down. It is told by the thread that writes, and this program has one.
private final class Log: @unchecked Sendable {
  var changes: [String] = []
}

private func checkLive(_ plant: Plant) {
  let live = LiveValue(plant)
  let log = Log()
  let observation = live.observe(\.name) { log.changes.append("\($0) -> \($1)") }
  live.isSelected = true
  live.species = "rugosa"
  live.update { plant in
    plant.genus = "Malus"
    plant.species = "domestica"
  }
  live.name = "Malus domestica"
  guard log.changes == ["Rosa canina -> Rosa rugosa", "Rosa rugosa -> Malus domestica"],
    live.value.genus == "Malus"
  else { fatalError("live: \(log.changes)") }
  observation.invalidate()
}
