internal import ArchiveBytes
internal import ArchiveValues

// The instances that the columns of a batch refer to, by their numbers, behind these columns; nothing when there are none:
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

  init(limits: ArchiveLimits) { self.limits = limits }

  private struct Shape: Hashable {
    let type: ObjectIdentifier
    let fields: [Int]
  }

  /// What is known of a class: its schema, and the shape of its last instance.
  private struct KnownClass {
    let schema: ArchiveSchema
    var fields: [Int]
    var shape: Int
  }

  /// Writes the table of all instances that were referred to, and of those that these refer to.
  func finish(_ output: OutputBuffer) throws {
    let encoder = TreeEncoder(limits: limits, instances: self)
    var classes: [ObjectIdentifier: KnownClass] = [:]
    var shapes: [Shape: Int] = [:]
    var shapeBytes: [UInt8] = []
    var (numbers, lengths) = ([UInt](), [UInt]())
    // Instances are stored in the order in which they were found to be needed, and numbered as they were met.
    var bodies: [(number: Int, shape: Int, start: Int)] = []
    while let (number, object) = objects.next() {
      let type = ObjectIdentifier(Swift.type(of: object))
      var known =
        classes[type] ?? KnownClass(schema: Swift.type(of: object).archiveSchema, fields: [], shape: -1)
      let start = encoder.bytes.count
      do {
        let fields = try encoder.encodeFields(of: object, known.schema)
        if known.shape < 0 || known.fields != fields {
          let shape = Shape(type: type, fields: fields)
          if shapes[shape] == nil {
            shapes[shape] = shapes.count
            let names = known.schema.cases[0].fields
            shapeBytes.append(varint: encoder.number(of: known.schema.className))
            shapeBytes.append(varint: UInt64(fields.count))
            for field in fields { shapeBytes.append(varint: encoder.number(of: names[field])) }
          }
          (known.fields, known.shape) = (fields, shapes[shape, default: 0])
          classes[type] = known
        }
      } catch {
        throw objects.located(error, in: object, number: number)
      }
      bodies.append((number, known.shape, start))
    }
    try objects.checkExpected()

    numbers = Array(repeating: 0, count: objects.count)
    lengths = numbers
    for (index, body) in bodies.enumerated() {
      let end = index + 1 < bodies.count ? bodies[index + 1].start : encoder.bytes.count
      numbers[body.number] = UInt(body.shape + 1)
      lengths[body.number] = UInt(end - body.start)
    }
    output.append(varint: UInt64(encoder.names.count))
    for name in encoder.names { output.append(name: name) }
    output.append(varint: UInt64(shapes.count))
    output.append(shapeBytes)
    output.append(varint: UInt64(numbers.count))
    unsafe numbers.withUnsafeBufferPointer { unsafe output.append($0) }
    unsafe lengths.withUnsafeBufferPointer { unsafe output.append($0) }
    output.append(varint: UInt64(encoder.bytes.count))
    // The bytes are in the order of storing; the table has them in that of the numbers.
    if bodies.indices.allSatisfy({ $0 == 0 || bodies[$0].number > bodies[$0 - 1].number }) {
      return output.append(encoder.bytes)
    }
    var ranges = [Range<Int>](repeating: 0..<0, count: numbers.count)
    for body in bodies { ranges[body.number] = body.start..<(body.start + Int(lengths[body.number])) }
    for range in ranges { output.append(Array(encoder.bytes[range])) }
  }
}
