internal import ArchiveBytes
internal import ArchiveValues

/// What codecs know while one archive is read: its schema, and what reading it may still cost.
///
/// A call of a reader has one context, and so one budget, for all batches and however often it goes over them. Memory
/// for values is taken from it by the byte, and work that no value stands for by the prices in ``WorkCost``.
final class ReadContext {
  private(set) var schema: Schema
  /// Whether the schema is that of the requested type, so that nothing needs to be matched.
  let isExact: Bool
  let limits: ArchiveLimits
  let temporaries = TemporaryMemory.take()
  private var start: UInt
  @exclusivity(unchecked) private var budget: Int
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var stack = StackGuard()
  /// For a codec and a node: where each of the codec's fields is among the node's.
  private var bindings: [BindingKey: [Binding]] = [:]
  /// For a node: where the version of a record is among its fields, or -1.
  private var versionPositions: [Int: Int] = [:]
  /// For the codec of an enumeration and a node: which case is which.
  private var caseMatches: [BindingKey: CaseMatch] = [:]
  /// What the types of trees do with their values.
  var hooks = DecodingHooksTable()
  /// How much of collections is read without a type; all when there is none.
  var excerpt: Excerpt?
  /// The instances behind the columns that are being read, and those of all batches, by where they are.
  @exclusivity(unchecked) var instances: InstanceReader? {
    didSet { lacksInstances = instances?.lacksInstances ?? false }
  }
  /// Whether values are read to be hashed, so that the length of each counts, however often the archive has it.
  @exclusivity(unchecked) private(set) var isHashing = false
  /// Whether columns refer to instances, by themselves or in trees.
  private(set) lazy var canReferToInstances = schema.canReferToInstances
  /// Whether batches are opened with the instances behind their columns, and not a single column of them.
  var readsWholeBatches = false
  /// Whether weak references may lead to instances that are not stored.
  @exclusivity(unchecked) private(set) var lacksInstances = false
  private var allInstances: [Int: InstanceReader] = [:]
  /// Whether a field of an instance is being read in another form, so that nothing in it is tried twice as well.
  var readsOtherForm = false

  /// Whether small strings may be made of their words.
  let knowsStrings: Bool

  /// - Parameter budget: What is left for a call that has read something before; as the limits say when there is none.
  init(
    _ schema: Schema, isExact: Bool, bytes: ByteCursor, limits: ArchiveLimits, budget: Int? = nil,
    _ layouts: KnownLayouts = .found
  ) {
    self.schema = schema
    knowsStrings = layouts.strings
    self.isExact = isExact
    self.limits = limits
    start = UInt(bitPattern: unsafe bytes.start)
    self.budget = budget ?? limits.decodedSizeAllowed(forArchiveOf: bytes.end)
  }

  deinit { temporaries.putBack() }

  /// Goes on with the same archive, whose bytes may have moved since columns were last read.
  func resume(_ bytes: ByteCursor) { start = UInt(bitPattern: unsafe bytes.start) }

  /// Takes memory for decoded values, or the work of reading them, from what the archive may cost.
  func charge(_ count: Int, of byteCount: Int = 1) throws {
    let (cost, overflow) = count.multipliedReportingOverflow(by: byteCount)
    guard !overflow, cost <= budget else { throw tooMuch() }
    budget -= cost
  }

  @inline(never)
  private func tooMuch() -> RowError {
    let size = limits.decodedSizeAllowed(forArchiveOf: 0)
    let more = limits.maximumDecodedSize == nil ? ", and 100 times the archive" : ""
    return RowError(
      row: nil,
      ArchiveError(
        .limitExceeded, expected: "decoded values of at most \(size) bytes\(more)", found: "more",
        advice: "If the archive can be trusted, set ArchiveLimits.maximumDecodedSize."))
  }

  /// What may still be charged.
  var rest: Int { budget }

  /// Runs `body`, which reads values that are hashed, or not.
  func hashing<Result>(_ isHashing: Bool, _ body: () throws -> Result) rethrows -> Result {
    let outer = self.isHashing
    self.isHashing = isHashing
    defer { self.isHashing = outer }
    return try body()
  }

  /// Lends the remaining budget to `body`.
  func spending<Result>(_ body: (inout Int) throws -> Result) rethrows -> Result {
    var rest = budget
    defer { budget = min(max(rest, 0), budget) }
    return try body(&rest)
  }

  /// Runs `body` one level deeper.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    try checkDepth(depth)
    return try body()
  }

  /// Checks that so many levels are allowed, and that there is stack for another one.
  @inline(__always)
  func checkDepth(_ depth: Int) throws {
    guard depth <= limits.maximumDepth, stack.hasRoom() else { throw tooDeep(depth) }
  }

  @inline(never)
  private func tooDeep(_ depth: Int) -> RowError {
    RowError(
      row: nil, ArchiveError.tooDeep(depth, limits, advice: "Raise ArchiveLimits.maximumDepth to read it."))
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

  /// Which of a type's cases the cases of a node are; found once, by `find`.
  func caseMatch(
    of codec: ColumnCodec, to node: Int, find: (SchemaNode) -> CaseMatch
  ) -> CaseMatch {
    let key = BindingKey(codec: ObjectIdentifier(codec), node: node)
    if let found = caseMatches[key] { return found }
    let found = find(schema[node])
    caseMatches[key] = found
    return found
  }

  /// Runs `body`, which reads a column without a type: that takes more stack than the levels of the archive tell.
  func nestedNodes<Result>(_ body: () throws -> Result) throws -> Result {
    guard stack.hasRoom() else {
      throw RowError(
        row: nil,
        ArchiveError.tooDeep(depth, ArchiveLimits(maximumDepth: .max), advice: "Use a larger stack."))
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

  /// Lets go of all instances, when the values that refer to them are there. After an error they stay until ``close()``: by
  /// then the values are gone.
  func releaseInstances() throws {
    for reader in allInstances.values { try reader.release() }
    (instances, allInstances) = (nil, [:])
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
