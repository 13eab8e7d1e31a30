internal import ArchiveBytes
package import ArchiveValues
internal import Foundation

/// How much is read of an archive that is only looked at.
final class Excerpt {
  /// How many elements of each collection.
  private let elementLimit: Int
  /// How many elements of all collections are left.
  private var rest: Int

  init(elementLimit: Int, total: Int) {
    self.elementLimit = elementLimit
    rest = total
  }

  /// How many of so many elements are read.
  func take(_ count: Int) -> Int {
    let taken = min(count, elementLimit, rest)
    rest -= taken
    return taken
  }
}

extension ArchiveNode {
  /// The class name of what stands for elements that were not read.
  private static let omissionName = "…"

  /// What stands at the end of a collection for so many elements that were not read.
  package static func omission(of count: Int) -> ArchiveNode {
    .instance(ArchiveClass(omissionName, superclassNames: []), .integer(Int64(count)))
  }

  /// How many elements the node stands for; `nil` for every node that stands for itself.
  package var omittedCount: Int? {
    guard case .instance(let type, .integer(let count)) = self, type.name == Self.omissionName,
      count > 0, count <= Int64.max >> 8
    else { return nil }
    return Int(count)
  }
}

extension ColumnArchive {
  /// The tree of the first elements. Of the archive, only what is shown is read, and the heads of the columns.
  ///
  /// - Parameters:
  ///   - elementLimit: How many elements of each collection there are. Of one that has more, the last element is the
  ///     count of the others: see ``ArchiveNode/omittedCount``.
  ///   - total: How many elements of all collections there are.
  /// - Throws: ``ArchiveError``, located in the archive.
  package func excerpt(elementLimit: Int, total: Int) throws -> ArchiveNode {
    try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      let layout = try ArchiveLayout(cursor)
      let context = ReadContext(
        try layout.readSchema(limits), isExact: false, bytes: cursor, limits: limits)
      defer { context.close() }
      let excerpt = Excerpt(elementLimit: elementLimit, total: total)
      context.excerpt = excerpt
      let shown = isSequence ? excerpt.take(count) : 1
      var (nodes, objects) = ([ArchiveNode](), [ArchiveNode]())
      for batch in batches where nodes.count < shown {
        try locating(isSequence: isSequence, from: batch.start) {
          var opener = ColumnOpener(cursor: try cursor.part(batch.columns), context: context)
          context.instances = nil
          let root = try opener.openBatch(count: batch.count, keepsInstances: false)
          context.instances?.firstNumber = objects.count
          let elements = try root.nodes(
            min(batch.count, shown - nodes.count), className: layout.className, in: context)
          nodes += elements
          objects += try context.instances?.nodes(reachedFrom: elements, excerpt) ?? []
        }
      }
      if isSequence, shown < count { nodes.append(.omission(of: count - shown)) }
      let root = isSequence ? .array(nodes) : nodes[0]
      return objects.isEmpty ? root : .graph(ArchiveGraph(root: root, objects: objects))
    }
  }

  /// How many elements are read together when none is kept.
  private static let stepCount = 1_024

  /// Reads all values once, without keeping them, so that memory for a few elements is enough.
  ///
  /// - Parameter progress: Called with the count of bytes that are behind, after each batch.
  /// - Throws: ``ArchiveError`` for the first value that cannot be read.
  package func verify(_ progress: (Int) -> Void = { _ in }) throws {
    try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      let layout = try ArchiveLayout(cursor)
      let context = ReadContext(
        try layout.readSchema(limits), isExact: false, bytes: cursor, limits: limits)
      defer { context.close() }
      for batch in batches {
        context.instances = nil
        let root = try locating(isSequence: isSequence, from: batch.start) {
          var opener = ColumnOpener(cursor: try cursor.part(batch.columns), context: context)
          return try opener.openBatch(count: batch.count, keepsInstances: false)
        }
        while root.position < batch.count {
          try locating(isSequence: isSequence, from: batch.start + root.position) {
            let count = min(batch.count - root.position, Self.stepCount)
            _ = try root.nodes(count, className: layout.className, in: context)
          }
        }
        try locating(isSequence: false) {
          guard let instances = context.instances else { return }
          for number in 0..<instances.count { _ = try instances.node(number) }
        }
        progress(batch.columns.upperBound)
      }
    }
  }
}

extension InstanceReader {
  /// The instances that nodes lead to, as far as an excerpt goes; what is beyond is an omission at its number.
  fileprivate func nodes(reachedFrom nodes: [ArchiveNode], _ excerpt: Excerpt) throws -> [ArchiveNode] {
    var found = Array(repeating: ArchiveNode.omission(of: 1), count: count)
    var isTaken = Array(repeating: false, count: count)
    var (waiting, next) = (nodes, 0)
    // Breadth first, so that what is near is there.
    while next < waiting.count {
      for number in waiting[next].references().map({ $0 - firstNumber })
      where isTaken.indices.contains(number) && !isTaken[number] {
        guard excerpt.take(1) == 1 else { return found }
        isTaken[number] = true
        found[number] = try node(number)
        waiting.append(found[number])
      }
      next += 1
    }
    return found
  }
}

extension ArchiveNode {
  /// The numbers of the objects that are referred to in the node.
  fileprivate func references() -> [Int] {
    var (numbers, waiting) = ([Int](), [self])
    while let node = waiting.popLast() {
      switch node {
      case .reference(let number): numbers.append(number)
      case .array(let elements), .set(let elements): waiting += elements.reversed()
      case .dictionary(let entries): waiting += entries.reversed().flatMap { [$0.value, $0.key] }
      case .record(let fields):
        let names = fields.names.enumerated().reversed()
        waiting += names.compactMap { position, name in fields.node(named: name, near: position) }
      case .instance(_, let content): waiting.append(content)
      default: break
      }
    }
    return numbers
  }
}
