import StructCoding

// Classes whose instances keep their identity, with conformances written by hand.

/// A part that may be below others, and knows the circuit that it is in.
class Part: ArchivableObject {
  var name: String
  var wires: [Part] = []
  weak var circuit: Circuit?

  init(name: String) { self.name = name }

  private static let schema = ArchiveSchema(className: "Part", fields: ["name", "wires", "circuit"])
  class var archiveSchema: ArchiveSchema { schema }
  class var archiveSubclasses: [any ArchivableObject.Type] { [Lamp.self] }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(wires, at: 1)
    try encoder.encodeWeak(circuit, at: 2)
  }

  required init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
  }

  func decodeReferences(from decoder: inout some FieldDecoder) throws {
    if decoder.hasField(at: 1) { wires = try decoder.decode(at: 1) }
    circuit = try decoder.decodeWeak(at: 2)
  }
}

/// Its fields follow those of the class above.
final class Lamp: Part {
  var watts: Int

  init(name: String, watts: Int) {
    self.watts = watts
    super.init(name: name)
  }

  private static let schema = ArchiveSchema(
    className: "Lamp", fields: ["watts"], superclass: Part.archiveSchema)
  override class var archiveSchema: ArchiveSchema { schema }
  override class var archiveSubclasses: [any ArchivableObject.Type] { [] }

  override func encodeFields(to encoder: inout some FieldEncoder) throws {
    try super.encodeFields(to: &encoder)
    try encoder.encode(watts, at: 3)
  }

  required init(fields decoder: inout some FieldDecoder) throws {
    watts = try decoder.decode(at: 3)
    try super.init(fields: &decoder)
  }
}

final class Circuit: ArchivableObject, AwakesAfterDecoding {
  var parts: [Part] = []
  unowned let switchPart: Part
  private(set) var watts = 0

  init(switchPart: Part) { self.switchPart = switchPart }

  static let archiveSchema = ArchiveSchema(className: "Circuit", fields: ["parts", "switch"])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(parts, at: 0)
    try encoder.encodeUnowned(switchPart, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    switchPart = try decoder.decodeUnowned(at: 1)
  }

  func decodeReferences(from decoder: inout some FieldDecoder) throws {
    parts = try decoder.decode(at: 0)
  }

  func awakeAfterDecoding() throws {
    watts = parts.compactMap { ($0 as? Lamp)?.watts }.reduce(0, +)
  }
}
