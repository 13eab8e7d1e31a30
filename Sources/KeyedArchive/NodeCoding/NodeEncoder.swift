internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Makes nodes of values: the tree of what any keyed archive would hold of them.
struct NodeEncoder: KeyedEncoder {
  private let limits: ArchiveLimits
  private var depth = 0
  private var stack = StackGuard()
  /// What was stored at the current place.
  private var node: ArchiveNode?
  private var parts = Parts()
  /// The instances that references lead to.
  private var instances = EncodedObjects()

  /// The record or the collection that is being made.
  private struct Parts {
    /// `nil` in a collection.
    var schema: ArchiveSchema?
    /// In a dictionary, errors are located by the key, which the dictionary itself knows.
    var isDictionary = false
    var caseNumber = 0
    var isCaseNamed = false
    var names: [String] = []
    var nodes: [ArchiveNode] = []
    /// What is added to the positions of the fields, inside a composition.
    var firstField = 0
  }

  init(limits: ArchiveLimits) { self.limits = limits }

  /// The node of one value.
  mutating func encodePart<Value: ArchiveValue>(_ value: Value) throws -> ArchiveNode {
    let outer = (node, parts)
    defer { (node, parts) = outer }
    (node, parts) = (nil, Parts())
    try value.encodeValue(to: &self)
    guard let node else {
      throw ArchiveError(
        .invalidValue, expected: "one encoded value", found: "none",
        advice: "An encodeValue(to:) must call exactly one method of the encoder.")
    }
    return node
  }

  /// Runs `body` with the parts of a record or a collection, and gives these.
  private mutating func collect(_ new: Parts, _ body: (inout Self) throws -> Void) throws -> Parts {
    let outer = parts
    depth += 1
    defer {
      depth -= 1
      parts = outer
    }
    try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    parts = new
    try body(&self)
    return parts
  }

  // MARK: Parts

  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    try part(at: position) { try $0.encodePart(value) }
  }

  /// Adds the node of a part, which `body` makes.
  private mutating func part(at position: Int, _ body: (inout Self) throws -> ArchiveNode) throws {
    do {
      parts.nodes.append(try body(&self))
    } catch {
      let error = ArchiveError.wrapping(error)
      if let fields = parts.schema?.cases[parts.caseNumber].fields {
        throw error.prefixed(.field(fields[parts.firstField + position]))
      }
      throw parts.isDictionary ? error : error.prefixed(.index(position))
    }
    if let schema = parts.schema {
      parts.names.append(schema.cases[parts.caseNumber].fields[parts.firstField + position])
    }
  }

  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    try Record.checkComposition()
    parts.firstField += position
    defer { parts.firstField -= position }
    try record.encodeFields(to: &self)
  }

  mutating func omit(at position: Int) throws {}

  mutating func encodeCase(_ index: Int) throws { (parts.caseNumber, parts.isCaseNamed) = (index, true) }

  // MARK: Values

  mutating func encodeNil() throws { node = .null }
  mutating func encodeSome<Value: ArchiveValue>(_ value: Value) throws { try value.encodeValue(to: &self) }
  mutating func encode(_ value: Bool) throws { node = .bool(value) }
  mutating func encode(_ value: Int64) throws { node = .integer(value) }
  mutating func encode(_ value: UInt64) throws { node = ArchiveNode(value) }
  mutating func encode(_ value: Float) throws { node = .float(value) }
  mutating func encode(_ value: Double) throws { node = .double(value) }
  mutating func encode(_ value: String) throws { node = .string(value) }
  mutating func encode(_ value: Date) throws { node = .date(value) }
  mutating func encode(_ value: Data) throws { node = .data(value) }
  mutating func encodeBytes(_ bytes: [UInt8]) throws { node = .data(Data(bytes)) }

  mutating func encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    let schema = Record.archiveSchema
    let parts = try collect(Parts(schema: schema)) { try record.encodeFields(to: &$0) }
    guard parts.isCaseNamed == schema.isEnumeration else {
      throw ArchiveError(.unsupported, expected: "encodeCase(_:) in an enumeration, and nowhere else")
    }
    let name = schema.cases[parts.caseNumber].name
    if schema.isPlainEnumeration {
      node = .string(name)
      return
    }
    node = .record(
      ArchiveFields(
        className: schema.className, superclassNames: schema.superclassNames,
        caseName: schema.isEnumeration ? name : nil, version: schema.version,
        names: parts.names, nodes: parts.nodes))
  }

  mutating func encodeCollection(
    _ kind: ArchiveCollection, count: Int, _ body: (inout Self) throws -> Void
  ) throws {
    let nodes = try collect(Parts(isDictionary: kind == .dictionary), body).nodes
    switch kind {
    case .array: node = .array(nodes)
    case .set: node = .set(nodes)
    case .dictionary:
      node = .dictionary(
        zip(nodes.prefix(count), nodes.dropFirst(count)).map { ArchiveNode.Entry(key: $0, value: $1) })
    }
  }

  // MARK: Instances of classes

  mutating func encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    node = .reference(try instances.number(of: object, as: Object.self))
  }

  mutating func encodeConditional<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try part(at: position) { encoder in
      guard let object else { return .null }
      return .reference(try encoder.instances.conditionalNumber(of: object, as: Object.self))
    }
  }

  mutating func encodeUnowned<Object: ArchivableObject>(_ object: Object, at position: Int) throws {
    try part(at: position) { encoder in
      let number = try encoder.instances.conditionalNumber(of: object, as: Object.self)
      encoder.instances.expectStored(number)
      return .reference(number)
    }
  }

  /// The node of a value, with the instances that it leads to.
  mutating func encodeRoot<Value: ArchiveValue>(_ value: Value) throws -> ArchiveNode {
    let root = try encodePart(value)
    if instances.isEmpty { return root }
    var objects: [ArchiveNode] = []
    while let (number, object) = instances.next() {
      do {
        let schema = type(of: object).archiveSchema
        let parts = try collect(Parts(schema: schema)) { try object.encodeFields(to: &$0) }
        // What only weak references lead to stays `nil`.
        while objects.count < instances.count { objects.append(.null) }
        objects[number] = .record(
          ArchiveFields(
            className: schema.className, superclassNames: schema.superclassNames, names: parts.names,
            nodes: parts.nodes))
      } catch {
        throw instances.located(error, in: object, number: number)
      }
    }
    while objects.count < instances.count { objects.append(.null) }
    try instances.checkExpected()
    return .graph(ArchiveGraph(root: root, objects: objects))
  }

  /// The object as a keyed archive has it.
  mutating func encodeObject(_ object: NSObject) throws {
    var budget = Int.max
    let data = try KeyedArchive.encode(object: object, options: .init(limits: limits))
    node = try KeyedArchive.tree(in: data, limits, budget: &budget)
  }
}
