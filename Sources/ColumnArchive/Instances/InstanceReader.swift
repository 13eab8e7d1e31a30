internal import ArchiveBytes
internal import ArchiveValues

/// The instances behind the columns of a batch; see ``InstanceWriter`` for the bytes.
final class InstanceReader: InstanceSource {
  /// The fields that instances of one class have in the archive, in order.
  private struct Shape {
    let className: String
    let fieldNames: [String]
  }

  /// Where the fields of a class are among those of a shape, as it was last found.
  private struct Binding {
    let type: any ArchivableObject.Type
    let fieldNames: [String]
    /// For each field of the class, its index in the shape, or -1.
    let indices: [Int]
  }

  /// Where the fields of an instance are; those of the class that the archive lacks are `nil`.
  struct Fields {
    let names: [String]
    let cursors: [ByteCursor?]
  }

  private let names: [String]
  private var shapes: [Shape] = []
  private var bindings: [Binding?] = []
  /// For each instance one more than the number of its shape, and where its bytes begin.
  private var shapeNumbers: [Int] = []
  private var starts: [Int] = []
  private let bodies: ByteCursor
  private unowned let context: ReadContext
  private var decoded = DecodedObjects<Fields>()
  private let decoder: TreeDecoder

  var count: Int { shapeNumbers.count }
  /// What is added to the numbers of instances in nodes, where these are of several batches.
  var firstNumber = 0

  /// Opens the table at the cursor, which is the rest of a batch.
  init(_ cursor: inout ByteCursor, in context: ReadContext) throws {
    self.context = context
    var names: [String] = []
    // A name, and a field, take a byte at least, so counts are backed by bytes.
    for _ in 0..<(try cursor.readCount()) { names.append(try cursor.readName()) }
    self.names = names
    func readName() throws -> String {
      let number = try cursor.readCount()
      guard number < names.count else {
        throw cursor.malformed("one of \(names.count) names", "number \(number)")
      }
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

  /// Whether an instance is stored: weak references lead to some that are not.
  func isStored(_ number: Int) throws -> Bool {
    guard shapeNumbers.indices.contains(number) else { throw noInstance(number) }
    return shapeNumbers[number] > 0
  }

  private func noInstance(_ number: Int) -> ArchiveError {
    context.malformed("one of \(count) instances", "number \(number)")
  }

  /// The instance that nodes refer to by a number.
  func instance<Object: ArchivableObject>(forReference number: Int, of type: Object.Type) throws -> Object {
    try instance(number - firstNumber, of: type)
  }

  /// The instance of a number: the same each time.
  func instance<Object: ArchivableObject>(_ number: Int, of type: Object.Type) throws -> Object {
    guard try isStored(number) else {
      throw ArchiveError(
        .typeMismatch, expected: "an instance of \(type)", found: "one that only weak references lead to",
        offset: bodies.offset + starts[number])
    }
    if let known = try decoded.instance(number, of: type, count: count) { return known }
    try context.charge(96)
    let binding = try binding(to: shapeNumbers[number] - 1, of: type)
    let fields = try fields(of: number, binding)
    decoded.begin(number)
    do {
      let object = try decoder.instance(binding.type, fields)
      decoded.add(object, number: number, at: fields)
      guard let instance = object as? Object else {
        throw ArchiveError(.typeMismatch, expected: "an instance of \(type)", found: "\(binding.type)")
      }
      return instance
    } catch {
      decoded.cancel(number)
      throw error
    }
  }

  /// Where the fields of the class that a shape names are in it.
  private func binding<Object: ArchivableObject>(to shape: Int, of type: Object.Type) throws -> Binding {
    if let known = bindings[shape], known.type == type { return known }
    let family = try decoded.family(of: type)
    if let known = bindings[shape], family.contains(known.type) { return known }
    let found = shapes[shape]
    guard let member = family.member(named: found.className) else {
      throw family.mismatch(found: found.className)
    }
    let fields = member.archiveSchema.cases[0]
    let positions = Dictionary(zip(found.fieldNames, 0...), uniquingKeysWith: { $1 })
    let indices = fields.fields.map { name in
      positions[name] ?? (fields.formerFields[name] ?? []).lazy.compactMap { positions[$0] }.first ?? -1
    }
    let binding = Binding(type: member, fieldNames: fields.fields, indices: indices)
    bindings[shape] = binding
    return binding
  }

  private func fields(of number: Int, _ binding: Binding) throws -> Fields {
    let stored = try parts(of: number)
    let isSame = binding.indices.count == stored.count && binding.indices.enumerated().allSatisfy { $0 == $1 }
    return Fields(
      names: binding.fieldNames,
      cursors: isSame ? stored : binding.indices.map { $0 < 0 ? nil : stored[$0] })
  }

  /// The bytes of each field of an instance.
  private func parts(of number: Int) throws -> [ByteCursor?] {
    let start = bodies.offset
    let body = try bodies.part((start + starts[number])..<(start + starts[number + 1]))
    return try decoder.parts(of: body, count: shapes[shapeNumbers[number] - 1].fieldNames.count)
  }

  /// All instances as nodes; `nil` for those that only weak references lead to.
  ///
  /// - Parameter limit: How many there are at most; the others are one omission each.
  func nodes(limit: Int = .max) throws -> [ArchiveNode] {
    try shapeNumbers.indices.map { number in
      if number >= limit { return .omission(of: 1) }
      let shape = shapeNumbers[number] - 1
      if shape < 0 { return .null }
      return try decoder.node(
        className: shapes[shape].className, fieldNames: shapes[shape].fieldNames, try parts(of: number))
    }
  }

  func expectOwner(of object: some ArchivableObject) {
    decoded.expectOwner(of: object, else: .withoutOwner(type(of: object)))
  }

  /// Reads what is still to be read of the instances made so far.
  func complete() throws {
    while let (object, fields) = decoded.next() {
      do {
        try decoder.complete(object, fields)
      } catch {
        throw decoded.located(error, in: object)
      }
    }
  }

  /// Completes the instances that were made since the last time.
  func finish() throws {
    try complete()
    try decoded.awake()
  }

  /// Lets go of all instances.
  func release() throws { try decoded.release() }
}
