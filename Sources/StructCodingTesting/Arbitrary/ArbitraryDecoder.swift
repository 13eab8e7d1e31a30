internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives
internal import PropertyLists

/// A decoder without an archive: it generates a value for each request.
///
/// So a type's own `init(fields:)` creates the value, with the type's own checks. Refused values are generated again, a
/// limited number of times.
struct ArbitraryDecoder {
  var random: TestGenerator
  let generators: ArbitraryGenerators
  var objects = ArbitraryObjects()
  /// The number of refused values in all parts of the present value.
  private var refused = 0
  /// The error that ends the present value, on its way to the root; a field with a failure policy may stop it.
  private var last: ArchiveError?
  /// The stored names from the root to the current place, without indices.
  var path: [String] = []
  private(set) var depth = 0
  /// The parts of the record at the current place.
  var parts = Parts.none

  enum Parts {
    case none
    /// The fields of a struct or a case.
    case fields(ArchiveSchema.Case)
    /// An enumeration whose case is not chosen yet.
    case cases(ArchiveSchema)
  }

  init(_ generators: ArbitraryGenerators, _ random: TestGenerator) {
    self.generators = generators
    self.random = random
  }

  /// Whether the value should end here, with `nil` for optionals and empty collections.
  var isDeep: Bool { depth > 5 }

  /// Generates a value, with all instances that it refers to.
  mutating func root<Value: ArchiveValue>(_ type: Value.Type) throws -> Value {
    (refused, last) = (0, nil)
    // A field with a policy that asserts in debug builds may be refused here.
    return try DebugAssertion.$handler.withValue(DebugAssertion.Handler { _ in }) {
      try retrying { decoder in
        decoder.objects = ArbitraryObjects()
        let value = try decoder.make(type)
        guard try decoder.finishInstances() else { return value }
        // Without the instances that only weak references reach: archives do not store them.
        return try ArchiveNode(encoding: value).decode(type)
      }
    }
  }

  /// Runs `body` until it does not throw, or too many values were refused. In the latter case, no enclosing place tries
  /// another value: one with fewer parts would hide the part that cannot be generated.
  private mutating func retrying<Value>(_ body: (inout ArbitraryDecoder) throws -> Value) throws -> Value {
    var tries = 0
    while true {
      let outer = (path, depth, parts)
      do {
        return try body(&self)
      } catch {
        (path, depth, parts) = outer
        (tries, refused) = (tries + 1, refused + 1)
        var error = ArchiveError.wrapping(error)
        if let last, last.code == error.code, last.found == error.found { throw error }
        if error.path.isEmpty { error.path = path.map { .field($0) } }
        if error.code == .unsupported || tries >= 40 || refused >= 2000 {
          last = error
          throw error
        }
      }
    }
  }

  /// Runs `body` with the parts of the current place, one level deeper.
  mutating func inside<Result>(
    _ inner: Parts, _ body: (inout ArbitraryDecoder) throws -> Result
  ) throws -> Result {
    let outer = parts
    depth += 1
    defer {
      depth -= 1
      parts = outer
    }
    guard depth < 60 else {
      throw ArchiveError(
        .unsupported, expected: "a type with finite values", found: "one that always contains another",
        advice: .changeCode("Give a generator for the field."))
    }
    parts = inner
    return try body(&self)
  }

  /// The stored name of the part at a position.
  func name(at position: Int) -> String? {
    guard case .fields(let schema) = parts, schema.fields.indices.contains(position) else { return nil }
    return schema.fields[position]
  }
}

// MARK: Parts

extension ArbitraryDecoder: FieldDecoder {
  // Sometimes a field is missing, so that its default is tested.
  func hasField(at position: Int) -> Bool {
    var random = random
    return !random.oneIn(12)
  }

  mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    let name = name(at: position)
    if let name { path.append(name) }
    defer { if name != nil { path.removeLast() } }
    return try retrying { decoder in
      if let value = try decoder.generators.value(of: Value.self, at: decoder.path, &decoder.random) {
        return value
      }
      return try decoder.make(Value.self)
    }
  }

  mutating func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    guard case .fields(let schema) = parts else { throw failure(.malformed, expected: "a record") }
    if !isRequired, isDeep || random.oneIn(4) { return nil }
    let part = schema.composition(at: position, count: Record.archiveFieldCount)
    var record = try inside(.fields(part)) { try Record(fields: &$0) }
    try DecodingHooks(type).awake(&record)
    return record
  }

  mutating func decodeCase() throws -> Int {
    guard case .cases(let schema) = parts, !schema.cases.isEmpty else {
      throw failure(.unsupported, expected: "an enumeration with cases")
    }
    var choice = Array(schema.cases.indices)
    if isDeep, let least = schema.cases.map(\.fields.count).min() {
      choice = choice.filter { schema.cases[$0].fields.count == least }
    }
    let number = choice[random.below(choice.count)]
    parts = .fields(schema.cases[number])
    return number
  }
}

// MARK: Values

extension ArbitraryDecoder: ValueDecoder {
  mutating func decodeNil() throws -> Bool { isDeep || random.oneIn(3) }
  mutating func _decodeNumber(_ wanted: _NumberType) throws -> StoredNumber {
    switch wanted {
    case .bool: .bool(random.oneIn(2))
    case .int64: .signed(ArbitraryScalars.integer(&random))
    case .uint64: .unsigned(ArbitraryScalars.integer(&random))
    case .float: .float(ArbitraryScalars.float(&random))
    case .double: .double(ArbitraryScalars.double(&random))
    }
  }
  mutating func decodeString() throws -> String { ArbitraryScalars.string(&random) }
  mutating func decodeDate() throws -> Date { ArbitraryScalars.date(&random) }
  mutating func decodeData() throws -> Data { Data(try _decodeBytes()) }
  mutating func _decodeBytes() throws -> [UInt8] {
    (0..<random.below(random.oneIn(8) ? 200 : 9)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  mutating func _decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record {
    let schema = type.archiveSchema
    let inner = schema.isEnumeration ? Parts.cases(schema) : .fields(schema.cases[0])
    var record = try inside(inner) { try Record(fields: &$0) }
    let hooks = DecodingHooks(type)
    if unsafe hooks.awake != nil { try _completeInstances() }
    try hooks.awake(&record)
    return record
  }

  mutating func _decodeCollection<Result>(
    _ kind: _ArchiveCollection, _ body: (inout ArbitraryDecoder, Int) throws -> Result
  ) throws -> Result {
    let isLarge = depth < 3 && random.oneIn(12)
    let count = isDeep ? 0 : isLarge ? 14 + random.below(4) : random.below(4)
    return try inside(.none) { try body(&$0, count) }
  }

  mutating func _decodeNode() throws -> ArchiveNode {
    switch random.below(isDeep ? 3 : 5) {
    case 0: .string(ArbitraryScalars.string(&random))
    case 1: .integer(ArbitraryScalars.integer(&random))
    case 2: .bool(random.oneIn(2))
    case 3: .date(ArbitraryScalars.date(&random))
    default:
      .array(
        try inside(.none) { decoder in
          try (0..<decoder.random.below(4)).map { _ in try decoder._decodeNode() }
        })
    }
  }

  mutating func _decodeForeign() throws -> ArchiveNode {
    let text = ArchiveNode.string(ArbitraryScalars.string(&random))
    return .record(.init(className: "Arbitrary", names: ["text"], nodes: [text]))
  }

  mutating func _decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object {
    throw failure(
      .unsupported, expected: "a generator for \(type)", found: "none",
      advice: .changeCode(
        "Objects of classes cannot be made up: give a generator for the field or for the type."))
  }
}
