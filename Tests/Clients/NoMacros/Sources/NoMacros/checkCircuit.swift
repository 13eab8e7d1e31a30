import ArchiveDocuments
import ColumnArchives
import FastCoding
import StructCoding

/// Ends the program when a circuit is not what it should be, in any format.
func checkCircuit() throws {
  let button = Part(name: "button")
  let lamp = Lamp(name: "lamp", watts: 40)
  let circuit = Circuit(switchPart: button)
  circuit.parts = [lamp, button]
  for part in circuit.parts { part.circuit = circuit }
  button.wires = [lamp, button]
  defer { button.wires = [] }

  let document: ArchiveNode = [
    "$class": "Circuit",
    "parts": [
      ["$class": "Lamp", "name": "lamp", "wires": [], "watts": 40, "circuit": ["$alias": ""]],
      [
        "$class": "Part", "name": "button", "circuit": ["$alias": ""],
        "wires": [["$alias": "parts.0"], ["$alias": "parts.1"]],
      ],
    ],
    "switch": ["$alias": "parts.1"],
  ]
  let keyed = try KeyedArchive.encode(circuit)
  for copy in [
    try KeyedArchive.decode(Circuit.self, from: keyed),
    try ColumnArchive.decode(Circuit.self, from: ColumnArchive.encode(circuit)),
    try FastCodingArchive.decode(Circuit.self, from: FastCodingArchive.encode(circuit)),
    try ArchiveBootstrap(document).decode(Circuit.self),
  ] {
    guard copy.watts == 40, copy.parts.map(\.name) == ["lamp", "button"],
      copy.switchPart === copy.parts[1], copy.parts[0].circuit === copy,
      copy.switchPart.wires[0] === copy.parts[0], copy.switchPart.wires[1] === copy.switchPart
    else { fatalError("another circuit") }
    copy.switchPart.wires = []
  }

  // The same without the types.
  var node = try ArchiveDocument(keyed).node
  guard try node.hasSameContent(as: ArchiveBootstrap(document).node),
    node[path: "switch.wires[0].watts"] == 40
  else {
    fatalError("another node: \(node)")
  }
  node[path: "parts[0].watts"] = 60
  let edited = try KeyedArchive.decode(Circuit.self, from: KeyedArchive.encode(node))
  guard edited.watts == 60 else { fatalError("not edited") }
  edited.switchPart.wires = []
}
