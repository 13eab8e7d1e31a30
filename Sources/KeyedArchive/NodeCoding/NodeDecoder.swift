package import ArchiveBytes
package import ArchiveValues
package import Foundation

/// Reads values from nodes.
package struct NodeDecoder: KeyedDecoder {
  let limits: ArchiveLimits
  private var depth: Int
  private var stack = StackGuard()
  /// How many more bytes may be decoded.
  package private(set) var budget: Int
  var hooks = DecodingHooksTable()
  /// The objects that references at the current place lead to.
  var objects: [ArchiveNode] = []
  /// What is added to the numbers of references at the current place, to tell the graphs of nested nodes apart.
  var firstNumber = 0
  /// How many numbers the graphs met so far have.
  var numberCount = 0
  /// The number of the object that is the current place; `nil` for one that nothing refers to.
  var number: Int?
  /// The instances that were made of objects.
  var instances = DecodedObjects()
  /// Where the fields of each are.
  var instancePlaces: [InstancePlace] = []
  /// Where instances come from that references lead to out of the nodes.
  let source: (any InstanceSource)?
  /// The current place: what is there itself, not a reference to it.
  var node: ArchiveNode
  var parts = Parts.none

  /// The parts of the record or the collection that was entered.
  enum Parts {
    case none
    /// Those of a struct, or of a case.
    case fields(ArchiveFields, ArchiveSchema.Case)
    /// Of an enumeration whose case is not read yet.
    case unknownCase(ArchiveSchema, name: String, ArchiveFields?)
    case elements([ArchiveNode])
    case entries([ArchiveNode.Entry])
  }

  /// A decoder at a node.
  ///
  /// - Parameters:
  ///   - depth: How many levels around the node were entered by whoever read it.
  ///   - budget: How many bytes may be decoded; as the limits say when there is none.
  ///   - instances: Where references lead to that are to no object of a graph.
  package init(
    _ node: ArchiveNode, limits: ArchiveLimits, depth: Int = 0, budget: Int? = nil,
    instances: (any InstanceSource)? = nil
  ) {
    source = instances
    self.node = .null
    self.limits = limits
    self.depth = depth
    self.budget = budget ?? limits.maximumDecodedSize ?? .max
    move(to: node)
  }

  // MARK: Places

  package mutating func charge(_ size: Int) throws {
    budget = budget.subtractingReportingOverflow(size).partialValue
    if budget < 0 { throw ArchiveError.tooMuchDecoded() }
  }

  /// Pays for a node. Those of a graph may be far more than its objects, and end where no limit is set, too.
  mutating func chargeNode() throws {
    let size = 32
    if numberCount > 0 { budget = min(budget, limits.decodedSizeAllowed(forArchiveOf: size * numberCount)) }
    try charge(size)
  }

  /// Runs `body` at a part of the current place, and comes back.
  mutating func at<Result>(_ part: ArchiveNode, _ body: (inout Self) throws -> Result) rethrows
    -> Result
  {
    let outer = (node, parts, objects, firstNumber, number)
    defer { (node, parts, objects, firstNumber, number) = outer }
    parts = .none
    move(to: part)
    return try body(&self)
  }

  /// Moves to a node, or to what it stands for: the root of a graph, the object that a reference leads to, the content
  /// of an instance. Integers of more than 64 bits stay what they are.
  private mutating func move(to part: ArchiveNode) {
    node = part
    number = nil
    // References to references end after as many steps as there are objects, or lead to themselves.
    var steps = 0
    while true {
      switch node {
      case .graph(let graph):
        objects = graph.objects
        firstNumber = numberCount
        numberCount += objects.count
        node = graph.root
      case .instance(let type, let content) where type != KeyedNodes.wideInteger: node = content
      case .reference(let reference):
        guard objects.indices.contains(reference), steps <= objects.count else { return }
        steps += 1
        node = objects[reference]
        number = firstNumber + reference
      default: return
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
    // A level of nodes takes kilobytes where the compiler does not optimise.
    try stack.check(depth: depth, limits, safeDepth: 4, advice: "Raise ArchiveLimits.maximumDepth.")
    parts = inner
    return try body(&self)
  }

  package func failure(
    _ code: ArchiveError.Code, expected: String?, found: String?, advice: String?
  ) -> ArchiveError {
    ArchiveError(code, expected: expected, found: found, advice: advice)
  }

  func mismatch(_ expected: String) -> ArchiveError {
    node.isNull
      ? .foundNil(expected: expected)
      : failure(.typeMismatch, expected: expected, found: node.kindDescription, advice: nil)
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

  package mutating func decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    try Record.checkComposition()
    guard case .fields(let fields, let schema) = parts else { throw mismatch("a record") }
    if !hasFields(of: type, at: position) {
      for name in schema.compositionNames(of: type, at: position) {
        guard let whole = fields[name], whole != .null else { continue }
        do {
          return try at(whole) { try $0.decodeRecord(of: type) }
        } catch {
          throw ArchiveError.wrapping(error).prefixed(.field(name))
        }
      }
      if !isRequired { return nil }
    }
    let outer = parts
    defer { parts = outer }
    parts = .fields(fields, schema.composition(at: position, count: Record.archiveFieldCount))
    var record = try Record(fields: &self)
    try Record.awake(&record, hooks[type], firstField: schema.fields[position])
    return record
  }

  package mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    do {
      guard let part = part(at: position) else {
        if let value = Value.valueWhenAbsent { return value }
        throw missing(position)
      }
      try charge(MemoryLayout<Value>.stride)
      return try at(part) { try $0.decodeValue(Value.self) }
    } catch {
      let error = ArchiveError.wrapping(error)
      switch parts {
      case .fields(_, let schema): throw error.prefixed(.field(schema.fields[position]))
      case .elements: throw error.prefixed(.index(position))
      case .none, .unknownCase, .entries: throw error
      }
    }
  }

  /// Reads the value at the current place, in the form that every keyed archive has of it, or else in that of a column
  /// archive, which may be another one: a range without an end is its bound there.
  mutating func decodeValue<Value: ArchiveValue>(_ type: Value.Type) throws -> Value {
    do {
      return try Value.decodeValue(from: &self)
    } catch let error as ArchiveError where error.code == .typeMismatch && error.path.isEmpty {
      guard let value = try? decodeColumnForm(type) else { throw error }
      return value
    }
  }

  private mutating func decodeColumnForm<Value: ArchiveValue>(_ type: Value.Type) throws -> Value? {
    switch Value.archiveColumn.kind {
    case .stored(let form) where form.role == .array: return try decodeStored(type, form.type, form)
    case .optional(let wrapped):
      guard let content = try decodeContent(wrapped) else { return nil }
      return content as? Value
    default: return nil
    }
  }

  /// The content of an optional; `nil` when it has no other form.
  private mutating func decodeContent<Wrapped: ArchiveValue>(_ type: Wrapped.Type) throws -> Any? {
    guard let content = try decodeColumnForm(type) else { return nil }
    return content
  }

  private mutating func decodeStored<Value: ArchiveValue, Stored: ArchiveValue>(
    _ type: Value.Type, _ storedType: Stored.Type, _ form: ArchiveColumn.StoredForm
  ) throws -> Value {
    let stored = try decodeValue(storedType)
    return try unsafe withUnsafePointer(to: stored) { stored in
      try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { value in
        guard let address = value.baseAddress else {
          preconditionFailure("room for one value has an address")
        }
        // SAFETY: the form is that of `Value`, and makes it of a `Stored`, which is at the other address.
        try unsafe form.decode(UnsafeRawPointer(stored), UnsafeMutableRawPointer(address))
        return unsafe address.move()
      }
    }
  }

  private func missing(_ position: Int) -> ArchiveError {
    guard case .fields(let fields, let schema) = parts, schema.fields.indices.contains(position) else {
      return failure(.missingField, expected: "a part at \(position)", found: "none", advice: nil)
    }
    return .missingField(
      schema.fields[position], among: fields.names.filter { !schema.fields.contains($0) })
  }

  package mutating func decodeCase() throws -> Int {
    guard case .unknownCase(let schema, let name, let fields) = parts else {
      throw failure(.malformed, expected: "the name of a case", found: "none", advice: nil)
    }
    guard let number = schema.caseIndex(named: name) else {
      throw invalid(
        "the case “\(name)”",
        expected: "one of the cases \(schema.cases.map(\.name).joined(separator: ", "))",
        advice: "The archive may come from a newer version of the type.")
    }
    guard fields != nil || schema.cases[number].fields.isEmpty else {
      throw failure(
        .malformed, expected: "the associated values of the case “\(name)”", found: "its name alone",
        advice: nil)
    }
    parts = .fields(fields ?? ArchiveFields(className: ""), schema.cases[number])
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

  private func inexact(_ expected: String) -> ArchiveError { invalid("\(node)", expected: expected) }

  package mutating func decodeBool() throws -> Bool {
    switch node {
    case .bool(let value): return value
    case .integer(0): return false
    case .integer(1): return true
    case .integer, .unsigned, .float, .double: throw inexact("true or false")
    default: throw mismatch("true or false")
    }
  }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ expected: String) throws -> Number {
    let number: Number? =
      switch node {
      case .integer(let value): Number(exactly: value)
      case .unsigned(let value): Number(exactly: value)
      case .bool(let value): value ? 1 : 0
      case .float(let value): Number(exactly: value)
      case .double(let value): Number(exactly: value)
      default: throw mismatch("an integer")
      }
    guard let number else { throw inexact(expected) }
    return number
  }

  package mutating func decodeInt64() throws -> Int64 { try integer(Int64.self, "an integer of 64 bits") }
  package mutating func decodeUInt64() throws -> UInt64 {
    try integer(UInt64.self, "an unsigned integer of 64 bits")
  }

  package mutating func decodeDouble() throws -> Double {
    let number: Double? =
      switch node {
      case .double(let value): value
      case .float(let value): Double(value)
      case .integer(let value): Double(exactly: value)
      case .unsigned(let value): Double(exactly: value)
      case .bool(let value): value ? 1 : 0
      default: throw mismatch("a number")
      }
    guard let number else { throw inexact("a number that Double has exactly") }
    return number
  }

  package mutating func decodeFloat() throws -> Float {
    let number: Float? =
      switch node {
      case .float(let value): value
      case .double(let value): value.isNaN ? Float(value) : Float(exactly: value)
      case .integer(let value): Float(exactly: value)
      case .unsigned(let value): Float(exactly: value)
      case .bool(let value): value ? 1 : 0
      default: throw mismatch("a number")
      }
    guard let number else { throw inexact("a number that Float has exactly") }
    return number
  }

  package mutating func decodeString() throws -> String {
    guard case .string(let value) = node else { throw mismatch("a string") }
    return value
  }

  package mutating func decodeDate() throws -> Date {
    guard case .date(let value) = node else { throw mismatch("a date") }
    return value
  }

  package mutating func decodeData() throws -> Data {
    switch node {
    case .data(let value):
      try charge(value.count)
      return value
    case .array(let elements):
      // Column archives have bytes as an array of integers.
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

  package mutating func decodeBytes() throws -> [UInt8] { [UInt8](try decodeData()) }
}
