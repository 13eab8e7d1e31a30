internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// How much is read of an archive that is only looked at.
package final class Excerpt {
  /// How many elements of each collection.
  private let elementLimit: Int
  /// How many elements of all collections are left.
  private var rest: Int

  /// - Parameters:
  ///   - elementLimit: How many elements of each collection there are. Of one that has more, the last element is the
  ///     count of the others: see ``ArchiveNode/omittedCount``.
  ///   - total: How many elements of all collections there are.
  package init(elementLimit: Int, total: Int) {
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
    return Int(exactly: count)
  }
}

extension ColumnArchive {
  /// The content of the archive, or an excerpt of it: then only what is shown is read, and the heads of the columns.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  package func node(excerpt: Excerpt?) throws -> ArchiveNode {
    try withUntypedReader { reader in
      reader.context.excerpt = excerpt
      let shown = isSequence ? excerpt?.take(count) ?? count : 1
      var (elements, objects) = ([ArchiveNode](), [ArchiveNode]())
      for batch in batches where excerpt == nil || elements.count < shown {
        let root = try reader.open(batch, firstObject: objects.count)
        let part = try reader.nodes(min(batch.count, shown - elements.count), of: root, in: batch)
        elements += part
        objects += try locating(isSequence: false) {
          guard let instances = reader.context.instances else { return [] }
          return try excerpt.map { try instances.nodes(reachedFrom: part, $0) } ?? instances.nodes()
        }
      }
      if isSequence, shown < count { elements.append(.omission(of: count - shown)) }
      return node(of: elements, objects: objects)
    }
  }

  /// How many elements are read together when none is kept.
  private static let stepCount = 1_024

  /// Reads all values once, without keeping them, so that memory for a few elements is enough.
  ///
  /// - Parameter progress: Called with the count of bytes that are behind, after each batch.
  /// - Throws: ``ArchiveError`` for the first value that cannot be read.
  package func verify(_ progress: (Int) -> Void = { _ in }) throws {
    try withUntypedReader { reader in
      for batch in batches {
        let root = try reader.open(batch)
        while root.position < batch.count {
          _ = try reader.nodes(min(batch.count - root.position, Self.stepCount), of: root, in: batch)
        }
        try locating(isSequence: false) {
          guard let instances = reader.context.instances else { return }
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
      for number in waiting[next].references.map({ $0 - firstNumber })
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
