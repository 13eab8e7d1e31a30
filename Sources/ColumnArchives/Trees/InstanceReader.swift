internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import KeyedArchives

/// The instances after the columns of a batch; see ``InstanceTable`` for the bytes.
final class InstanceReader: BatchInstances {
  /// The fields that instances of one class have in the archive, in order.
  private struct Shape {
    let className: String
    let fieldNames: [String]

    /// Whether this is the shape of values that are not records: their only field is the value.
    var isOfValue: Bool { className.isEmpty && fieldNames == [""] }
  }

  // Exclusivity is not checked at each access. Of the properties marked safe it cannot be violated: what changes an
  // array of such elements runs no code of others.
  private let names: [String]
  @safe @exclusivity(unchecked) private var shapes: [Shape] = []
  /// For each instance: one more than the number of its shape (`shapeNumbers`), and the offset of its bytes (`starts`).
  @safe @exclusivity(unchecked) private var shapeNumbers: [Int] = []
  @safe @exclusivity(unchecked) private var starts: [Int] = []
  private let bodies: ByteCursor
  /// The context, which releases the reader when reading ends; see ``ReadContext/close()``.
  private let context: ReadContext
  /// The instances as values are made of them; `nil` before the first is needed.
  @safe @exclusivity(unchecked) private var objects: NodeInstances?
  /// The nodes that refer to instances, by their numbers less `count`.
  @safe @exclusivity(unchecked) private var held: [ArchiveNode] = []
  /// The instances as trees, for fields that a type upgrades.
  @safe @exclusivity(unchecked) private var trees: TreeMaker?
  /// The offset added to the numbers of instances in nodes, if these come from several batches.
  var firstNumber = 0

  var count: Int { shapeNumbers.count }

  /// Opens the table at the cursor. The table is the rest of a batch.
  init(_ cursor: inout ByteCursor, in context: ReadContext) throws {
    self.context = context
    let names = try TreeReader.readNames(&cursor)
    self.names = names
    func readName() throws -> String { try TreeReader.readName(&cursor, of: names, in: context) }
    for _ in 0..<(try cursor.readCount()) {
      let className = try readName()
      var fieldNames: [String] = []
      for _ in 0..<(try cursor.readCount()) { fieldNames.append(try readName()) }
      shapes.append(Shape(className: className, fieldNames: fieldNames))
    }
    let count = try cursor.readCount()
    try context.charge(count, of: 48)
    let shapeColumn = try PackedIntegers(&cursor, count: count, isSigned: false)
    let lengthColumn = try PackedIntegers(&cursor, count: count, isSigned: false)
    bodies = try cursor.readPart(try cursor.readCount())
    shapeNumbers.reserveCapacity(count)
    starts.reserveCapacity(count + 1)
    var (total, isValid) = (0, true)
    shapeColumn.visit(from: 0, count: count) { _, number in
      isValid = isValid && number <= UInt64(shapes.count)
      shapeNumbers.append(Int(clamping: number))
    }
    starts.append(0)
    lengthColumn.visit(from: 0, count: count) { _, length in
      let (sum, overflow) = total.addingReportingOverflow(Int(clamping: length))
      isValid = isValid && !overflow
      total = sum
      starts.append(sum)
    }
    guard isValid, total == bodies.remaining else {
      throw cursor.malformed("shapes and lengths of \(count) instances", "others")
    }
  }

  // MARK: The table

  /// Returns the shape of an instance, or `nil` if it is not stored: some with only weak references are not.
  private func shape(of number: Int) throws -> Shape? {
    guard shapeNumbers.indices.contains(number) else {
      throw context.malformed("one of \(count) instances", "number \(number)")
    }
    return shapeNumbers[number] > 0 ? shapes[shapeNumbers[number] - 1] : nil
  }

  private func reader(of number: Int, keepsObjects: Bool) throws -> TreeReader {
    let bytes = try bodies.part((bodies.offset + starts[number])..<(bodies.offset + starts[number + 1]))
    return TreeReader(bytes, names: names, keepsObjects: keepsObjects, context: context)
  }

  /// Returns all instances as nodes, with a null node for those that only weak references refer to.
  func nodes() throws -> [ArchiveNode] { try shapeNumbers.indices.map { try node($0) } }

  /// Returns an instance as a node.
  ///
  /// - Parameter keepsObjects: Whether objects of `NSCoding` classes stay as they are stored.
  func node(_ number: Int, keepsObjects: Bool = false) throws -> ArchiveNode {
    guard let shape = try shape(of: number) else { return .null }
    try context.charge(NodeCost.record)
    var reader = try reader(of: number, keepsObjects: keepsObjects)
    if shape.isOfValue { return try reader.readAll() }
    return .record(try reader.readFields(className: shape.className, names: shape.fieldNames))
  }

  /// Calls `body` with the class name and the size in bytes of each stored instance.
  func visitSizes(_ body: (_ className: String, _ byteCount: Int) -> Void) {
    for (number, shape) in shapeNumbers.enumerated() where shape > 0 {
      body(shapes[shape - 1].className, starts[number + 1] - starts[number])
    }
  }

  // MARK: Instances

  /// Returns the instance with a number; it is the same one each time.
  func instance<Object: ArchivableObject>(_ number: Int, of type: Object.Type) throws -> Object {
    guard try shape(of: number) != nil else {
      throw ArchiveError(
        .typeMismatch, expected: "an instance of \(type)", found: "one with only weak references",
        offset: bodies.offset + starts[number])
    }
    return try reading { try $0.instance(number, of: type, budget: &$1) }
  }

  /// Returns the value of an instance, or of a node that is held, by its number. The value of an instance is a copy.
  func value<Value: ArchiveValue>(_ number: Int, of type: Value.Type) throws -> Value {
    guard number < count + held.count else {
      throw context.malformed("one of \(count) instances", "number \(number)")
    }
    return try reading { try $0.value(number, of: type, budget: &$1) }
  }

  /// Returns the nodes with references to those that refer to instances, which are held until others are.
  ///
  /// - Parameter isHashing: Whether the values are hashed.
  func hold(_ nodes: [ArchiveNode], isHashing: Bool) throws -> [ArchiveNode] {
    held = []
    var result: [ArchiveNode] = []
    for node in nodes {
      let references = node.references
      if isHashing { for number in references { try chargeHashing(number) } }
      if case .reference = node {
        result.append(node)
      } else if references.isEmpty {
        result.append(node)
      } else {
        result.append(.reference(count + held.count))
        held.append(node)
      }
    }
    if !held.isEmpty {
      try complete()
      objects = try NodeInstances(storedNodes(), values: held, context.limitsOfNodes, after: objects)
    }
    return result
  }

  /// Calls `body` with all instances, and with the budget.
  private func reading<Result>(_ body: (NodeInstances, inout Int) throws -> Result) throws -> Result {
    let objects = try objects ?? NodeInstances(storedNodes(), context.limitsOfNodes)
    self.objects = objects
    return try context.nested { try context.spending { try body(objects, &$0) } }
  }

  /// Returns all instances as nodes, with objects of `NSCoding` classes as they are stored.
  private func storedNodes() throws -> [ArchiveNode] {
    try shapeNumbers.indices.map { number in
      try context.charge(96)
      return try node(number, keepsObjects: true)
    }
  }

  /// Charges for an instance that is hashed, each time that a reference to it is: its class may hash everything in it.
  func chargeHashing(_ number: Int) throws {
    guard try shape(of: number) != nil else { return }
    try context.charge(2 * (starts[number + 1] - starts[number]))
  }

  /// Returns fields without references: each is replaced by its target, or, if that contains itself, its field by a graph.
  func withoutReferences(_ fields: ArchiveNode.Fields) throws -> ArchiveNode.Fields {
    if fields.values.allSatisfy({ $0.references.isEmpty }) { return fields }
    let nodes = try trees == nil ? storedNodes() : []
    // Each instance is made a tree once, for all records that refer to it.
    var maker = trees ?? TreeMaker(nodes, context.limits)
    trees = nil
    // Trees that share memory are written one after the other.
    var size = 0
    let result = fields.mapFields { _, node in
      guard let tree = try? maker.tree(of: node) else {
        size += maker.objects.count
        return .graph(ArchiveGraph(root: node, objects: maker.objects))
      }
      size += tree.size
      return tree.node
    }
    try context.charge(32 * size)
    trees = maker
    return result
  }

  /// Reads the references of all instances made so far.
  func complete() throws {
    guard let objects else { return }
    try context.nested { try context.spending { try objects.complete(budget: &$0) } }
  }

  /// Completes the instances made since the last call, and runs their decoding hooks.
  func finish() throws {
    try complete()
    try objects?.awake()
  }

  /// Releases all instances.
  func release() throws { try objects?.release() }
}
