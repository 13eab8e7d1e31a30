// The instances that a batch's columns refer to by number are stored after the columns. Without instances, there are no
// bytes; otherwise
//   the byte 0xA1
//   the number of names, and the names
//   the number of shapes, and for each the number of its class name, the number of fields, and the numbers of their names
//   the number of instances, 1 or more
//   a column of integers   for each instance, 1 + the number of its shape, or 0 if only weak references refer to it
//   a column of integers   for each instance, its size in bytes
//   the sum of these sizes, and the bytes: the fields of each instance, as trees, in the order of its shape

/// The instance table of a batch, while it is built.
struct InstanceTable {
  /// The first byte of the table.
  static let mark: UInt8 = 0xA1

  /// The encoder of the instances' fields.
  let encoder: TreeEncoder
  private var shapeCount = 0
  private var shapeBytes: [UInt8] = []

  init(_ encoder: TreeEncoder) { self.encoder = encoder }

  /// Adds a shape: the fields of the instances of one class, in order.
  ///
  /// - Returns: The number of the shape.
  mutating func addShape(className: String, fieldNames: some Collection<String>) -> Int {
    shapeBytes.append(varint: encoder.number(of: className))
    shapeBytes.append(varint: UInt64(fieldNames.count))
    for name in fieldNames { shapeBytes.append(varint: encoder.number(of: name)) }
    shapeCount += 1
    return shapeCount - 1
  }

  /// Writes the table.
  ///
  /// - Parameters:
  ///   - shapes: For each instance, one more than the number of its shape, or 0 if it is not stored.
  ///   - bodies: For each instance, the range of its fields in the encoder's output.
  ///   - isInOrder: Whether the output consists of these ranges in this order, without gaps.
  func write(shapes: [UInt], bodies: [Range<Int>], isInOrder: Bool, to output: OutputBuffer) {
    output.append(Self.mark)
    output.append(varint: UInt64(encoder.names.count))
    for name in encoder.names { output.append(name: name) }
    output.append(varint: UInt64(shapeCount))
    output.append(shapeBytes)
    output.append(varint: UInt64(shapes.count))
    unsafe shapes.withUnsafeBufferPointer { unsafe output.append($0) }
    unsafe bodies.map { UInt($0.count) }.withUnsafeBufferPointer { unsafe output.append($0) }
    let bytes = encoder.output
    output.append(varint: UInt64(bytes.count))
    if isInOrder { return output.append(bytes, 0..<bytes.count) }
    for body in bodies { output.append(bytes, body) }
  }
}
