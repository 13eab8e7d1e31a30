internal import ArchiveBytes
internal import ArchiveDocuments
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

extension FastCodingWriter {
  /// Writes a record: either a Foundation value that has its own chunk, or an object.
  mutating func write(_ fields: ArchiveNode.Fields, _ number: Int?) throws {
    if fields.fastCodingForm == nil, try writeFoundationValue(fields, number) { return }
    guard !fields.className.isEmpty else {
      throw ArchiveError(
        .unsupported, expected: "the class name of an object", found: "a record without one",
        advice: "Column archives do not store the classes of objects inside a value.")
    }
    let chosen = fields.fastCodingForm ?? forms[fields.className] ?? defaultForm
    let form = chosen ?? (isInCycle(number) ? .properties : .coded)
    switch form {
    case .coded: try writeCoded(fields, number)
    case .properties: try writeProperties(fields, number)
    case .keyedArchive(let data): try writeKeyedArchive(fields, number, data)
    }
  }

  /// Returns the fields of a record as a field encoder stores them: a case name first, and a version last.
  private static func storedFields(_ fields: ArchiveNode.Fields) -> [(name: String, node: ArchiveNode)] {
    var stored = Array(zip(fields.names, fields.values)).map { (name: $0, node: $1) }
    if let name = fields.caseName { stored.insert((ArchiveSchema.caseKey, .string(name)), at: 0) }
    if fields.version > 1 { stored.append((ArchiveSchema.versionKey, .integer(Int64(fields.version)))) }
    return stored
  }

  /// Writes an object in the form of its own coding method: each value before its key. Values that are nil are left
  /// out.
  private mutating func writeCoded(_ fields: ArchiveNode.Fields, _ number: Int?) throws {
    sink.begin(.codedObject)
    try write(text: fields.className)
    try inside { writer in
      for (name, node) in Self.storedFields(fields) where !writer.isNil(node) {
        try ArchiveError.located(at: .field(name)) {
          try writer.write(node)
          try writer.write(text: name)
        }
      }
    }
    sink.begin(.nil)
    takeSlot(number)
  }

  /// Writes an object by its properties, in the order of its class definition.
  private mutating func writeProperties(_ fields: ArchiveNode.Fields, _ number: Int?) throws {
    let stored = Self.storedFields(fields)
    let definition = try defineClass(fields.className, stored.map(\.name))
    alias(.object8, .object16, .object32, definition.index)
    takeSlot(number)
    let nodes = Dictionary(stored.map { (ExactName($0.name), $0.node) }, uniquingKeysWith: { $1 })
    try inside { writer in
      for name in definition.names {
        let node = nodes[ExactName(name)] ?? .null
        try ArchiveError.located(at: .field(name)) {
          if writer.isNil(node) { writer.sink.begin(.nil) } else { try writer.write(node) }
        }
      }
    }
  }

  /// Writes an object as an embedded keyed archive. Unless the object was edited, the archive is the one it was read
  /// from.
  private mutating func writeKeyedArchive(_ fields: ArchiveNode.Fields, _ number: Int?, _ known: Data?) throws
  {
    // The part of the surrounding graph that the object refers to.
    let graph = ArchiveNode.graph(
      ArchiveGraph(root: number.map { .reference($0) } ?? .record(fields), objects: objects.nodes)
    ).compacted()
    let content = try? known.map { try KeyedArchive($0, options: .init(limits: limits)).node() }
    let data =
      if let known, content?.hasSameSharing(as: graph) == true { known } else {
        try KeyedArchive.data(of: graph, options: .init(limits: limits))
      }
    sink.begin(.keyedArchive)
    // A reader never examines the type byte of the data chunk: it skips the byte when it aligns to a multiple of
    // four. At such a multiple it skips nothing, so the byte must be omitted.
    if !sink.position.isMultiple(of: 4) { sink.begin(.data) }
    try writeContent(of: data)
    takeSlot(nil)
    takeSlot(number)
  }
}
