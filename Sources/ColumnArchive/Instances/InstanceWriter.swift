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
  private struct Known {
    let type: ObjectIdentifier
    let schema: ArchiveSchema
    var shape: Shape
    var number: Int
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
    var last: Known?
    while let (number, object) = objects.next() {
      let type = ObjectIdentifier(Swift.type(of: object))
      var known: Known
      if let last, last.type == type {
        known = last
      } else {
        let schema = Swift.type(of: object).archiveSchema
        known = Known(
          type: type, schema: schema, shape: Shape(type: type, count: -1, positions: nil), number: -1)
      }
      let start = encoder.output.count
      do {
        let fields = try encoder.encodeFields(of: object, known.schema)
        if known.shape.count != fields.count || known.shape.positions != fields.positions {
          known.shape = Shape(type: type, count: fields.count, positions: fields.positions)
          known.number = shapes[known.shape] ?? shapes.count
          if known.number == shapes.count {
            shapes[known.shape] = known.number
            let names = known.schema.cases[0].fields
            shapeBytes.append(varint: encoder.number(of: known.schema.className))
            shapeBytes.append(varint: UInt64(fields.count))
            for field in fields.positions ?? Array(0..<fields.count) {
              shapeBytes.append(varint: encoder.number(of: names[field]))
            }
          }
        }
      } catch {
        throw objects.located(error, in: object, number: number)
      }
      bodies.append(Body(number: number, shape: known.number, start: start))
      last = known
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
