internal import ArchiveBytes
internal import ArchiveValues

/// Writes the class instances that a batch refers to.
final class InstanceWriter {
  // Exclusivity is not checked at each access. Its methods call schemas of users. SAFETY of each use: only one call uses
  // a writer at a time, and that code is given no encoder.
  @exclusivity(unchecked) private var objects = EncodedObjects()
  private let limits: ArchiveLimits

  init(limits: ArchiveLimits) { self.limits = limits }

  var isEmpty: Bool { unsafe objects.isEmpty }

  /// Returns the number of an instance, and adds it to the instances to store.
  @inline(__always)
  func number<Object: ArchivableObject>(of object: Object) throws -> Int {
    try unsafe objects.number(of: object, as: Object.self)
  }

  /// Returns the number of an instance that is stored only if something else refers to it.
  @inline(__always)
  func conditionalNumber<Object: ArchivableObject>(of object: Object) throws -> Int {
    try unsafe objects.conditionalNumber(of: object, as: Object.self)
  }

  /// Records an unowned reference. It is an error if nothing else stores the instance.
  func expectStored(_ number: Int) { unsafe objects.expectStored(number) }

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
    let encoder = TreeEncoder(limits: limits, instances: self)
    var table = InstanceTable(encoder)
    var shapes: [Shape: Int] = [:]
    var bodies: [Body] = []
    guard var last = unsafe objects.first.map({ Known(type(of: $0)) }) else { return }
    while let (number, object) = unsafe objects.next() {
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
        throw unsafe objects.located(error, in: object, number: number)
      }
      bodies.append(Body(number: number, shape: last.number, start: start))
    }
    try unsafe objects.checkExpected()
    write(bodies, of: table, to: output)
  }

  /// Writes the shapes, the lengths and the bytes of instances. They were encoded in the order in which they were
  /// needed, and are stored in the order of their numbers.
  private func write(_ bodies: [Body], of table: InstanceTable, to output: OutputBuffer) {
    let count = unsafe objects.count
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
