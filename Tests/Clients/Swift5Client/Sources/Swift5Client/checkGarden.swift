import ArchiveDocuments
import ColumnArchives
import FastCoding
import Foundation
import Models
import StructCoding

/// Ends the program when a garden is not what it should be, in any format.
func checkGarden() throws {
  let garden = Garden()
  let greenhouse = Greenhouse(name: "glass")
  greenhouse.degrees = 25
  let bed = Bed(name: "roses")
  bed.neighbours = [greenhouse, bed]
  garden.add(bed)
  garden.add(greenhouse)
  defer { bed.neighbours = [] }

  let document = """
    {
      "$class": "Garden",
      "beds": [
        {"$class": "GRDBed", "name": "roses", "garden": {"$alias": ""},
         "neighbours": [{"$alias": "beds.1"}, {"$alias": "beds.0"}]},
        {"$class": "Greenhouse", "name": "glass", "degrees": 25, "garden": {"$alias": ""}}
      ],
      "byName": {"roses": {"$alias": "beds.0"}, "glass": {"$alias": "beds.1"}}
    }
    """
  for copy in [
    try KeyedArchive.decode(Garden.self, from: KeyedArchive.encode(garden)),
    try ColumnArchive.decode([Garden].self, from: ColumnArchive.encode([garden]))[0],
    try FastCodingArchive.decode(Garden.self, from: FastCodingArchive.encode(garden)),
    try ArchiveNode(encoding: garden).decode(Garden.self),
    try ArchiveBootstrap.decode(Garden.self, from: Data(document.utf8)),
  ] {
    guard copy.beds.map(\.name) == ["roses", "glass"], copy.beds[0].garden === copy,
      copy.beds[0].neighbours[0] === copy.beds[1], copy.beds[0].neighbours[1] === copy.beds[0],
      (copy.byName["glass"] as? Greenhouse)?.degrees == 25, copy.byName["glass"] === copy.beds[1],
      copy.beds.map(\.label) == ["bed roses with 2 neighbours", "bed glass with 0 neighbours, 25.0 degrees"]
    else { fatalError("another garden") }
    copy.beds[0].neighbours = []
  }

  // A node is edited, and what is written is read by the type.
  var node = try ArchiveDocument(ColumnArchive.encode(garden)).node
  node[path: "byName.roses.name"] = "tulips"
  let edited = try node.decode(Garden.self)
  guard edited.beds[0].name == "tulips", "\(node.formatted())".contains("tulips") else {
    fatalError("not edited")
  }
  edited.beds[0].neighbours = []
}
