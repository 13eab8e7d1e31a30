internal import ArchiveBytes
internal import ArchiveValues

/// A plan for reading the columns of one schema as the values of one type: a tree of steps, compiled once.
///
/// All threads share the plan of a type and a header; ``RootType`` keeps it.
final class ReadPlan: @unchecked Sendable {
  // Sendable: nothing changes after compilation.
  /// The schema, with nodes for columns that the plan combines.
  let schema: Schema
  private let root: ReadStep
  /// The memory of the values.
  let memory: ValueMemory
  /// The steps that may lead back to themselves.
  private let late: [LateStep]

  /// - Parameters:
  ///   - node: The node of the columns; the root's node if it is `nil`.
  ///   - isFromNodes: Whether the archive was written from nodes, so that its values are read as nodes.
  init(_ codec: any ColumnCodec, _ schema: Schema, node: Int? = nil, isFromNodes: Bool = false) {
    let builder = PlanBuilder(schema, isFromNodes: isFromNodes)
    root = builder.root(codec, at: node ?? schema.root)
    memory = codec.memory
    self.schema = builder.schema
    late = Array(builder.defined.values)
  }

  deinit { for step in late { step.made = nil } }

  /// Reads the next values of a column, and completes the instances that they refer to.
  func read(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    try root.read(column, into: place, count: count, in: context)
    guard let trees = context.trees else { return }
    try destroying(place, count, of: memory) { try trees.finish(in: context) }
  }
}

/// A step that is created later, because it may lead back to itself: a type may contain itself.
private final class LateStep {
  /// The step, as long as its plan is needed.
  var made: ReadStep?

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    guard let made else { throw context.malformed("a complete plan", "another") }
    try made.read(column, into: place, count: count, in: context)
  }
}

/// Compiles a plan.
final class PlanBuilder {
  private(set) var schema: Schema
  /// Whether the values are read as nodes.
  private let isFromNodes: Bool
  /// Whether values are read in order to be hashed. Then the length of each value counts, however often the archive
  /// repeats it.
  private(set) var isHashing = false
  /// The name of the field whose step is being created, for errors of its elements.
  private(set) var fieldName: String?

  fileprivate struct Key: Hashable {
    let codec: ObjectIdentifier
    let node: Int
    let isHashing: Bool
  }

  fileprivate private(set) var defined: [Key: LateStep] = [:]
  /// Creates the steps below the steps of records and enumerations. An archive's schema may be any chain of them, so
  /// it is not followed by recursion.
  private var unfinished: [() -> Void] = []

  fileprivate init(_ schema: Schema, isFromNodes: Bool) {
    (self.schema, self.isFromNodes) = (schema, isFromNodes)
  }

  fileprivate func root(_ codec: any ColumnCodec, at node: Int) -> ReadStep {
    let step = step(of: codec, at: node)
    while let finish = unfinished.popLast() { finish() }
    return step
  }

  /// Returns the step that reads columns of a node as values of a codec's type.
  func step(of codec: any ColumnCodec, at node: Int) -> ReadStep {
    let kind = schema[node].kind
    // Nodes do not distinguish some types, so their columns may be of another kind than the type's.
    if isFromNodes || kind == .tree && !codec.isOptional || codec.readsNodes(of: kind) {
      return tree(codec.memory.type)
    }
    let columns = forms(of: codec, at: node)
    return codec.callsHook ? columns.awaking(codec.memory) : columns
  }

  private func forms(of codec: any ColumnCodec, at node: Int) -> ReadStep {
    guard schema[node].kind == .optional, !codec.isOptional else { return codec.step(at: node, in: self) }
    var inner = node
    while schema[inner].kind == .optional { inner = schema[inner].children[0] }
    return codec.step(at: inner, in: self).ofRequired
  }

  /// Returns the step that reads values as nodes.
  func tree<Value: ArchiveValue>(_ type: Value.Type) -> ReadStep {
    TreeCodec(type).step(isHashing: isHashing)
  }

  /// Returns a step for columns whose values the type cannot represent.
  func mismatch(_ node: Int, expected: String) -> ReadStep {
    let error = ArchiveError(.typeMismatch, expected: expected, found: schema[node].kind.description)
    return ReadStep { _, _, _, _ in throw error }
  }

  /// Calls `body`, which creates steps for values that will, or will not, be hashed.
  func hashing<Result>(_ isHashing: Bool, _ body: () -> Result) -> Result {
    let outer = self.isHashing
    self.isHashing = isHashing
    defer { self.isHashing = outer }
    return body()
  }

  /// Returns the step of a field.
  func step(of codec: any ColumnCodec, at node: Int, field name: String) -> ReadStep {
    fieldName = name
    defer { fieldName = nil }
    return step(of: codec, at: node)
  }

  /// Returns the step of a codec whose type may contain itself.
  ///
  /// - Parameter make: Creates the step, with the steps below it. It is called later, and only the first time.
  func define(_ codec: any ColumnCodec, at node: Int, _ make: @escaping () -> ReadStep) -> ReadStep {
    let key = Key(codec: ObjectIdentifier(codec), node: node, isHashing: isHashing)
    let known = defined[key]
    let step = known ?? LateStep()
    if known == nil {
      defined[key] = step
      unfinished.append { self.hashing(key.isHashing) { step.made = make() } }
    }
    return ReadStep(step.run)
  }

  /// Returns the place of a field with one of these names; earlier names take precedence.
  func binding(ofFieldNamed names: [String], in node: Int) -> Binding {
    schema.binding(ofFieldNamed: names, in: schema[node])
  }
}
