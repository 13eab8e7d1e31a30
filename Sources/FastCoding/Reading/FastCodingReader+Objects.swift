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
