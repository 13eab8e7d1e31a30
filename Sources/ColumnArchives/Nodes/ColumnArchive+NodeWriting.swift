internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation
internal import KeyedArchives

extension ColumnArchive {
  /// Writes the column archive of the value that a node represents.
  package static func data(of node: ArchiveNode, options: EncodingOptions) throws -> Data {
    let (tree, objects) = try node.sharedTree(limits: options.limits)
    let instances = NodeInstances(objects: objects)
    return try ColumnWriter.data(options.limits) { writer in
      let columns = NodeColumns(writer: writer)
      if case .array(let elements) = tree, let name = elements.first?.fields?.className {
        let shape = NodeShape(of: elements)
        // An array of anything but records of one class may represent a tuple or a range, which is a single value.
        if shape.isOfRecords {
          return try columns.write(sequence: elements, shape, className: name, instances, options)
        }
      }
      let shape = NodeShape(of: [tree])
      writer.output.append(
        ColumnFormat.header(
          isSequence: false, className: tree.fields?.className ?? "", schema(of: shape)))
      try locating(isSequence: false) {
        try columns.write([tree], as: shape)
        try writer.finishInstances()
        try instances.write(to: writer)
        try writer.finishInstances()
      }
    }
  }

  fileprivate static func schema(of shape: NodeShape) -> Schema {
    var builder = SchemaBuilder()
    let root = shape.describe(in: &builder)
    var schema = builder.schema
    schema.root = root
    return schema
  }
}

extension NodeColumns {
  /// Writes elements as a sequence, in batches.
  fileprivate func write(
    sequence elements: [ArchiveNode], _ shape: NodeShape, className: String,
    _ instances: NodeInstances, _ options: ColumnArchive.EncodingOptions
  ) throws {
    let output = writer.output
    output.append(
      ColumnFormat.header(isSequence: true, className: className, ColumnArchive.schema(of: shape)))
    // Instances belong to one batch, so elements with objects are written as a single batch.
    let size = instances.objects.isEmpty ? max(options.batchSize, 1) : elements.count
    for start in stride(from: 0, to: elements.count, by: size) {
      let part = Array(elements[start..<min(start + size, elements.count)])
      output.append(varint: UInt64(part.count))
      let length = output.count
      output.append([UInt8](repeating: 0, count: 8))
      try locating(isSequence: true, from: start) { try write(part, as: shape) }
      try writer.finishInstances()
      try instances.write(to: writer)
      try writer.finishInstances()
      output.store(UInt64(output.count - length - 8), at: length)
    }
    output.append(ColumnFormat.end)
  }
}

extension NodeShape {
  fileprivate var isOfRecords: Bool {
    switch self {
    case .record, .cases: true
    default: false
    }
  }
}
