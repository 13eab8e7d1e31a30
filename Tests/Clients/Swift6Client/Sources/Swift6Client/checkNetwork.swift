import ArchiveDocuments
import ColumnArchives
import FastCoding
import Models
import Screens
import StructCoding

/// Instances in both formats, as nodes, and built from a document.
func checkNetwork() throws {
  let town = Place(name: "Town")
  let region = Region(capital: town)
  let harbour = Harbour(name: "Port", depth: 12)
  region.add(town)
  region.add(harbour)
  town.routes = [Route(to: harbour, fare: 4)]
  harbour.routes = [Route(to: town)]
  defer { takeApart(region) }

  for data in [
    try KeyedArchive.encode(region), try ColumnArchive.encode(region), try FastCodingArchive.encode(region),
    try ArchiveNode(encoding: region).jsonData(),
  ] {
    let formats = ArchiveFormat.standard + [.fastCoding]
    let copy = try ArchiveDocument(data, formats: formats).node.decode(Region.self)
    try check(copy)
  }
  try check(KeyedArchive.decode(Region.self, from: KeyedArchive.encode(region)))
  try check(ColumnArchive.decode(Region.self, from: ColumnArchive.encode(region)))

  try checkNodes(of: region)
  try checkBootstrap()
}

private func check(_ region: Region) throws {
  defer { takeApart(region) }
  guard region.count == 2, region.capital === region.places[0], region.places[0].region === region,
    let harbour = region.places[1] as? Harbour, harbour.depth == 12,
    region.places[0].routes[0].to === harbour, harbour.routes[0].to === region.capital,
    region.places[0].routes[0].fare == 4
  else { fatalError("another region") }
}

/// Places that refer to each other would keep each other.
private func takeApart(_ region: Region) {
  for place in region.places { place.routes = [] }
}

private func checkNodes(of region: Region) throws {
  var node = try ArchiveDocument(KeyedArchive.encode(region)).node
  guard node.matches(of: "places[*].name").map({ $0.node.stringValue }) == ["Town", "Port"],
    node.all(ofClass: Harbour.archiveSchema.className).count == 1
  else { fatalError("another node: \(node)") }
  let before = node
  node[path: "places[0].name"] = "City"
  guard node.differences(from: before).map({ "\($0.path)" }) == ["places[0].name"],
    node[path: "capital.name"] == "City"
  else { fatalError("other differences: \(node.differences(from: before))") }
  let edited = try KeyedArchive.decode(Region.self, from: KeyedArchive.encode(node))
  defer { takeApart(edited) }
  guard edited.capital.name == "City" else { fatalError("not edited") }
}

private func checkBootstrap() throws {
  let harbour = Harbour.archiveSchema.className
  let document: ArchiveNode = [
    "places": [
      ["$class": .string(Place.archiveSchema.className), "name": "Town"],
      ["$class": .string(harbour), "name": "Port", "depth": 12.0],
    ],
    "capital": ["$alias": "places.0"],
  ]
  let region = try ArchiveBootstrap(document).decode(Region.self)
  guard region.capital === region.places[0], region.places[1] is Harbour else {
    fatalError("another document")
  }
  do {
    _ = try ArchiveBootstrap(["$class": "Harbor"]).decode(Harbour.self)
    fatalError("a class that is not known")
  } catch let error as ArchiveError {
    guard "\(error)".contains("Harbour") else { throw error }
  }
}
