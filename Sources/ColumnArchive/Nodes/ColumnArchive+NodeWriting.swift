internal import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import Foundation
internal import KeyedArchive

extension ColumnArchive {
  /// Writes the column archive of the value that a node stands for.
  ///
  /// The columns are found from the nodes: a column for each field of records of one class, with the same fields, and
  /// for each associated value of the cases of an enumeration; integers, numbers, strings, dates, data, collections,
  /// and optionals of these where some are `nil`. What has no such columns, because the nodes differ or are objects of
  /// Foundation's classes or of hand-written ones, is stored as a tree, which takes more bytes. An array of records
  /// becomes a sequence, as when an array is archived.
  ///
  /// The archive decodes to the value, and reads as the same node, but for what column archives do not have:
  ///
  /// - The class names of records that have columns, except that of the value, or of the elements of the array. Those
  ///   in trees stay.
  /// - The names of superclasses, and the classes of mutable and other collections, strings and data.
  /// - That two places refer to one string, collection or other value that is no record: each has it for itself.
  ///
  /// Where two places refer to one record, or objects contain themselves, all records that references lead to are
  /// instances, as those of classes are in an archive of values. Such an archive decodes to classes, whose instances are
  /// shared as the records were, and to structs, each of which has the record for itself.
  ///
  /// - Returns: The bytes; the same node gives the same bytes in every process.
  /// - Throws: ``ArchiveError``, located in the node: ``ArchiveError/Code/limitExceeded`` when shared objects make the
  ///   value many times larger than the node, or it nests too deep.
  /// - Complexity: Linear in the size of the value, for each level of its nesting.
  public static func encode(_ node: ArchiveNode, options: EncodingOptions = EncodingOptions()) throws -> Data
  {
    let (tree, objects) = try node.sharedTree(limits: options.limits)
    let instances = NodeInstances(objects: objects)
    return try ColumnWriter.data(options.limits) { writer in
      let columns = NodeColumns(writer: writer)
      if case .array(let elements) = tree, let name = elements.first?.fields?.className {
        let shape = NodeShape(of: elements)
        // An array of other than records of one class may stand for a tuple or a range, which is one value.
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
    // A batch has instances of its own.
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
