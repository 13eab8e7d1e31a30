internal import ArchiveBytes
internal import ArchiveValues

/// The objects that references in nodes lead to, as the table of instances behind the columns; see ``InstanceWriter`` for
/// the bytes.
///
/// A record is the instance of a class with its fields. Everything else, such as a collection that contains itself, is the
/// only field of an instance without a class name, and has no name either.
struct NodeInstances {
  let objects: [ArchiveNode]

  private struct Shape: Hashable {
    let className: String
    let fieldNames: [String]

    /// That of an object that is not a record.
    static let value = Shape(className: "", fieldNames: [""])
  }

  /// Writes the table; nothing when there are no objects.
  func write(to writer: ColumnWriter) throws {
    guard !objects.isEmpty else { return }
    let encoder = TreeEncoder(limits: writer.limits, instances: writer.instances)
    var shapes: [Shape: Int] = [:]
    var shapeBytes: [UInt8] = []
    var (shapeNumbers, lengths) = ([UInt](), [UInt]())
    for (number, object) in objects.enumerated() {
      let start = encoder.output.count
      let shape: Shape
      do {
        shape = try Self.encode(object, to: encoder)
      } catch {
        throw ArchiveError.wrapping(error).prefixed(.field("\(object.fields?.className ?? "")#\(number)"))
      }
      if shapes[shape] == nil {
        shapes[shape] = shapes.count
        shapeBytes.append(varint: encoder.number(of: shape.className))
        shapeBytes.append(varint: UInt64(shape.fieldNames.count))
        for name in shape.fieldNames { shapeBytes.append(varint: encoder.number(of: name)) }
      }
      shapeNumbers.append(UInt(shapes[shape, default: 0] + 1))
      lengths.append(UInt(encoder.output.count - start))
    }
    let output = writer.output
    output.append(InstanceWriter.mark)
    output.append(varint: UInt64(encoder.names.count))
    for name in encoder.names { output.append(name: name) }
    output.append(varint: UInt64(shapes.count))
    output.append(shapeBytes)
    output.append(varint: UInt64(objects.count))
    unsafe shapeNumbers.withUnsafeBufferPointer { unsafe output.append($0) }
    unsafe lengths.withUnsafeBufferPointer { unsafe output.append($0) }
    output.append(varint: UInt64(encoder.output.count))
    output.append(encoder.output, 0..<encoder.output.count)
  }

  /// Writes the fields of an object.
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
      do {
        try encoder.encode(fields.node(named: name, near: position) ?? .null)
      } catch {
        throw ArchiveError.wrapping(error).prefixed(.field(name))
      }
    }
    if fields.version > 1 { try encoder.encode(Int64(fields.version)) }
    return shape
  }
}
