internal import ArchiveBytes
package import ArchiveNodes
package import Foundation
internal import KeyedArchives

// A node has no type, so it has no columns. It is stored in the keyed archive of a batch, as any value without
// columns.
extension ColumnArchive {
  private static let schemaOfNodes = SchemaBuilder.schema { $0.add(SchemaNode(kind: .tree)) }

  private static func headerOfNodes(isSequence: Bool) -> [UInt8] {
    ColumnFormat.header(isSequence: isSequence, isFromNodes: true, className: "", schemaOfNodes)
  }

  /// Writes the column archive of the value that a node represents.
  package static func data(of node: ArchiveNode, options: EncodingOptions) throws -> Data {
    guard case .array(let elements) = node else { return try data(ofValue: node, options) }
    var data = Data()
    try write(ArchiveElements(count: elements.count) { try $0(elements) }, options: options) { data += $0 }
    return data
  }

  /// Writes the column archive of an array. If it is a sequence, only the elements of one batch are in memory at a
  /// time, and all elements are read twice.
  ///
  /// - Parameter take: Takes the bytes, batch by batch. Together they are equal to ``data(of:options:)`` of the
  ///   array.
  /// - Throws: The errors of ``data(of:options:)`` and `take`.
  package static func write(
    _ elements: ArchiveElements, options: EncodingOptions, to take: (Data) throws -> Void
  ) throws {
    guard try elements.areSequence else { return try take(data(ofValue: elements.node(), options)) }
    try take(Data(headerOfNodes(isSequence: true)))
    let size = options.possibleBatchSize
    var (index, waiting) = (SequenceIndex(), [ArchiveNode]()[...])
    func writeBatch() throws {
      let part = Array(waiting.prefix(size))
      waiting = waiting.dropFirst(size)
      let data = try ColumnWriter.data(options.limits) { writer in
        writer.prepare(options.compression.settings)
        index.add(
          try writer.writeBatch(from: index.count, count: part.count, schemaOfNodes, nil) {
            try writer.write(part)
          })
      }
      try take(data)
    }
    try elements.forEachPiece { part in
      waiting += part
      while waiting.count >= size { try writeBatch() }
    }
    if !waiting.isEmpty { try writeBatch() }
    try take(index.footer(salt: 0))
  }

  /// Writes the archive of a single value. The keyed archive of a graph, such as another keyed archive's, is the value
  /// itself, and keeps all objects.
  private static func data(ofValue node: ArchiveNode, _ options: EncodingOptions) throws -> Data {
    try ColumnWriter.data(options.limits) { writer in
      try writer.writeValue(headerOfNodes(isSequence: false), schemaOfNodes, options.compression.settings) {
        guard node.isKeptByGraphsOnly else { return try writer.write([node]) }
        let archive = try locating(isSequence: false) {
          try KeyedArchive.data(of: node, options: .init(limits: options.limits), allowsUnnamed: true)
        }
        writer.output.append(varint: 0)
        unsafe archive.withUnsafeBytes { unsafe writer.output.append($0) }
      }
    }
  }
}

extension ColumnWriter {
  fileprivate func write(_ nodes: [ArchiveNode]) throws {
    try column {
      try writeTrees { list in
        for (row, node) in nodes.enumerated() { try RowError.at(row) { try list.add(node) } }
      }
    }
  }
}

extension ArchiveElements {
  /// Whether the array is written as a sequence. An array that does not begin with a record may represent a tuple or
  /// a range, which is a single value.
  fileprivate var areSequence: Bool {
    get throws {
      var (isFirst, areSequence) = (true, false)
      try forEachPiece { part in
        if isFirst, let first = part.first { (isFirst, areSequence) = (false, first.isRecord) }
        areSequence = areSequence && !part.contains(where: \.isKeptByGraphsOnly)
      }
      return areSequence
    }
  }
}

extension ArchiveNode {
  fileprivate var isRecord: Bool { if case .record = self { true } else { false } }

  /// Whether only a graph keeps all of the node: it contains `NSNull` or plain values, which trees read as other
  /// values, or a graph with objects that nothing shares, which trees do not number.
  fileprivate var isKeptByGraphsOnly: Bool {
    var open = [self]
    while let node = open.popLast() {
      switch node {
      case .instance(.plain, _): return true
      case .record(let fields) where fields.isUsualNull: return true
      case .graph(let graph):
        guard case .graph(let shared) = node.inlined(), shared.objects.count == graph.objects.count else {
          return true
        }
        open += [graph.root] + graph.objects
      default: open += node.heldNodes
      }
    }
    return false
  }
}
