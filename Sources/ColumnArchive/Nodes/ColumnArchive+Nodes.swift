internal import ArchiveBytes
public import ArchiveValues
internal import Foundation

extension ColumnArchive {
  /// The content of the archive without its types: the archived value as a node; an array, when an array was archived.
  ///
  /// The schema names no classes but that of the value, or of the elements, so the class names of records inside of
  /// them are empty, except in trees.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits.
  public func node() throws -> ArchiveNode {
    let (nodes, objects) = try nodes(of: batches[...])
    let root = isSequence ? .array(nodes) : nodes[0]
    return objects.isEmpty ? root : .graph(ArchiveGraph(root: root, objects: objects))
  }

  /// The trees of the elements in some batches, and the instances that these refer to.
  func nodes(
    of batches: ArraySlice<ArchiveLayout.Batch>
  ) throws -> (elements: [ArchiveNode], objects: [ArchiveNode]) {
    try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      let layout = try ArchiveLayout(cursor)
      let context = ReadContext(
        try layout.readSchema(limits), isExact: false, bytes: cursor, limits: limits)
      defer { context.close() }
      var (nodes, objects) = ([ArchiveNode](), [ArchiveNode]())
      for batch in batches {
        let (elements, instances) = try self.nodes(
          of: batch, in: cursor, className: layout.className, firstObject: objects.count, context)
        nodes += elements
        objects += instances
      }
      return (nodes, objects)
    }
  }

  /// The trees of the elements in a batch, and the instances that these refer to.
  ///
  /// - Parameter firstObject: The number of the first instance.
  func nodes(
    of batch: ArchiveLayout.Batch, in bytes: ByteCursor, className: String, firstObject: Int,
    _ context: ReadContext
  ) throws -> (elements: [ArchiveNode], objects: [ArchiveNode]) {
    try locating(isSequence: isSequence, from: batch.start) {
      var opener = ColumnOpener(cursor: try bytes.part(batch.columns), context: context)
      context.instances = nil
      let root = try opener.openBatch(count: batch.count, keepsInstances: false)
      context.instances?.firstNumber = firstObject
      let nodes = try root.nodes(batch.count, className: className, in: context)
      return (nodes, try context.instances?.nodes() ?? [])
    }
  }
}
