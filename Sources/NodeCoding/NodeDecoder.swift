package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
package import Foundation
internal import PropertyLists

/// Reads values from nodes.
package struct NodeDecoder: FieldDecoder, ValueDecoder {
  let limits: ArchiveLimits
  /// The format of objects of `NSCoding` classes.
  let objectConversion: any ObjectConversion.Type
  private var depth: Int
  private var stack = StackGuard()
  /// The trees of the objects at the current place, for upgrading records.
  var trees: (firstNumber: Int, maker: TreeMaker)?
  /// The remaining budget of decoded bytes.
  package var budget: Int
  /// The node being decoded, if its size is not yet added to the budget.
  var unmeasured: ArchiveNode?
  var hooks = DecodingHooksTable()
  /// The objects that references at the current place refer to.
  var objects: [ArchiveNode] = []
  /// The offset added to reference numbers at the current place, to distinguish the graphs of nested nodes.
  var firstNumber = 0
  /// The number of objects in all graphs visited so far.
  var numberCount = 0
  /// The number of the object at the current place; `nil` if it is not an object of a graph.
  var number: Int?
  /// The instances created from objects.
  var instances = DecodedObjects()
  /// The place of each instance's fields.
  var instancePlaces: [InstancePlace] = []
  /// The source of instances for references that lead out of the nodes.
  let source: (any InstanceSource)?
  /// The values around the current place that other places of the source refer to.
  var openValues: Set<Int> = []
  /// Whether the values at the current place will be hashed.
  var hashes: Bool
  /// The current place: the node itself, not a reference to it.
  var node: ArchiveNode
  var parts = Parts.none

  /// The parts of the entered record or collection.
  enum Parts {
    case none
    /// The fields of a struct or a case.
    case fields(ArchiveNode.Fields, ArchiveSchema.Case)
    /// The fields of an enumeration whose case is not read yet.
    case unknownCase(ArchiveSchema, name: String, ArchiveNode.Fields?)
    case elements([ArchiveNode])
    case entries([ArchiveNode.Entry])
  }

  /// Creates a decoder at a node.
  ///
  /// - Parameters:
  ///   - objectConversion: The format of objects of `NSCoding` classes.
  ///   - depth: The number of levels the caller has already entered around the node.
  ///   - budget: The number of bytes that may be decoded; `nil` uses the limits.
  ///   - instances: The source of instances for references that are not to an object of a graph.
  ///   - hashes: Whether the value will be hashed.
  package init(
    _ node: ArchiveNode, limits: ArchiveLimits, objectConversion: any ObjectConversion.Type, depth: Int = 0,
    budget: Int? = nil, instances: (any InstanceSource)? = nil, hashes: Bool = false
  ) {
    self.objectConversion = objectConversion
    self.hashes = hashes
    source = instances
    self.node = .null
    self.limits = limits
    self.depth = depth
    self.budget = budget ?? limits.decodedSizeAllowed(forArchiveOf: 0)
    // Computing the size of a node takes a traversal, which most decodes do not need.
    if budget == nil, limits.maximumDecodedSize == nil { unmeasured = node }
    _ = move(to: node)
  }

  // MARK: Places

  /// Runs `body` at a part of the current place, then returns to the current one.
  mutating func at<Result>(_ part: ArchiveNode, _ body: (inout Self) throws -> Result) throws
    -> Result
  {
    var outer = try enter(part)
    defer { leave(to: &outer) }
    return try body(&self)
  }

  /// A place to return to. What it holds is moved in and out of it, since copies would count many references.
  private struct Place {
    var node = ArchiveNode.null
    var parts = Parts.none
    let objects: [ArchiveNode]
    let firstNumber: Int
    let number: Int?
  }

  /// Moves to a part, and returns the place to return to.
  private mutating func enter(_ part: ArchiveNode) throws -> Place {
    var outer = Place(objects: objects, firstNumber: firstNumber, number: number)
    swap(&outer.node, &node)
    swap(&outer.parts, &parts)
    do {
      try charge(move(to: part))
    } catch {
      leave(to: &outer)
      throw error
    }
    return outer
  }

  private mutating func leave(to outer: inout Place) {
    swap(&outer.node, &node)
    swap(&outer.parts, &parts)
    (objects, firstNumber, number) = (outer.objects, outer.firstNumber, outer.number)
  }

  /// Moves to a node, or to what it represents: the root of a graph, the target of a reference, the content of an
  /// instance. Does not unwrap integers of more than 64 bits. Returns the cost.
  private mutating func move(to part: ArchiveNode) -> Int {
    node = part
    number = nil
    var cost = 0
    // A chain of references ends after at most as many steps as there are objects; a longer one is a cycle.
    var steps = 0
    while true {
      switch node {
      case .graph(let graph):
        objects = graph.objects
        firstNumber = numberCount
        numberCount += objects.count
        cost += 8 * objects.count
        node = graph.root
      case .instance(let type, let content) where !type.isSpelling: node = content
      case .reference(let reference):
        guard objects.indices.contains(reference), steps <= objects.count else { return cost }
        steps += 1
        cost += 8
        node = objects[reference]
        number = firstNumber + reference
      default: return cost
      }
    }
  }

  /// Runs `body` with the parts of the current place, one level deeper.
  mutating func inside<Result>(_ inner: Parts, _ body: (inout Self) throws -> Result) throws -> Result {
    let outer = parts
    depth += 1
    defer {
      depth -= 1
      parts = outer
    }
    try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    parts = inner
    return try body(&self)
  }

  func mismatch(_ expected: String) -> ArchiveError {
    node.isNull
      ? .foundNil(expected: expected)
      : failure(.typeMismatch, expected: expected, found: node.kindDescription)
  }
}

// MARK: Parts

extension NodeDecoder {
  package func hasField(at position: Int) -> Bool { part(at: position) != nil }

  private func part(at position: Int) -> ArchiveNode? {
    switch parts {
    case .none, .unknownCase: return nil
    case .fields(let fields, let schema):
      guard schema.fields.indices.contains(position) else { return nil }
      let name = schema.fields[position]
      if let node = fields.node(named: name, near: position) { return node }
      return schema.formerFields[name]?.lazy.compactMap { fields[$0] }.first
    case .elements(let elements): return elements.indices.contains(position) ? elements[position] : nil
    case .entries(let entries):
      // All keys come first, then all values.
      if entries.indices.contains(position) { return entries[position].key }
      return entries.indices.contains(position - entries.count)
        ? entries[position - entries.count].value : nil
    }
  }

  package mutating func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    try Record.checkComposition()
    guard case .fields(let fields, let schema) = parts else { throw mismatch("a record") }
    if !hasFields(of: type, at: position) {
      for name in schema.compositionNames(of: type, at: position) {
        guard let whole = fields[name], whole != .null else { continue }
        return try ArchiveError.located(at: .field(name)) { try at(whole) { try $0._decodeRecord(of: type) } }
      }
      if !isRequired { return nil }
    }
    let outer = parts
    defer { parts = outer }
    parts = try fieldParts(fields, schema.composition(at: position, count: Record.archiveFieldCount))
    var record = try Record(fields: &self)
    try Record.awake(&record, hooks[type], firstField: schema.fields[position])
    return record
  }

  package mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    try value(at: position, whenAbsent: Value.valueWhenAbsent) { try Value.decodeValue(from: &$0) }
  }

  package mutating func decode(at position: Int) throws -> Bool {
    try value(at: position) { try $0.decodeBool() }
  }
  package mutating func decode(at position: Int) throws -> Int {
    try value(at: position) { try $0.fitting($0.decodeInt64()) }
  }
  package mutating func decode(at position: Int) throws -> Double {
    try value(at: position) { try $0.decodeDouble() }
  }
  package mutating func decode(at position: Int) throws -> String {
    try value(at: position) { try $0.decodeString() }
  }
  package mutating func decode(at position: Int) throws -> Date {
    try value(at: position) { try $0.decodeDate() }
  }

  /// Reads a part, by a function that is inlined: as a closure it would be generic, and made at run time for each field.
  @inline(__always)
  private mutating func value<Value>(
    at position: Int, whenAbsent: @autoclosure () -> Value? = nil, _ read: (inout NodeDecoder) throws -> Value
  ) throws -> Value {
    do {
      try charge(16 + MemoryLayout<Value>.stride)
      guard let part = part(at: position) else {
        if let value = whenAbsent() { return value }
        throw try missing(position)
      }
      var outer = try enter(part)
      defer { leave(to: &outer) }
      return try read(&self)
    } catch {
      throw try located(error, at: position)
    }
  }

  @inline(never)
  private mutating func located(_ error: any Error, at position: Int) throws -> ArchiveError {
    let error = ArchiveError.wrapping(error)
    // As for values: the error of a shared record may be created many times.
    if error.isOfOneValue { try charge(error.path.isEmpty ? error.size : 64) }
    switch parts {
    case .fields(_, let schema): return error.prefixed(.field(schema.fields[position]))
    case .elements: return error.prefixed(.index(position))
    case .none, .unknownCase, .entries: return error
    }
  }

  private mutating func missing(_ position: Int) throws -> ArchiveError {
    guard case .fields(let fields, let schema) = parts, schema.fields.indices.contains(position) else {
      return failure(.missingField, expected: "a part at \(position)", found: "none")
    }
    try charge(16 * fields.names.count * (1 + schema.fields.count))
    let (name, others) = (schema.fields[position], fields.names.filter { !schema.fields.contains($0) })
    try charge(others.reduce(0) { $0 + nearestNameWork(from: name, to: $1) })
    return .missingField(name, among: others)
  }

  package mutating func decodeCase() throws -> Int {
    guard case .unknownCase(let schema, let name, let fields) = parts else {
      throw failure(.malformed, expected: "the name of a case", found: "none")
    }
    guard let number = schema.caseIndex(named: name) else {
      throw invalid(
        "the case “\(name)”",
        expected: "one of the cases \(schema.cases.map(\.name).joined(separator: ", "))",
        advice: "The archive may come from a newer version of the type.")
    }
    guard fields != nil || schema.cases[number].fields.isEmpty else {
      throw failure(
        .malformed, expected: "the associated values of the case “\(name)”", found: "its name alone")
    }
    parts = try fieldParts(fields ?? ArchiveNode.Fields(className: ""), schema.cases[number])
    return number
  }
}

// MARK: Values

extension NodeDecoder {
  package mutating func decodeNil() throws -> Bool {
    switch node {
    case .null: true
    case .record(let fields): fields.className == "NSNull" && fields.names.isEmpty
    case .reference(let number): try source.map { try !$0.isStored(reference: number) } ?? false
    default: false
    }
  }

  package mutating func decodeBool() throws -> Bool {
    try number("true or false", StoredNumber.boolExpected) { $0.bool }
  }
  package mutating func decodeInt64() throws -> Int64 {
    try number("an integer", StoredNumber.int64Expected) { $0.integer(Int64.self) }
  }
  package mutating func decodeUInt64() throws -> UInt64 {
    try number("an unsigned integer", StoredNumber.uint64Expected) { $0.integer(UInt64.self) }
  }
  package mutating func decodeDouble() throws -> Double {
    try number("a number", StoredNumber.doubleExpected) { $0.double }
  }
  package mutating func decodeFloat() throws -> Float {
    try number("a number", StoredNumber.floatExpected) { $0.float }
  }

  /// Whether the current place is an integer of more than 64 bits, which keyed archives may contain.
  private var isWideInteger: Bool {
    if case .instance(let type, _) = node { type == .wideInteger } else { false }
  }

  /// Returns the node's number, converted by `convert`.
  private mutating func number<Value>(
    _ kind: String, _ exact: String, _ convert: (StoredNumber) -> Value?
  ) throws -> Value {
    try takeShared()
    guard let number = StoredNumber(node) else {
      throw isWideInteger
        ? invalid("a larger one", expected: "an integer of at most 64 bits") : mismatch(kind)
    }
    guard let value = convert(number) else { throw invalid("\(number)", expected: exact) }
    return value
  }

  package mutating func decodeString() throws -> String {
    try takeShared()
    guard case .string(let value) = node else { throw mismatch("a string") }
    try charge(value.utf8.count)
    return value
  }

  package mutating func decodeDate() throws -> Date {
    try takeShared()
    guard case .date(let value) = node else { throw mismatch("a date") }
    return value
  }

  package mutating func decodeData() throws -> Data {
    try takeShared()
    switch node {
    case .data(let value):
      try charge(value.count)
      return value
    case .array(let elements):
      // Column archives store bytes as an array of integers.
      try charge(16 * elements.count)
      return Data(
        try elements.enumerated().map { position, element in
          guard case .integer(let number) = element, let byte = UInt8(exactly: number) else {
            throw mismatch("data").prefixed(.index(position))
          }
          return byte
        })
    default: throw mismatch("data")
    }
  }
}
