internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation
internal import KeyedArchives

extension ColumnArchive {
  /// Writes the column archive of the value that a node represents.
  package static func data(of node: ArchiveNode, options: EncodingOptions) throws -> Data {
    var node = node
    if case .graph(let graph) = node {
      if let tree = graph.restorableTree(options.limits) {
        node = tree
      } else if !graph.isSparse {
        return try data(of: graph, options: options)
      }
    }
    if case .array(let elements) = node,
      var sequence = NodeSequence(NodeShape(of: elements), elements.first, options)
    {
      return try ColumnWriter.data(options.limits) { writer in
        sequence.writeHeader(to: writer)
        for start in stride(from: 0, to: elements.count, by: sequence.batchSize) {
          try sequence.write(
            Array(elements[start..<min(start + sequence.batchSize, elements.count)]), to: writer)
        }
        sequence.writeFooter(to: writer)
      }
    }
    let shape = NodeShape(of: [node])
    let schema = SchemaBuilder.schema(shape.describe)
    return try data(as: schema, className: node.fields?.className ?? "", options) { writer in
      try NodeColumns(writer: writer).write([node], as: shape)
    }
  }

  /// Writes a graph as a keyed archive in a column archive, which keeps everything.
  private static func data(of graph: ArchiveGraph, options: EncodingOptions) throws -> Data {
    let archive = try locating(isSequence: false) {
      try KeyedArchive.data(ofUnnamed: .graph(graph), options.limits)
    }
    let schema = SchemaBuilder.schema { $0.add(SchemaNode(kind: .tree)) }
    return try data(as: schema, className: ArchiveNode.graph(graph).fields?.className ?? "", options) {
      writer in
      writer.output.append(varint: 0)
      unsafe archive.withUnsafeBytes { unsafe writer.output.append($0) }
    }
  }

  /// Writes the archive of a single value, whose columns `body` writes.
  private static func data(
    as schema: Schema, className: String, _ options: EncodingOptions, _ body: (ColumnWriter) throws -> Void
  ) throws -> Data {
    try ColumnWriter.data(options.limits) { writer in
      writer.prepare(options.compression.settings)
      writer.output.append(
        ColumnFormat.header(isSequence: false, isFromNodes: true, className: className, schema))
      writer.recorder.start(schema, nil)
      let start = writer.output.count
      try locating(isSequence: false) {
        try body(writer)
        try writer.finishBody(from: start)
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
    try elements.forEachPiece { part in
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
    try elements.forEachPiece { part in
      waiting += part
      while waiting.count >= sequence.batchSize {
        let batch = Array(waiting.prefix(sequence.batchSize))
        waiting.removeFirst(batch.count)
        try write { try sequence.write(batch, to: $0) }
      }
    }
    if !waiting.isEmpty { try write { try sequence.write(waiting, to: $0) } }
    try write { sequence.writeFooter(to: $0) }
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
  private var index = SequenceIndex()

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
  mutating func write(_ part: [ArchiveNode], to writer: ColumnWriter) throws {
    writer.prepare(compression.settings)
    let output = writer.output
    let head = BatchFrame.begin(output)
    let body = output.count
    try locating(isSequence: true, from: index.count) {
      writer.recorder.start(schema, zoneColumns)
      try NodeColumns(writer: writer).write(part, as: shape)
      try writer.finishBody(from: body)
    }
    BatchFrame.finish(at: head, first: index.count, count: part.count, output)
    index.add(
      WrittenBatch(
        byteCount: output.count - body, count: part.count, statistics: writer.recorder.statistics))
  }

  /// Writes the end, with an index of all batches.
  func writeFooter(to writer: ColumnWriter) { index.write(to: writer.output) }
}

extension ArchiveGraph {
  /// Returns the tree that the graph stands for, if its keyed archive has the same objects, and columns keep all of it;
  /// otherwise `nil`.
  fileprivate func restorableTree(_ limits: ArchiveLimits) -> ArchiveNode? {
    let tree = ArchiveNode.graph(self).inlined()
    if case .graph = tree { return nil }
    if tree.holdsStorage || tree.losesClasses { return nil }
    func archived(_ node: ArchiveNode) throws -> ArchiveNode {
      let archive = try KeyedArchive.data(of: node, options: .init(limits: limits))
      return .graph(try KeyedArchive(archive, options: .init(limits: limits)).graph()).compacted()
    }
    let areSame = try? archived(tree) == archived(.graph(self))
    return areSame ?? false ? tree : nil
  }
}

extension ArchiveGraph {
  /// Whether references lead only to what is shared, as in a graph of a document, and all that is said is said by values.
  fileprivate var isSparse: Bool {
    guard case .graph(let inlined) = ArchiveNode.graph(self).inlined() else { return false }
    return inlined.objects.count == objects.count && !([root] + objects).contains(where: \.holdsStorage)
  }
}

extension ArchiveNode {
  /// Whether there are `NSNull` or plain values in the node, for which trees have other values.
  fileprivate var holdsStorage: Bool {
    var open = [self]
    while let node = open.popLast() {
      if case .instance(.plain, _) = node { return true }
      if case .record(let fields) = node, fields.isUsualNull { return true }
      open += node.heldNodes
    }
    return false
  }

  /// Whether columns, which have only the class name of the value or of the elements of an array, lose others.
  fileprivate var losesClasses: Bool {
    var named = 0
    if case .array = self { named = 1 }
    var open = [(node: self, depth: 0)]
    while let (node, depth) = open.popLast() {
      if case .record(let fields) = node,
        depth != named && !fields.className.isEmpty || fields.superclassNames != ["NSObject"]
          || !fields.fallbackClassNames.isEmpty
      {
        return true
      }
      open += node.heldNodes.map { ($0, depth + 1) }
    }
    return false
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
