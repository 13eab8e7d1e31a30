package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
package import Foundation

/// Converts values to nodes: the tree that a keyed archive would store.
package struct NodeEncoder: FieldEncoder, ValueEncoder {
  private let limits: ArchiveLimits
  /// The format of objects of `NSCoding` classes.
  private let objectConversion: any ObjectConversion.Type
  private var depth = 0
  private var stack = StackGuard()
  /// The node stored at the current place.
  private var node = ArchiveNode.null
  private var turn = EncodingTurn.value
  private var parts = Parts()
  /// The instances that references refer to.
  private var instances = EncodedObjects()

  /// The record or collection being built.
  private struct Parts {
    /// `nil` in a collection.
    var schema: ArchiveSchema?
    /// In a dictionary, the dictionary itself adds the key to the path of errors.
    var isDictionary = false
    var caseNumber = 0
    var names: [String] = []
    var nodes: [ArchiveNode] = []
    /// The offset added to field positions inside a composition.
    var firstField = 0
  }

  package init(limits: ArchiveLimits, objectConversion: any ObjectConversion.Type) {
    self.limits = limits
    self.objectConversion = objectConversion
  }

  /// Returns the node of one value.
  package mutating func encodePart<Value: ArchiveValue>(_ value: Value) throws -> ArchiveNode {
    let outer = (node, parts, turn)
    defer { (node, parts, turn) = outer }
    (node, parts, turn) = (.null, Parts(), .value)
    try value.encodeValue(to: &self)
    try turn.endValue()
    return node
  }

  private mutating func store(_ new: ArchiveNode) throws {
    try turn.storeValue()
    node = new
  }

  /// Runs `body` with the parts of a record or a collection, and returns the parts.
  private mutating func collect(
    _ new: Parts, _ turn: EncodingTurn, _ body: (inout Self) throws -> Void
  ) throws -> Parts {
    let outer = (parts, self.turn)
    depth += 1
    defer {
      depth -= 1
      (parts, self.turn) = outer
    }
    try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    (parts, self.turn) = (new, turn)
    try body(&self)
    try self.turn.endParts()
    return parts
  }

  // MARK: Parts

  package mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    try part(at: position) { try $0.encodePart(value) }
  }

  package mutating func encode(_ value: Bool, at position: Int) throws {
    try part(at: position) { _ in .bool(value) }
  }
  package mutating func encode(_ value: Int, at position: Int) throws {
    try part(at: position) { _ in .integer(Int64(value)) }
  }
  package mutating func encode(_ value: Double, at position: Int) throws {
    try part(at: position) { _ in .double(value) }
  }
  package mutating func encode(_ value: String, at position: Int) throws {
    try part(at: position) { _ in .string(value) }
  }
  package mutating func encode(_ value: Date, at position: Int) throws {
    try part(at: position) { _ in .date(value) }
  }

  /// Adds the node of a part, which `body` creates.
  @inline(__always)
  private mutating func part(at position: Int, _ body: (inout Self) throws -> ArchiveNode) throws {
    try turn.beginPart(parts.firstField + position)
    do {
      parts.nodes.append(try body(&self))
    } catch {
      let error = ArchiveError.wrapping(error)
      if let fields = parts.schema?.cases[parts.caseNumber].fields {
        throw error.prefixed(.field(fields[parts.firstField + position]))
      }
      throw parts.isDictionary ? error : error.prefixed(.index(position))
    }
    try turn.storeValue()
    try turn.endPart()
    if let schema = parts.schema {
      parts.names.append(schema.cases[parts.caseNumber].fields[parts.firstField + position])
    }
  }

  package mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    try Record.checkComposition()
    guard parts.schema != nil else { throw ArchiveError.notInParts("a composition") }
    parts.firstField += position
    defer { parts.firstField -= position }
    try record.encodeFields(to: &self)
  }

  package mutating func omit(at position: Int) throws { try turn.omit(parts.firstField + position) }

  package mutating func encodeCase(_ index: Int) throws {
    guard let schema = parts.schema else { throw ArchiveError.caseOutOfTurn(index) }
    try turn.nameCase(schema, index)
    parts.caseNumber = index
  }

  // MARK: Values

  package mutating func encodeNil() throws { try store(.null) }
  package mutating func encode(_ value: Bool) throws { try store(.bool(value)) }
  package mutating func encode(_ value: Int64) throws { try store(.integer(value)) }
  package mutating func encode(_ value: UInt64) throws { try store(ArchiveNode(value)) }
  package mutating func encode(_ value: Float) throws { try store(.float(value)) }
  package mutating func encode(_ value: Double) throws { try store(.double(value)) }
  package mutating func encode(_ value: String) throws { try store(.string(value)) }
  package mutating func encode(_ value: Date) throws { try store(.date(value)) }
  package mutating func encode(_ value: Data) throws { try store(.data(value)) }

  package mutating func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    let schema = Record.archiveSchema
    try turn.storeValue()
    let parts = try collect(Parts(schema: schema), .fields(of: schema)) { try record.encodeFields(to: &$0) }
    let name = schema.cases[parts.caseNumber].name
    if schema.isPlainEnumeration {
      node = .string(name)
      return
    }
    node = .record(
      ArchiveNode.Fields(
        className: schema.className, superclassNames: schema.superclassNames,
        caseName: schema.isEnumeration ? name : nil, version: schema.version,
        names: parts.names, nodes: parts.nodes))
  }

  package mutating func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout Self) throws -> Void
  ) throws {
    try turn.storeValue()
    let isDictionary = kind == .dictionary
    let turn = EncodingTurn.parts(isDictionary ? 2 * count : count)
    let nodes = try collect(Parts(isDictionary: isDictionary), turn, body).nodes
    switch kind {
    case .array: node = .array(nodes)
    case .set: node = .set(nodes)
    case .dictionary:
      node = .dictionary(
        zip(nodes.prefix(count), nodes.dropFirst(count)).map { ArchiveNode.Entry(key: $0, value: $1) })
    }
  }

  // MARK: Instances of classes

  package mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    try store(.reference(try instances.number(of: object, as: Object.self)))
  }

  package mutating func encode<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try part(at: position) { encoder in
      guard let object else { return .null }
      return .reference(try encoder.instances.number(of: object, as: Object.self))
    }
  }

  package mutating func encodeWeak<Object: ArchivableObject>(_ object: Object?, at position: Int)
    throws
  {
    try part(at: position) { encoder in
      guard let object else { return .null }
      return .reference(try encoder.instances.conditionalNumber(of: object, as: Object.self))
    }
  }

  package mutating func encodeUnowned<Object: ArchivableObject>(_ object: Object, at position: Int) throws {
    try part(at: position) { encoder in
      let number = try encoder.instances.conditionalNumber(of: object, as: Object.self)
      encoder.instances.expectStored(number)
      return .reference(number)
    }
  }

  /// Returns the node of a value, with the instances it refers to.
  package mutating func encodeRoot<Value: ArchiveValue>(_ value: Value) throws -> ArchiveNode {
    let root = try encodePart(value)
    if instances.isEmpty { return root }
    var objects: [ArchiveNode] = []
    while let (number, node) = try encodeNextInstance() {
      // Instances with only weak references stay `nil`.
      while objects.count < instances.count { objects.append(.null) }
      objects[number] = node
    }
    while objects.count < instances.count { objects.append(.null) }
    try checkExpectedInstances()
    return .graph(ArchiveGraph(root: root, objects: objects))
  }

  /// Returns the number of an instance, and adds it to the instances to store.
  package mutating func number<Object: ArchivableObject>(of object: Object) throws -> Int {
    try instances.number(of: object, as: Object.self)
  }

  /// The number of instances so far, including those that only weak references lead to.
  package var instanceCount: Int { instances.count }

  /// Returns the node of the next instance to store, with its number; `nil` if all are stored.
  package mutating func encodeNextInstance() throws -> (number: Int, node: ArchiveNode)? {
    guard let (number, object) = instances.next() else { return nil }
    do {
      let schema = type(of: object).archiveSchema
      let parts = try collect(Parts(schema: schema), .fields(of: schema)) {
        try object.encodeFields(to: &$0)
      }
      return (
        number,
        .record(
          ArchiveNode.Fields(
            className: schema.className, superclassNames: schema.superclassNames, names: parts.names,
            nodes: parts.nodes))
      )
    } catch {
      throw instances.located(error, in: object, number: number)
    }
  }

  /// Throws if an instance that must be stored is not.
  package func checkExpectedInstances() throws { try instances.checkExpected() }

  package mutating func _encodeForeign(_ object: ArchiveNode) throws {
    if objectConversion.storesForeignObjects { return try store(object) }
    try ForeignForm.plain(object).encodeValue(to: &self)
  }

  package mutating func _encodeObject(_ object: NSObject) throws {
    try store(objectConversion.node(of: object, limits: limits))
  }
}
