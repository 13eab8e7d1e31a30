internal import ArchiveBytes
internal import ArchiveValues

/// What codecs know while one archive is read: its schema, and what reading it may still cost.
final class ReadContext {
  private(set) var schema: Schema
  /// Whether the schema is that of the requested type, so that nothing needs to be matched.
  let isExact: Bool
  let limits: ArchiveLimits
  let temporaries = TemporaryMemory.take()
  private var start: UInt
  @exclusivity(unchecked) private var budget: Int
  @exclusivity(unchecked) private var depth = 0
  private var stack = StackGuard()
  /// For a codec and a node: where each of the codec's fields is among the node's.
  private var bindings: [BindingKey: [Binding]] = [:]
  /// For a node: where the version of a record is among its fields, or -1.
  private var versionPositions: [Int: Int] = [:]
  /// What the types of trees do with their values.
  var hooks = DecodingHooksTable()
  /// How much of collections is read without a type; all when there is none.
  var excerpt: Excerpt?
  /// The instances behind the columns that are being read, and those of all batches, by where they are.
  @exclusivity(unchecked) var instances: InstanceReader? {
    didSet { lacksInstances = instances?.lacksInstances ?? false }
  }
  /// Whether batches are opened with the instances behind their columns, and not a single column of them.
  var readsWholeBatches = false
  /// Whether weak references may lead to instances that are not stored.
  @exclusivity(unchecked) private(set) var lacksInstances = false
  private var allInstances: [Int: InstanceReader] = [:]
  /// Whether a field of an instance is being read in another form, so that nothing in it is tried twice as well.
  var readsOtherForm = false
  /// How many columns that are read without a type are inside one another.
  private var nodeDepth = 0

  /// Whether small strings may be made of their words.
  let knowsStrings: Bool

  init(
    _ schema: Schema, isExact: Bool, bytes: ByteCursor, limits: ArchiveLimits,
    _ layouts: KnownLayouts = .found
  ) {
    self.schema = schema
    knowsStrings = layouts.strings
    self.isExact = isExact
    self.limits = limits
    start = UInt(bitPattern: unsafe bytes.start)
    budget = limits.decodedSizeAllowed(forArchiveOf: bytes.end)
  }

  deinit { temporaries.putBack() }

  /// Goes on with the same archive, whose bytes may have moved since columns were last read.
  func resume(_ bytes: ByteCursor) { start = UInt(bitPattern: unsafe bytes.start) }

  /// Takes memory for decoded values from what the archive may cost.
  func charge(_ count: Int, of byteCount: Int = 1) throws {
    let (cost, overflow) = count.multipliedReportingOverflow(by: byteCount)
    guard !overflow, cost <= budget else {
      throw RowError(
        row: nil,
        ArchiveError(
          .limitExceeded,
          expected:
            "decoded values of at most \(limits.decodedSizeAllowed(forArchiveOf: 0)) bytes, and 100 times the archive",
          found: "more",
          advice: "If the archive can be trusted, set ArchiveLimits.maximumDecodedSize."))
    }
    budget -= cost
  }

  /// Calls `body` with what may still be charged, of which it leaves a rest.
  func spending<Result>(_ body: (inout Int) throws -> Result) rethrows -> Result {
    var rest = budget
    defer { budget = min(max(rest, 0), budget) }
    return try body(&rest)
  }

  /// Runs `body` one level deeper.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    if depth > StackGuard.safeDepth || depth > limits.maximumDepth { try checkDepth(depth) }
    return try body()
  }

  /// Checks that so many levels are allowed, and that there is stack for another one.
  @inline(never)
  func checkDepth(_ depth: Int) throws {
    guard depth <= limits.maximumDepth, depth <= StackGuard.safeDepth || stack.hasRoom() else {
      throw RowError(
        row: nil, ArchiveError.tooDeep(depth, limits, advice: "Raise ArchiveLimits.maximumDepth to read it."))
    }
  }

  /// Where each of a codec's fields is among those of a node; found once, by `find`.
  func bindings(
    of codec: ColumnCodec, to node: Int, find: (inout Schema) -> [Binding]
  ) -> [Binding] {
    let key = BindingKey(codec: ObjectIdentifier(codec), node: node)
    if let found = bindings[key] { return found }
    let found = find(&schema)
    bindings[key] = found
    return found
  }

  /// Where the version of a record is among the fields of a node; `nil` when it has none.
  func versionPosition(in node: Int) -> Int? {
    if let known = versionPositions[node] { return known < 0 ? nil : known }
    let found = schema[node].names.firstIndex(of: ArchiveSchema.versionKey)
    versionPositions[node] = found ?? -1
    return found
  }

  /// Runs `body`, which reads a column without a type: that takes more stack than the levels of the archive tell.
  func nestedNodes<Result>(_ body: () throws -> Result) throws -> Result {
    nodeDepth += 1
    defer { nodeDepth -= 1 }
    guard nodeDepth <= StackGuard.safeDepth || stack.hasRoom() else {
      throw RowError(
        row: nil,
        ArchiveError.tooDeep(nodeDepth, ArchiveLimits(maximumDepth: .max), advice: "Use a larger stack."))
    }
    return try body()
  }

  /// Where a field with one of these names is in a record of the schema.
  func binding(ofFieldNamed names: [String], in node: Int) -> Binding {
    schema.binding(ofFieldNamed: names, in: schema[node])
  }

  private struct BindingKey: Hashable {
    let codec: ObjectIdentifier
    let node: Int
  }

  // MARK: Instances

  /// Makes the instances at the cursor those of the columns that are read next. Opened again, they are the same.
  ///
  /// - Parameter keepsInstances: Whether they are opened again; otherwise they go with those of the next batch.
  func openInstances(_ cursor: inout ByteCursor, keepsInstances: Bool) throws {
    let start = cursor.offset
    if let known = allInstances[start] {
      instances = known
      cursor = cursor.dropping(cursor.remaining)
      return
    }
    let reader = try InstanceReader(&cursor, in: self)
    if keepsInstances { allInstances[start] = reader }
    instances = reader
  }

  /// Lets go of what refers back to the context, when reading ends, however it ends.
  func close() { (instances, allInstances) = (nil, [:]) }

  /// Lets go of all instances, when the values that refer to them are there.
  func releaseInstances() throws {
    defer { allInstances = [:] }
    instances = nil
    for reader in allInstances.values { try reader.release() }
  }

  // MARK: Errors

  @inline(never)
  func mismatch(_ column: Column, expected: String) -> RowError {
    RowError(row: nil, ArchiveError(.typeMismatch, expected: expected, found: column.kind.description))
  }

  @inline(never)
  func invalid(_ found: String, expected: String) -> ArchiveError {
    ArchiveError(.invalidValue, expected: expected, found: found)
  }

  @inline(never)
  func malformed(_ expected: String, _ found: String, at pointer: UnsafeRawPointer? = nil) -> ArchiveError {
    unsafe ArchiveError(.malformed, expected: expected, found: found, offset: pointer.map { offset(of: $0) })
  }

  /// The distance of an address from the start of the archive.
  func offset(of pointer: UnsafeRawPointer) -> Int { Int(UInt(bitPattern: pointer) &- start) }
}
