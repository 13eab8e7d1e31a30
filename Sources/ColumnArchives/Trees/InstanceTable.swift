internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

// The instances that a batch's columns refer to by number are stored after the columns. Without instances, there are no
// bytes; otherwise
//   the byte 0xA1
//   the number of names, and the names
//   the number of shapes, and for each the number of its class name, the number of fields, and the numbers of their names
//   the number of instances, 1 or more
//   a column of integers   for each instance, 1 + the number of its shape, or 0 if only weak references refer to it
//   a column of integers   for each instance, its size in bytes
//   the sum of these sizes, and the bytes: the fields of each instance, as trees, in the order of its shape
// A node that is not a record, such as a collection that contains itself, is the only field of an instance, with an empty
// class name and an empty field name.

/// The instance table of a batch, while it is built.
struct InstanceTable {
  /// The first byte of the table.
  static let mark: UInt8 = 0xA1

  /// The fields of the instances of one class.
  private struct Shape: Hashable {
    let className: ExactName
    let fieldNames: ExactNames

    /// The shape of an object that is not a record.
    static let value = Shape(className: ExactName(""), fieldNames: ExactNames([""]))
  }

  /// An instance that was added: its number, the number of its shape, and the offset of its bytes.
  private struct Body {
    let number: Int
    let shape: Int
    let start: Int
  }

  private let trees: TreeWriter
  private var shapes: [Shape: Int] = [:]
  private var shapeBytes: [UInt8] = []
  private var lastShape: (shape: Shape, number: Int)?
  private var bodies: [Body] = []

  init(limits: ArchiveLimits) { trees = TreeWriter(limits: limits) }

  /// Adds an instance, or another object, with its number. Each number is added once at most.
  mutating func add(_ object: ArchiveNode, number: Int) throws {
    let start = trees.output.count
    let shape = try write(object)
    bodies.append(Body(number: number, shape: self.number(of: shape), start: start))
  }

  /// Writes the fields of an object, and returns its shape.
  private func write(_ object: ArchiveNode) throws -> Shape {
    guard case .record(let fields) = object, fields.caseName == nil,
      !fields.names.contains(ArchiveSchema.versionKey)
    else {
      try trees.write(object)
      return .value
    }
    let hasVersion = fields.version > 1
    let names = hasVersion ? fields.names + [ArchiveSchema.versionKey] : fields.names
    let shape = Shape(className: ExactName(fields.className), fieldNames: ExactNames(names))
    if shape == .value {
      try trees.write(object)
      return .value
    }
    for (name, node) in zip(fields.names, fields.values) {
      try ArchiveError.located(at: .field(name)) { try trees.write(node) }
    }
    if hasVersion { try trees.write(.integer(Int64(fields.version))) }
    return shape
  }

  private mutating func number(of shape: Shape) -> Int {
    if let lastShape, lastShape.shape == shape { return lastShape.number }
    let number = shapes[shape] ?? add(shape)
    lastShape = (shape, number)
    return number
  }

  private mutating func add(_ shape: Shape) -> Int {
    let number = shapes.count
    shapes[shape] = number
    shapeBytes.append(varint: trees.number(of: shape.className.text))
    shapeBytes.append(varint: UInt64(shape.fieldNames.all.count))
    for name in shape.fieldNames.all { shapeBytes.append(varint: trees.number(of: name)) }
    return number
  }

  /// Writes the table. The instances were added in the order in which they were found, and are stored in the order of
  /// their numbers.
  ///
  /// - Parameter count: The number of instances, including those that were not added: only weak references refer to
  ///   them.
  func write(count: Int, to output: OutputBuffer) {
    var numbers = [UInt](repeating: 0, count: count)
    var ranges = [Range<Int>](repeating: 0..<0, count: count)
    var isInOrder = true
    for (index, body) in bodies.enumerated() {
      let end = index + 1 < bodies.count ? bodies[index + 1].start : trees.output.count
      numbers[body.number] = UInt(body.shape + 1)
      ranges[body.number] = body.start..<end
      isInOrder = isInOrder && (index == 0 || body.number > bodies[index - 1].number)
    }
    output.append(Self.mark)
    output.append(varint: UInt64(trees.names.count))
    for name in trees.names { output.append(name: name) }
    output.append(varint: UInt64(shapes.count))
    output.append(shapeBytes)
    output.append(varint: UInt64(count))
    unsafe numbers.withUnsafeBufferPointer { unsafe output.append($0) }
    unsafe ranges.map { UInt($0.count) }.withUnsafeBufferPointer { unsafe output.append($0) }
    output.append(varint: UInt64(trees.output.count))
    if isInOrder { return output.append(trees.output, 0..<trees.output.count) }
    for range in ranges { output.append(trees.output, range) }
  }
}

extension ColumnWriter {
  /// Writes the instances that the current batch refers to, if any, after its columns.
  func finishInstances() throws {
    guard let nodes = takeNodes(), nodes.instanceCount > 0 else { return }
    var table = InstanceTable(limits: limits)
    for (number, node) in try nodes.instanceNodes() { try table.add(node, number: number) }
    table.write(count: nodes.instanceCount, to: output)
  }

  /// Writes the objects that nodes refer to, if any, after the columns of these nodes.
  func finish(_ objects: [ArchiveNode]) throws {
    guard !objects.isEmpty else { return }
    var table = InstanceTable(limits: limits)
    for (number, object) in objects.enumerated() {
      try ArchiveError.located(at: .field("\(object.fields?.className ?? "")#\(number)")) {
        try table.add(object, number: number)
      }
    }
    table.write(count: objects.count, to: output)
  }
}
