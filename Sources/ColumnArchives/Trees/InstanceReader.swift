internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// The instances after the columns of a batch; see ``InstanceTable`` for the bytes.
final class InstanceReader: InstanceSource, BatchInstances {
  /// The fields that instances of one class have in the archive, in order.
  struct Shape {
    let className: String
    let fieldNames: [String]
    /// The cost of finding all fields by name.
    let cost: Int

    init(className: String, fieldNames: [String]) {
      self.className = className
      self.fieldNames = fieldNames
      cost = fieldNames.reduce(fieldNames.count * TreeDecoder.fieldCost) { $0 + $1.utf8.count }
    }

    /// Whether this is the shape of values that are not records: their only field is the value.
    var isOfValue: Bool { className.isEmpty && fieldNames == [""] }
  }

  // Exclusivity is not checked at each access. Of the properties marked safe it cannot be violated: what changes an
  // array or a set of such elements runs no code of others.
  private let names: [String]
  @safe @exclusivity(unchecked) private var shapes: [Shape] = []
  @safe @exclusivity(unchecked) private var bindings: [InstanceBinding?] = []
  /// For each instance: one more than the number of its shape (`shapeNumbers`), and the offset of its bytes (`starts`).
  @safe @exclusivity(unchecked) private var shapeNumbers: [Int] = []
  @safe @exclusivity(unchecked) private var starts: [Int] = []
  private let bodies: ByteCursor
  /// The context, which releases the reader when reading ends; see ``ReadContext/close()``.
  let context: ReadContext
  // Its methods call schemas, hooks and deinitialisers of users. SAFETY of each use: only one call uses a reader at a
  // time, and that code has no decoder but the one it is given, whose turn is over.
  @exclusivity(unchecked) private var decoded = DecodedObjects()
  /// All bindings made so far; instances refer to them by number.
  @safe @exclusivity(unchecked) private var allBindings: [InstanceBinding] = []
  /// The instances made so far, in order.
  @safe @exclusivity(unchecked) private var made: [Made] = []

  /// An instance that was made: its number, the number of its binding, and how far its fields were read.
  private struct Made {
    let number: Int
    let binding: Int
    let mark: InstanceFields.Mark
  }
  let decoder: TreeDecoder
  /// The instances currently being read as values, which have no identity.
  @safe @exclusivity(unchecked) var openValues: Set<Int> = []

  var count: Int { shapeNumbers.count }
  /// Whether some instances are not stored, because only weak references refer to them.
  private(set) var lacksInstances = false
  /// The offset added to the numbers of instances in nodes, if these come from several batches.
  var firstNumber = 0

  /// Opens the table at the cursor. The table is the rest of a batch.
  init(_ cursor: inout ByteCursor, in context: ReadContext) throws {
    self.context = context
    var names: [String] = []
    // A name or a field takes at least one byte, so the archive's size bounds the counts.
    for _ in 0..<(try cursor.readCount()) { names.append(try cursor.readName()) }
    self.names = names
    func readName() throws -> String {
      let number = try cursor.readCount()
      guard number < names.count else {
        throw cursor.malformed("one of \(names.count) names", "number \(number)")
      }
      try context.charge(names[number].utf8.count)
      return names[number]
    }
    for _ in 0..<(try cursor.readCount()) {
      let className = try readName()
      var fieldNames: [String] = []
      for _ in 0..<(try cursor.readCount()) { fieldNames.append(try readName()) }
      shapes.append(Shape(className: className, fieldNames: fieldNames))
    }
    bindings = Array(repeating: nil, count: shapes.count)
    let count = try cursor.readCount()
    try context.charge(count, of: 48)
    let shapeColumn = try PackedIntegers(&cursor, count: count, isSigned: false)
    let lengthColumn = try PackedIntegers(&cursor, count: count, isSigned: false)
    bodies = try cursor.readPart(try cursor.readCount())
    decoder = TreeDecoder(bodies, names: names, context: context)
    shapeNumbers.reserveCapacity(count)
    starts.reserveCapacity(count + 1)
    var (total, isValid) = (0, true)
    shapeColumn.visit(from: 0, count: count) { _, number in
      isValid = isValid && number <= UInt64(shapes.count)
      if number == 0 { lacksInstances = true }
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

  /// Returns whether an instance is stored. Some instances with only weak references are not.
  func isStored(_ number: Int) throws -> Bool {
    guard shapeNumbers.indices.contains(number) else { throw noInstance(number) }
    return shapeNumbers[number] > 0
  }

  /// Returns the shape of an instance, or `nil` if it is not stored.
  func shape(_ number: Int) throws -> Shape? { try isStored(number) ? shapes[shapeNumbers[number] - 1] : nil }

  private func noInstance(_ number: Int) -> ArchiveError {
    context.malformed("one of \(count) instances", "number \(number)")
  }

  /// Returns the instance that nodes refer to by a number.
  func instance<Object: ArchivableObject>(forReference number: Int, of type: Object.Type) throws -> Object {
    try instance(number - firstNumber, of: type)
  }

  func isStored(reference number: Int) throws -> Bool { try isStored(number - firstNumber) }

  /// Returns the node that nodes refer to by a number.
  func node(forReference number: Int) throws -> ArchiveNode {
    guard try isStored(number - firstNumber) else { return .null }
    return try node(number - firstNumber)
  }

  /// Returns the instance with a number; it is the same one each time.
  func instance<Object: ArchivableObject>(_ number: Int, of type: Object.Type) throws -> Object {
    guard try isStored(number) else {
      throw ArchiveError(
        .typeMismatch, expected: "an instance of \(type)", found: "one with only weak references",
        offset: bodies.offset + starts[number])
    }
    if let known = try unsafe decoded.instance(number, of: type, count: count) {
      // SAFETY: `decoded.instance` checked that the instance is of the class.
      return unsafe unsafeDowncast(known, to: type)
    }
    try context.charge(96)
    let binding = try binding(to: shapeNumbers[number] - 1, of: type)
    let making = unsafe decoded.begin(number)
    do {
      let (object, mark) = try decoder.makeInstance(binding, try bytes(of: number))
      unsafe decoded.add(object, number: number, making)
      made.append(Made(number: number, binding: binding.number, mark: mark))
      // SAFETY: the binding's class is the requested class, or a member of its family.
      return unsafe unsafeDowncast(object, to: type)
    } catch {
      unsafe decoded.cancel(number, making)
      throw error
    }
  }

  /// Returns the binding of a shape to the class that it names.
  private func binding<Object: ArchivableObject>(
    to shape: Int, of type: Object.Type
  ) throws -> InstanceBinding {
    if let known = bindings[shape], known.type == type { return known }
    let family = try unsafe decoded.family(of: type)
    if let known = bindings[shape], family.contains(known.type) { return known }
    let found = shapes[shape]
    guard let member = family.member(named: found.className) else {
      throw family.mismatch(found: found.className)
    }
    // Different classes may request the same shape alternately, so each binding is charged.
    try context.charge(found.cost)
    let binding = InstanceBinding(member, fieldNames: found.fieldNames, number: allBindings.count)
    bindings[shape] = binding
    allBindings.append(binding)
    return binding
  }

  /// Charges for an instance that is hashed, each time that a reference to it is: its class may hash everything in it.
  func chargeHashing(_ number: Int) throws {
    if try isStored(number) { try context.charge(bytes(of: number).remaining, of: 2) }
  }

  func bytes(of number: Int) throws -> ByteCursor {
    let start = bodies.offset
    return try bodies.part((start + starts[number])..<(start + starts[number + 1]))
  }

  /// Returns all instances as nodes, with a null node for those that only weak references refer to.
  func nodes() throws -> [ArchiveNode] { try shapeNumbers.indices.map { try node($0) } }

  /// Returns an instance as a node.
  func node(_ number: Int) throws -> ArchiveNode {
    let shape = shapeNumbers[number] - 1
    if shape < 0 { return .null }
    if shapes[shape].isOfValue { return try decoder.node(try bytes(of: number)) }
    return try decoder.node(
      className: shapes[shape].className, fieldNames: shapes[shape].fieldNames, try bytes(of: number))
  }

  /// Calls `body` with the class name and the size in bytes of each stored instance.
  func visitSizes(_ body: (_ className: String, _ byteCount: Int) -> Void) {
    for (number, shape) in shapeNumbers.enumerated() where shape > 0 {
      body(shapes[shape - 1].className, starts[number + 1] - starts[number])
    }
  }

  func expectOwner(of object: some ArchivableObject) {
    unsafe decoded.expectOwner(of: object, else: .withoutOwner(type(of: object)))
  }

  func doesNotHold(_ object: some ArchivableObject) { unsafe decoded.doesNotHold(object) }

  /// Reads the references of all instances made so far.
  func complete() throws {
    while let (object, index) = unsafe decoded.next() {
      let made = made[index]
      let completing = unsafe decoded.beginCompleting(index)
      defer { unsafe decoded.endCompleting(completing) }
      do {
        try decoder.completeInstance(
          object, allBindings[made.binding], InstanceFields(try bytes(of: made.number), from: made.mark))
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
}
