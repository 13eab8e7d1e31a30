internal import ArchiveBytes
internal import ArchiveValues

/// Writes the class instances that a batch refers to, after its columns.
struct InstanceWriter {
  private let instances: InstanceNumbers
  private let limits: ArchiveLimits

  init(_ instances: InstanceNumbers, limits: ArchiveLimits) {
    (self.instances, self.limits) = (instances, limits)
  }

  /// The fields of the instances of one class.
  private struct Shape: Hashable {
    let type: ObjectIdentifier
    let count: Int
    let positions: [Int]?
  }

  /// The class of the last instance, with its schema and shape.
  private final class Known {
    let type: ObjectIdentifier
    let schema: TreeEncoder.TypeSchema
    var shape: Shape
    /// The number of the shape.
    var number = -1

    init(_ type: any ArchivableObject.Type) {
      self.type = ObjectIdentifier(type)
      schema = TreeEncoder.TypeSchema(type.archiveSchema)
      shape = Shape(type: self.type, count: -1, positions: nil)
    }
  }

  /// An instance that was written: its number, the number of its shape, and the offset of its bytes.
  private struct Body {
    let number: Int
    let shape: Int
    let start: Int
  }

  /// Writes the table of all referenced instances, and of those that they refer to.
  func finish(_ output: OutputBuffer) throws {
    let encoder = TreeEncoder(limits: limits, instances: instances)
    var table = InstanceTable(encoder)
    var shapes: [Shape: Int] = [:]
    var bodies: [Body] = []
    guard var last = instances.first.map({ Known(type(of: $0)) }) else { return }
    while let (number, object) = instances.next() {
      let type = ObjectIdentifier(Swift.type(of: object))
      if last.type != type { last = Known(Swift.type(of: object)) }
      let start = encoder.output.count
      do {
        let fields = try encoder.encodeFields(of: object, last.schema)
        if last.shape.count != fields.count || last.shape.positions != fields.positions {
          last.shape = Shape(type: type, count: fields.count, positions: fields.positions)
          if let known = shapes[last.shape] {
            last.number = known
          } else {
            let names = last.schema.cases[0].fields
            last.number = table.addShape(
              className: last.schema.schema.className,
              fieldNames: (fields.positions ?? Array(0..<fields.count)).map { names[$0] })
            shapes[last.shape] = last.number
          }
        }
      } catch {
        throw instances.located(error, in: object, number: number)
      }
      bodies.append(Body(number: number, shape: last.number, start: start))
    }
    try instances.checkExpected()
    write(bodies, of: table, to: output)
  }

  /// Writes the shapes, the lengths and the bytes of instances. They were encoded in the order in which they were
  /// needed, and are stored in the order of their numbers.
  private func write(_ bodies: [Body], of table: InstanceTable, to output: OutputBuffer) {
    let count = instances.count
    var shapes = [UInt](repeating: 0, count: count)
    var ranges = [Range<Int>](repeating: 0..<0, count: count)
    var isInOrder = true
    for (index, body) in bodies.enumerated() {
      let end = index + 1 < bodies.count ? bodies[index + 1].start : table.encoder.output.count
      shapes[body.number] = UInt(body.shape + 1)
      ranges[body.number] = body.start..<end
      isInOrder = isInOrder && (index == 0 || body.number > bodies[index - 1].number)
    }
    table.write(shapes: shapes, bodies: ranges, isInOrder: isInOrder, to: output)
  }
}

extension ColumnWriter {
  /// Writes the instances that the current batch refers to, if any, after its columns.
  func finishInstances() throws {
    guard let instances = takeInstances() else { return }
    try InstanceWriter(instances, limits: limits).finish(output)
  }
}
