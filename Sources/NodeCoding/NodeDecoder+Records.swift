internal import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
package import Foundation

// Records and collections: values with parts.
extension NodeDecoder {
  package mutating func _decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record {
    let schema = Record.archiveSchema
    let hooks = hooks[type]
    var record = try insideShared {
      try schema.isEnumeration ? $0.enumeration(type, schema) : $0.structure(type, schema, hooks)
    }
    if hooks.awakes { try _completeInstances() }
    try hooks.awake(&record)
    return record
  }

  private mutating func enumeration<Record: ArchiveRecord>(
    _ type: Record.Type, _ schema: ArchiveSchema
  ) throws -> Record {
    switch node {
    case .string(let name):
      // A case without associated values is stored as its name alone.
      return try inside(.unknownCase(schema, name: name, nil)) { try Record(fields: &$0) }
    case .record(let fields):
      try checkClass(of: fields, schema)
      guard let name = fields.caseName else {
        throw failure(
          .missingField, expected: "the name of a case", found: "a record without it")
      }
      return try inside(.unknownCase(schema, name: name, fields)) { try Record(fields: &$0) }
    default: throw mismatch("a \(schema.className)")
    }
  }

  private mutating func structure<Record: ArchiveRecord>(
    _ type: Record.Type, _ schema: ArchiveSchema, _ hooks: DecodingHooks
  ) throws -> Record {
    guard case .record(var fields) = node else { throw mismatch("an object of class \(schema.className)") }
    try checkClass(of: fields, schema)
    // A graph keeps a stored version 1 as a field, since archives normally omit it.
    if let found = fields[ArchiveSchema.versionKey], found != 1 {
      throw schema.noVersion(found: found.isNumber ? "\(found)" : found.kindDescription)
    }
    if try schema.isOlder(Int64(fields.version)), hooks.isUpgradable {
      fields = try withoutReferences(fields)
      try InstanceSources.with(source) { try fields.upgrade(to: type) }
    }
    return try inside(fieldParts(fields, schema.cases[0])) { try Record(fields: &$0) }
  }

  /// Returns self-contained fields: replaces references by their targets, or by a graph if a target contains itself.
  private mutating func withoutReferences(_ fields: ArchiveNode.Fields) throws -> ArchiveNode.Fields {
    if objects.isEmpty { return fields }
    // Each object is converted to a tree once, for all records that refer to it.
    var maker =
      if let trees, trees.firstNumber == firstNumber { trees.maker } else { TreeMaker(objects, limits) }
    trees = nil
    let before = maker.work
    var fields = fields
    for (position, node) in fields.values.enumerated() {
      let tree = (try? maker.tree(of: node))?.node
      fields.replace(tree ?? .graph(ArchiveGraph(root: node, objects: objects)), at: position)
    }
    try charge(32 * (maker.work - before))
    trees = (firstNumber, maker)
    return fields
  }

  /// Throws if the record is of another class, or has the mark of an object that could not be written.
  private mutating func checkClass(of fields: ArchiveNode.Fields, _ schema: ArchiveSchema) throws {
    try charge(fields.className.utf8.count + 8 * fields.names.count)
    guard fields.className.isEmpty || schema.accepts(className: fields.className) else {
      throw failure(
        .classMismatch, expected: "an object of class \(schema.className)",
        found: "one of class \(fields.className)",
        advice:
          "If it is an older name of the type, list it: @Archivable(formerly: [\"\(fields.className)\"]).")
    }
    if let reason = fields[ArchiveSchema.failureKey] {
      // In the graph of an archive it is a reference.
      let text = try? at(reason) { try $0.decodeString() }
      throw invalid(ArchiveSchema.halfWritten(text), expected: "a whole object")
    }
  }

  /// Reads a struct from upgraded fields. Ignores their class, and does not call the hook; the reader that provided
  /// the fields does that.
  package mutating func decodeUpgraded<Record: ArchiveRecord>(
    _ type: Record.Type, from fields: ArchiveNode.Fields
  ) throws -> Record {
    let parts = try fieldParts(fields, Record.archiveSchema.cases[0])
    let record = try inside(parts) { try Record(fields: &$0) }
    try finishInstances()
    return record
  }

  package mutating func _decodeCollection<Result>(
    _ kind: _ArchiveCollection, _ body: (inout NodeDecoder, Int) throws -> Result
  ) throws -> Result {
    let outer = hashes
    defer { hashes = outer }
    hashes = outer || kind == .set
    return try insideShared { try $0.collection(kind, body) }
  }

  private mutating func collection<Result>(
    _ kind: _ArchiveCollection, _ body: (inout NodeDecoder, Int) throws -> Result
  ) throws -> Result {
    if case .record(let fields) = node, kind != .dictionary, let elements = fields.elementsOfSet {
      try charge(32 * fields.names.count)
      return try inside(.elements(elements)) { try body(&$0, elements.count) }
    }
    switch (kind, node) {
    case (.array, .array(let elements)), (.array, .set(let elements)), (.set, .array(let elements)),
      (.set, .set(let elements)):
      return try inside(.elements(elements)) { try body(&$0, elements.count) }
    case (.dictionary, .dictionary(let entries)):
      return try inside(.entries(entries)) { try body(&$0, entries.count) }
    default:
      throw mismatch(kind == .array ? "an array" : kind == .set ? "a set" : "a dictionary")
    }
  }

  /// Reads an object by converting the node to an archive of it.
  package mutating func _decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object
  {
    try takeShared()
    var root = node
    if case .record(var fields) = root, fields.className.isEmpty {
      // From a column: the class is the requested one.
      fields.className = try objectConversion.className(of: type)
      root = .record(fields)
    }
    let objects =
      if let source, self.objects.isEmpty, !root.references.isEmpty { try source.nodes() } else {
        self.objects
      }
    let node = ArchiveNode.graph(ArchiveGraph(root: root, objects: objects))
    // Writes only what the object refers to; shared objects are charged each time.
    let data = try objectConversion.archive(of: node, limits: limits)
    try charge(data.count)
    try measure()
    return try objectConversion.object(of: type, in: data, limits: limits, budget: &budget)
  }
}
