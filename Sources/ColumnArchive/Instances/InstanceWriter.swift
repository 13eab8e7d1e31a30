internal import ArchiveBytes
internal import ArchiveValues

// The instances that the columns of a batch refer to, by their numbers, behind these columns; nothing when there are none:
//   the byte 0xA1
//   the count of names, and these
//   the count of shapes, and for each the number of the class name, the count of fields, and the numbers of their names
//   the count of instances, 1 or more
//   for each instance     1 and the number of its shape, or 0 when only weak references lead to it: a column of integers
//   for each instance     the count of its bytes: a column of integers
//   the sum of these counts, and the bytes: of each instance its fields, as trees, in the order of its shape

/// Writes the instances of classes that a batch refers to.
final class InstanceWriter {
  @exclusivity(unchecked) var objects = EncodedObjects()
  private let limits: ArchiveLimits
  /// What the table begins with.
  static let mark: UInt8 = 0xA1

  init(limits: ArchiveLimits) { self.limits = limits }

  /// The fields that instances of one class have.
  private struct Shape: Hashable {
    let type: ObjectIdentifier
    let count: Int
    let positions: [Int]?
  }

  /// What is known of the class of the last instance.
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

  /// An instance that was written: its number, that of its shape, and where its bytes begin.
  private struct Body {
    let number: Int
    let shape: Int
    let start: Int
  }

  /// Writes the table of all instances that were referred to, and of those that these refer to.
  func finish(_ output: OutputBuffer) throws {
    let encoder = TreeEncoder(limits: limits, instances: self)
    var shapes: [Shape: Int] = [:]
    var shapeBytes: [UInt8] = []
    var bodies: [Body] = []
    guard var last = objects.first.map({ Known(type(of: $0)) }) else { return }
    while let (number, object) = objects.next() {
      let type = ObjectIdentifier(Swift.type(of: object))
      if last.type != type { last = Known(Swift.type(of: object)) }
      let start = encoder.output.count
      do {
        let fields = try encoder.encodeFields(of: object, last.schema)
        if last.shape.count != fields.count || last.shape.positions != fields.positions {
          last.shape = Shape(type: type, count: fields.count, positions: fields.positions)
          last.number = shapes[last.shape] ?? shapes.count
          if last.number == shapes.count {
            shapes[last.shape] = last.number
            let names = last.schema.cases[0].fields
            shapeBytes.append(varint: encoder.number(of: last.schema.schema.className))
            shapeBytes.append(varint: UInt64(fields.count))
            for field in fields.positions ?? Array(0..<fields.count) {
              shapeBytes.append(varint: encoder.number(of: names[field]))
            }
          }
        }
      } catch {
        throw objects.located(error, in: object, number: number)
      }
      bodies.append(Body(number: number, shape: last.number, start: start))
    }
    try objects.checkExpected()
    output.append(Self.mark)
    output.append(varint: UInt64(encoder.names.count))
    for name in encoder.names { output.append(name: name) }
    output.append(varint: UInt64(shapes.count))
    output.append(shapeBytes)
    append(bodies, of: encoder.output, to: output)
  }

  /// Writes the shapes, the lengths and the bytes of instances. They were written in the order in which they were found to
  /// be needed, and are stored in that of their numbers.
  private func append(_ bodies: [Body], of bytes: OutputBuffer, to output: OutputBuffer) {
    var shapes = [UInt](repeating: 0, count: objects.count)
    var ranges = [Range<Int>](repeating: 0..<0, count: objects.count)
    var isInOrder = true
    for (index, body) in bodies.enumerated() {
      let end = index + 1 < bodies.count ? bodies[index + 1].start : bytes.count
      shapes[body.number] = UInt(body.shape + 1)
      ranges[body.number] = body.start..<end
      isInOrder = isInOrder && (index == 0 || body.number > bodies[index - 1].number)
    }
    output.append(varint: UInt64(shapes.count))
    unsafe shapes.withUnsafeBufferPointer { unsafe output.append($0) }
    unsafe ranges.map { UInt($0.count) }.withUnsafeBufferPointer { unsafe output.append($0) }
    output.append(varint: UInt64(bytes.count))
    if isInOrder { return output.append(bytes, 0..<bytes.count) }
    for range in ranges { output.append(bytes, range) }
  }
}
