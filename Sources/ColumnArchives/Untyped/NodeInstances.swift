internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// The objects that nodes refer to, written as the instance table after the columns; see ``InstanceTable`` for the
/// bytes.
///
/// A record is written as an instance of its class. Everything else, such as a collection that contains itself, is
/// written as the only field of an instance, with an empty class name and an empty field name.
struct NodeInstances {
  let objects: [ArchiveNode]

  private struct Shape: Hashable {
    let className: String
    let fieldNames: [String]

    /// The shape of an object that is not a record.
    static let value = Shape(className: "", fieldNames: [""])
  }

  /// Writes the table, unless there are no objects.
  func write(to writer: ColumnWriter) throws {
    guard !objects.isEmpty else { return }
    let encoder = TreeEncoder(limits: writer.limits, instances: writer.instances)
    var table = InstanceTable(encoder)
    var shapes: [Shape: Int] = [:]
    var (shapeNumbers, bodies) = ([UInt](), [Range<Int>]())
    for (number, object) in objects.enumerated() {
      let start = encoder.output.count
      let shape = try ArchiveError.located(at: .field("\(object.fields?.className ?? "")#\(number)")) {
        try Self.encode(object, to: encoder)
      }
      let shapeNumber =
        shapes[shape] ?? table.addShape(className: shape.className, fieldNames: shape.fieldNames)
      shapes[shape] = shapeNumber
      shapeNumbers.append(UInt(shapeNumber + 1))
      bodies.append(start..<encoder.output.count)
    }
    table.write(shapes: shapeNumbers, bodies: bodies, isInOrder: true, to: writer.output)
  }

  /// Writes the fields of an object, and returns its shape.
  private static func encode(_ object: ArchiveNode, to encoder: TreeEncoder) throws -> Shape {
    guard case .record(let fields) = object, fields.caseName == nil,
      !fields.names.contains(ArchiveSchema.versionKey)
    else {
      try encoder.encode(object)
      return .value
    }
    var shape = Shape(className: fields.className, fieldNames: fields.names)
    if fields.version > 1 {
      shape = Shape(className: fields.className, fieldNames: fields.names + [ArchiveSchema.versionKey])
    }
    if shape == .value {
      try encoder.encode(object)
      return .value
    }
    for (position, name) in fields.names.enumerated() {
      try ArchiveError.located(at: .field(name)) {
        try encoder.encode(fields.node(named: name, near: position) ?? .null)
      }
    }
    if fields.version > 1 { try encoder.encode(Int64(fields.version)) }
    return shape
  }
}
