// The instances that the columns of a batch refer to, by their numbers, behind these columns; nothing when there are none:
//   the byte 0xA1
//   the count of names, and these
//   the count of shapes, and for each the number of the class name, the count of fields, and the numbers of their names
//   the count of instances, 1 or more
//   for each instance     1 and the number of its shape, or 0 when only weak references lead to it: a column of integers
//   for each instance     the count of its bytes: a column of integers
//   the sum of these counts, and the bytes: of each instance its fields, as trees, in the order of its shape

/// The table of the instances of a batch, while it is made.
struct InstanceTable {
  /// What the table begins with.
  static let mark: UInt8 = 0xA1

  /// Writes the fields of the instances.
  let encoder: TreeEncoder
  private var shapeCount = 0
  private var shapeBytes: [UInt8] = []

  init(_ encoder: TreeEncoder) { self.encoder = encoder }

  /// Adds a shape: the fields that instances of one class have, in order.
  ///
  /// - Returns: Its number.
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
  ///   - shapes: For each instance one more than the number of its shape, or 0 when it is not stored.
  ///   - bodies: Where the fields of each are among what the encoder has written.
  ///   - isInOrder: Whether they are there one behind the other, and nothing else is.
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
