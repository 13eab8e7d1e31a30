internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation
internal import KeyedArchives
internal import NodeCoding

extension ColumnArchive {
  /// Writes the column archive of the value that a node represents.
  package static func data(of node: ArchiveNode, options: EncodingOptions) throws -> Data {
    let (tree, objects) = try node.sharedTree(limits: options.limits)
    return try ColumnWriter.data(options.limits) { writer in
      options.compression.prepare(writer)
      let columns = NodeColumns(writer: writer)
      if case .array(let elements) = tree, let name = elements.first?.fields?.className {
        let shape = NodeShape(of: elements)
        // An array of anything but records of one class may represent a tuple or a range, which is a single value.
        if shape.isOfRecords {
          return try columns.write(sequence: elements, shape, className: name, objects, options)
        }
      }
      let shape = NodeShape(of: [tree])
      let schema = SchemaBuilder.schema(shape.describe)
      writer.output.append(
        ColumnFormat.header(
          isSequence: false, isFromNodes: true, className: tree.fields?.className ?? "", schema))
      try locating(isSequence: false) {
        try columns.writeBody([tree], as: shape, of: schema, objects)
      }
    }
  }
}

extension NodeColumns {
  /// Writes elements as a sequence, in batches.
  fileprivate func write(
    sequence elements: [ArchiveNode], _ shape: NodeShape, className: String,
    _ objects: [ArchiveNode], _ options: ColumnArchive.EncodingOptions
  ) throws {
    let output = writer.output
    let schema = SchemaBuilder.schema(shape.describe)
    output.append(
      ColumnFormat.header(isSequence: true, isFromNodes: true, className: className, schema))
    var batches: [ArchiveLayout.Batch] = []
    // Instances belong to one batch, so elements with objects are written as a single batch.
    let size =
      objects.isEmpty
      ? min(max(options.batchSize, 1), BatchFrame.maximumCount) : elements.count
    try BatchFrame.check(size)
    for start in stride(from: 0, to: elements.count, by: size) {
      let part = Array(elements[start..<min(start + size, elements.count)])
      let head = BatchFrame.begin(output)
      let body = output.count
      try locating(isSequence: true, from: start) {
        try writeBody(part, as: shape, of: schema, objects)
      }
      BatchFrame.finish(at: head, first: start, count: part.count, output)
      batches.append(ArchiveLayout.Batch(start: start, count: part.count, body: body..<output.count))
    }
    SequenceFooter.write(count: elements.count, batches, runs: nil, to: output)
  }

  /// Writes the columns of nodes, the objects they refer to, and what follows these.
  fileprivate func writeBody(
    _ nodes: [ArchiveNode], as shape: NodeShape, of schema: Schema, _ objects: [ArchiveNode]
  ) throws {
    let start = writer.output.count
    try write(nodes, as: shape)
    let columns = start..<writer.output.count
    try writer.finish(objects)
    try BatchBody.finish(columns, of: schema, count: nodes.count, with: writer)
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
