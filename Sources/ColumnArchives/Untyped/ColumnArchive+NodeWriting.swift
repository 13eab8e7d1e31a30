internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation
internal import KeyedArchives

extension ColumnArchive {
  /// Writes the column archive of the value that a node represents.
  package static func data(of node: ArchiveNode, options: EncodingOptions) throws -> Data {
    let (tree, objects) = try node.sharedTree(limits: options.limits)
    return try ColumnWriter.data(options.limits) { writer in
      writer.prepare(options.compression.settings)
      if case .array(let elements) = tree,
        var sequence = NodeSequence(NodeShape(of: elements), elements.first, options)
      {
        sequence.writeHeader(to: writer)
        // Instances belong to one batch, so elements with objects are written as a single batch.
        let size = objects.isEmpty ? sequence.batchSize : elements.count
        try BatchFrame.check(size)
        for start in stride(from: 0, to: elements.count, by: size) {
          let part = Array(elements[start..<min(start + size, elements.count)])
          try sequence.write(part, objects, to: writer)
        }
        return sequence.writeFooter(to: writer)
      }
      let shape = NodeShape(of: [tree])
      let schema = SchemaBuilder.schema(shape.describe)
      writer.output.append(
        ColumnFormat.header(
          isSequence: false, isFromNodes: true, className: tree.fields?.className ?? "", schema))
      try locating(isSequence: false) {
        writer.recorder.start(schema, nil)
        try NodeColumns(writer: writer).writeBody([tree], as: shape, objects)
      }
    }
  }

  /// Writes the column archive of an array, whose elements are read twice: to find their shape, and to write them. It holds
  /// only those of one batch.
  ///
  /// - Parameter take: Takes the bytes, batch by batch. Together they are ``data(of:options:)`` of the array.
  /// - Throws: As ``data(of:options:)``, and what `take` throws.
  package static func write(
    _ elements: ArchiveElements, options: EncodingOptions, to take: (Data) throws -> Void
  ) throws {
    let finder = ShapeFinder()
    var first: ArchiveNode?
    try elements.forEachTree(options.limits) { part in
      first = first ?? part.first
      for node in part { finder.add(node) }
    }
    guard var sequence = NodeSequence(finder.shape, first, options) else {
      return try take(data(of: elements.node(), options: options))
    }
    func write(_ body: (ColumnWriter) throws -> Void) throws {
      try take(ColumnWriter.data(options.limits, body))
    }
    try write { sequence.writeHeader(to: $0) }
    var waiting: [ArchiveNode] = []
    try elements.forEachTree(options.limits) { part in
      waiting += part
      while waiting.count >= sequence.batchSize {
        let batch = Array(waiting.prefix(sequence.batchSize))
        waiting.removeFirst(batch.count)
        try write { try sequence.write(batch, [], to: $0) }
      }
    }
    if !waiting.isEmpty { try write { try sequence.write(waiting, [], to: $0) } }
    try write { sequence.writeFooter(to: $0) }
  }
}

extension ArchiveElements {
  /// Calls `body` with the elements as trees, a few at a time.
  fileprivate func forEachTree(_ limits: ArchiveLimits, _ body: ([ArchiveNode]) throws -> Void) throws {
    var position = 0
    try forEachPiece { piece in
      let trees = try piece.expandedElements(from: position, limits: limits)
      position += piece.count
      try body(trees)
    }
  }
}

/// A sequence that is written from nodes, in batches.
private struct NodeSequence {
  /// The number of elements in a batch.
  let batchSize: Int
  private let className: String
  private let shape: NodeShape
  private let compression: ColumnArchive.Compression
  private let schema: Schema
  private let zoneColumns: ZoneColumns?
  private var batches: [ArchiveLayout.Batch] = []
  private var zones = ZoneStatistics()
  private var count = 0

  /// - Parameters:
  ///   - shape: The shape of all elements.
  ///   - first: The first element.
  /// - Returns: `nil` if an array of the elements is no sequence: one of anything but records of one class may represent a
  ///   tuple or a range, which is a single value.
  init?(_ shape: NodeShape, _ first: ArchiveNode?, _ options: ColumnArchive.EncodingOptions) {
    guard shape.isOfRecords, let className = first?.fields?.className else { return nil }
    (self.className, self.shape) = (className, shape)
    compression = options.compression
    schema = SchemaBuilder.schema(shape.describe)
    zoneColumns = ZoneColumns(schema)
    batchSize = options.possibleBatchSize
  }

  func writeHeader(to writer: ColumnWriter) {
    writer.output.append(
      ColumnFormat.header(isSequence: true, isFromNodes: true, className: className, schema))
  }

  /// Writes the next elements as a batch.
  mutating func write(_ part: [ArchiveNode], _ objects: [ArchiveNode], to writer: ColumnWriter) throws {
    writer.prepare(compression.settings)
    let output = writer.output
    let head = BatchFrame.begin(output)
    let body = output.count
    try locating(isSequence: true, from: count) {
      writer.recorder.start(schema, zoneColumns)
      try NodeColumns(writer: writer).writeBody(part, as: shape, objects)
    }
    BatchFrame.finish(at: head, first: count, count: part.count, output)
    batches.append(ArchiveLayout.Batch(start: count, count: part.count, body: body..<output.count))
    zones.add(writer.recorder.statistics, byteCount: output.count - body)
    count += part.count
  }

  /// Writes the end, with a table of all batches.
  func writeFooter(to writer: ColumnWriter) {
    SequenceFooter.write(count: count, batches, zones: zones, to: writer.output)
  }
}

extension NodeColumns {
  /// Writes the columns of nodes, the objects they refer to, and what follows these.
  fileprivate func writeBody(
    _ nodes: [ArchiveNode], as shape: NodeShape, _ objects: [ArchiveNode]
  ) throws {
    let start = writer.output.count
    try write(nodes, as: shape)
    let columns = start..<writer.output.count
    try writer.finish(objects)
    try BatchBody.finish(columns, with: writer)
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
