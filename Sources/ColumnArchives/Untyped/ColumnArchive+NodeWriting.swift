internal import ArchiveBytes
package import ArchiveNodes
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
    if case .array(let elements) = node {
      var data = Data()
      let all = ArchiveElements(count: elements.count) { body in try body(elements) }
      if try writeSequence(of: all, options, to: { data += $0 }) { return data }
    }
    let column = NodeColumn()
    column.add(node)
    let schema = SchemaBuilder.schema(column.describe)
    return try data(as: schema, className: node.fields?.className ?? "", options) { writer in
      try writer.write([node], as: schema.root, of: schema)
    }
  }

  /// Writes a graph as a keyed archive in a column archive, which keeps everything.
  private static func data(of graph: ArchiveGraph, options: EncodingOptions) throws -> Data {
    let archive = try locating(isSequence: false) {
      try KeyedArchive.data(of: .graph(graph), options: .init(limits: options.limits), allowsUnnamed: true)
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
    let header = ColumnFormat.header(isSequence: false, isFromNodes: true, className: className, schema)
    return try ColumnWriter.data(options.limits) { writer in
      try writer.writeValue(header, schema, options.compression.settings) { try body(writer) }
    }
  }

  /// Writes the column archive of an array. The elements are read twice: to find their shape, and to write them. Only
  /// the elements of one batch are in memory at a time.
  ///
  /// - Parameter take: Takes the bytes, batch by batch. Together they are equal to ``data(of:options:)`` of the
  ///   array.
  /// - Throws: The errors of ``data(of:options:)`` and `take`.
  package static func write(
    _ elements: ArchiveElements, options: EncodingOptions, to take: (Data) throws -> Void
  ) throws {
    if try !writeSequence(of: elements, options, to: take) {
      try take(data(of: elements.node(), options: options))
    }
  }

  /// Writes a sequence in batches.
  ///
  /// - Returns: `false` if an array of the elements is not a sequence. Unless all elements are records of one class,
  ///   the array may represent a tuple or a range, which is a single value.
  private static func writeSequence(
    of elements: ArchiveElements, _ options: EncodingOptions, to take: (Data) throws -> Void
  ) throws -> Bool {
    let column = NodeColumn()
    var first: ArchiveNode?
    try elements.forEachPiece { part in
      first = first ?? part.first
      for node in part { column.add(node) }
    }
    guard column.isOfRecords, let className = first?.fields?.className else { return false }
    let schema = SchemaBuilder.schema(column.describe)
    try take(Data(ColumnFormat.header(isSequence: true, isFromNodes: true, className: className, schema)))
    let (size, zoneColumns) = (options.possibleBatchSize, ZoneColumns(schema))
    var (index, waiting) = (SequenceIndex(), [ArchiveNode]()[...])
    func writeBatch() throws {
      let part = Array(waiting.prefix(size))
      waiting = waiting.dropFirst(size)
      let data = try ColumnWriter.data(options.limits) { writer in
        writer.prepare(options.compression.settings)
        index.add(
          try writer.writeBatch(from: index.count, count: part.count, schema, zoneColumns) {
            try writer.write(part, as: schema.root, of: schema)
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
    return true
  }
}

extension ArchiveGraph {
  /// Returns the tree that the graph represents, if its keyed archive has the same bytes, and columns keep all of it;
  /// otherwise `nil`.
  fileprivate func restorableTree(_ limits: ArchiveLimits) -> ArchiveNode? {
    let tree = ArchiveNode.graph(self).inlined()
    if case .graph = tree { return nil }
    if tree.holdsStorage || tree.losesClasses { return nil }
    func archive(_ node: ArchiveNode) throws -> Data {
      try KeyedArchive.data(of: node, options: .init(limits: limits))
    }
    let areSame = try? archive(tree) == archive(.graph(self))
    return areSame ?? false ? tree : nil
  }
}

extension ArchiveGraph {
  /// Whether all objects are shared, as in a document's graph, and every node keeps its value in a tree.
  fileprivate var isSparse: Bool {
    guard case .graph(let inlined) = ArchiveNode.graph(self).inlined() else { return false }
    return inlined.objects.count == objects.count && !([root] + objects).contains(where: \.holdsStorage)
  }
}

extension ArchiveNode {
  /// Whether the node contains `NSNull` or plain values, which trees store as other values.
  fileprivate var holdsStorage: Bool {
    contains { node, _ in
      switch node {
      case .instance(.plain, _): true
      case .record(let fields): fields.isUsualNull
      default: false
      }
    }
  }

  /// Whether columns lose class names. They keep only the class name of the value, or of the elements of an array.
  fileprivate var losesClasses: Bool {
    let named = if case .array = self { 1 } else { 0 }
    return contains { node, depth in
      guard case .record(let fields) = node else { return false }
      return depth != named && !fields.className.isEmpty || fields.superclassNames != ["NSObject"]
        || !fields.fallbackClassNames.isEmpty
    }
  }

  /// Returns whether a condition holds for the node or a node inside it. The condition receives the number of nodes
  /// around it.
  private func contains(where isWanted: (ArchiveNode, Int) -> Bool) -> Bool {
    var open = [(node: self, depth: 0)]
    while let (node, depth) = open.popLast() {
      if isWanted(node, depth) { return true }
      open += node.heldNodes.map { ($0, depth + 1) }
    }
    return false
  }
}
