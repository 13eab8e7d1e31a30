internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

extension FastCodingReader {
  /// Reads a class definition and the chunk after it. In every known file, that chunk is an object of the class.
  mutating func defineClass(_ start: Int) throws -> ArchiveNode? {
    let slot = isVersion2 ? takeSlot() : nil
    let className = try rawText()
    try classes.check(className, at: start)
    let count = try cursor.count(ofPartsOf: 1, "names of properties")
    var names: [String] = []
    names.reserveCapacity(min(count, 1024))
    for _ in 0..<count {
      let name = try rawText()
      try charge(32 + name.utf8.count)
      names.append(name)
    }
    if let slot { cached[slot] = .definition(definitions.count) }
    definitions.append(ClassDefinition(className, names))
    return try inside(start) { try $0.chunk() }
  }

  /// Reads an object of a defined class: a value for each property.
  mutating func object(_ index: Int, _ start: Int) throws -> ArchiveNode {
    guard let number = isVersion2 ? definitionIndex(ofSlot: index) : index,
      definitions.indices.contains(number)
    else {
      throw noEntry(index, "classes", of: definitions.count, start)
    }
    let definition = definitions[number]
    let slot = takeSlot()
    let nodes = try inside(start) { reader in
      var nodes: [ArchiveNode] = []
      nodes.reserveCapacity(min(definition.names.count, 1024))
      for name in definition.names {
        nodes.append(try ArchiveError.located(at: .field(name)) { try reader.property() })
      }
      return nodes
    }
    return place(.object8, .record(definition.fields(nodes, form: .properties)), in: slot)
  }

  /// Reads an object that encoded itself: its class name, then values and their keys, until a nil.
  mutating func codedObject(_ start: Int) throws -> ArchiveNode {
    let fields = try inside(start) { reader in
      let className = try reader.text("the name of a class")
      try reader.classes.check(className, at: start)
      var (names, nodes): ([String], [ArchiveNode]) = ([], [])
      // A value comes before its key, so errors in it are located by its index.
      while true {
        let node = try ArchiveError.located(at: .index(names.count)) { try reader.property() }
        if case .null = node { break }
        nodes.append(node)
        names.append(try reader.text("the key of a value"))
      }
      // Consecutive objects of a class usually have the same keys.
      if !reader.codedShape.className.hasSameBytes(as: className)
        || !reader.codedShape.names.haveSameBytes(as: names)
      {
        reader.codedShape = ClassDefinition(className, names)
      }
      return reader.codedShape.fields(nodes, form: .coded)
    }
    return place(.codedObject, .record(fields), in: takeSlot())
  }
}

/// A class definition, which precedes the first object of the class: its name, and the names of its properties.
struct ClassDefinition {
  let className: String
  let names: [String]
  /// Whether the names can be used directly as a record's names: they are distinct, and none has a special meaning.
  private let isPlain: Bool

  init(_ className: String, _ names: [String]) {
    self.className = className
    self.names = names
    isPlain =
      Set(names).count == names.count && !names.contains(ArchiveSchema.caseKey)
      && !names.contains(ArchiveSchema.versionKey)
  }

  /// Returns the record of an object from the values of its properties.
  func fields(_ nodes: [ArchiveNode], form: FastCodingForm) -> ArchiveNode.Fields {
    var fields: ArchiveNode.Fields
    if isPlain {
      fields = ArchiveNode.Fields(className: className, caseName: nil, version: 1, names: names, nodes: nodes)
    } else {
      fields = folded(nodes)
    }
    fields.fastCodingForm = form
    return fields
  }

  private func folded(_ nodes: [ArchiveNode]) -> ArchiveNode.Fields {
    // Only a damaged file contains the same name twice; the last one wins.
    var last: [ExactName: ArchiveNode] = [:]
    var order: [String] = []
    for (name, node) in zip(names, nodes) where last.updateValue(node, forKey: ExactName(name)) == nil {
      order.append(name)
    }
    // In objects written by other programs, these names may be ordinary fields.
    var (caseName, version): (String?, Int) = (nil, 1)
    if case .string(let name)? = last[ExactName(ArchiveSchema.caseKey)] {
      caseName = name
      order.removeAll { $0 == ArchiveSchema.caseKey }
    }
    if case .integer(let number)? = last[ExactName(ArchiveSchema.versionKey)], number > 0 {
      version = Int(clamping: number)
      order.removeAll { $0 == ArchiveSchema.versionKey }
    }
    return ArchiveNode.Fields(
      className: className, caseName: caseName, version: version, names: order,
      nodes: order.map { last[ExactName($0)] ?? .null })
  }
}
