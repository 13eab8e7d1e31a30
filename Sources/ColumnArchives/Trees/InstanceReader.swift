internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import NodeCoding

/// The instances after the columns of a batch; see ``InstanceTable`` for the bytes.
final class InstanceReader: InstanceSource, BatchInstances {
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
  // Its methods call schemas, hooks and deinitialisers of users. SAFETY of each use: only one call uses a reader at a
  // time, and that code has no decoder but the one it is given, whose turn is over.
  @exclusivity(unchecked) private var decoded = DecodedObjects()
  /// The fields of the instances made so far, in order; `nil` once their references were read.
  @safe @exclusivity(unchecked) private var made: [ArchiveNode.Fields?] = []
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
    guard let shape = try shape(of: number) else {
      throw ArchiveError(
        .typeMismatch, expected: "an instance of \(type)", found: "one with only weak references",
        offset: bodies.offset + starts[number])
    }
    if let known = try unsafe decoded.instance(number, of: type, count: count) {
      // SAFETY: `decoded.instance` checked that the instance is of the class.
      return unsafe unsafeDowncast(known, to: type)
    }
    try context.charge(96)
    let family = try unsafe decoded.family(of: type)
    guard let member = family.member(named: shape.className) else {
      try context.charge(family.mismatchWork(found: shape.className))
      throw family.mismatch(found: shape.className)
    }
    var reader = try reader(of: number, keepsObjects: true)
    let fields = try reader.readFields(className: shape.className, names: shape.fieldNames)
    unsafe decoded.begin(number)
    do {
      let object = try context.nested {
        try context.withDecoder { try $0.makeInstance(of: member, from: fields) }
      }
      unsafe decoded.add(object, number: number)
      made.append(fields)
      // SAFETY: the class is the requested class, or a member of its family.
      return unsafe unsafeDowncast(object, to: type)
    } catch {
      unsafe decoded.cancel(number)
      throw error
    }
  }

  /// Charges for an instance that is hashed, each time that a reference to it is: its class may hash everything in it.
  func chargeHashing(_ number: Int) throws {
    try context.charge(hashingWork(of: number))
  }

  private func hashingWork(of number: Int) throws -> Int {
    try shape(of: number) == nil ? 0 : 2 * (starts[number + 1] - starts[number])
  }

  /// Reads the references of all instances made so far.
  func complete() throws {
    while let (object, index) = unsafe decoded.next() {
      guard let fields = made[index] else { continue }
      made[index] = nil
      do {
        try context.nested {
          try context.withDecoder { try $0.completeInstance(object, from: fields) }
        }
      } catch {
        throw unsafe decoded.located(error, in: object)
      }
    }
  }

  /// Completes the instances made since the last call, and runs their decoding hooks.
  func finish() throws {
    try complete()
    try unsafe decoded.awake()
  }

  /// Releases all instances.
  func release() throws {
    try unsafe decoded.release(context.limits)
    made = []
  }

  // MARK: References in nodes

  // They have no rows, so an error of a row is one of the archive.

  func instance<Object: ArchivableObject>(forReference number: Int, of type: Object.Type) throws -> Object {
    do {
      return try instance(number - firstNumber, of: type)
    } catch let failure as RowError {
      throw failure.error
    }
  }

  func isStored(reference number: Int) throws -> Bool { try shape(of: number - firstNumber) != nil }

  func node(forReference number: Int) throws -> ArchiveNode {
    try locating(isSequence: false) { try node(number - firstNumber, keepsObjects: true) }
  }

  func hashingWork(forReference number: Int) throws -> Int {
    try hashingWork(of: number - firstNumber)
  }

  func expectOwner(of object: some ArchivableObject) {
    unsafe decoded.expectOwner(of: object, else: .withoutOwner(type(of: object)))
  }
}
