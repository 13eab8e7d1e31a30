import Foundation

/// A table of instances, by the letter of the format's description, for tests to put a fault into.
struct InstanceTable {
  var mark: UInt8 = 0xA1
  var names: [String]
  /// Numbers of names: that of the class, and those of the fields.
  var shapes: [(className: UInt64, fields: [UInt64])]
  /// For each instance one more than the number of its shape, or 0, and its bytes.
  var instances: [(shape: UInt, body: [UInt8])]

  // What is stated in place of what is there.
  var statedNameCount: UInt64?
  var statedShapeCount: UInt64?
  var statedFieldCount: UInt64?
  var statedCount: UInt64?
  var statedLengths: [UInt]?
  var statedTotal: UInt64?

  var bytes: [UInt8] {
    var bytes = [mark] + Format.varint(statedNameCount ?? UInt64(names.count))
    bytes += names.flatMap { Format.name($0) }
    bytes += Format.varint(statedShapeCount ?? UInt64(shapes.count))
    for shape in shapes {
      bytes += Format.varint(shape.className) + Format.varint(statedFieldCount ?? UInt64(shape.fields.count))
      bytes += shape.fields.flatMap { Format.varint($0) }
    }
    bytes += Format.varint(statedCount ?? UInt64(instances.count))
    if !instances.isEmpty {
      bytes += Format.integers(instances.map(\.shape))
      bytes += Format.integers(statedLengths ?? instances.map { UInt($0.body.count) })
    }
    bytes += Format.varint(statedTotal ?? UInt64(instances.reduce(0) { $0 + $1.body.count }))
    return bytes + instances.flatMap(\.body)
  }
}
