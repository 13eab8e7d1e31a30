package import ArchiveNodes

/// The limits for reading an excerpt of an archive.
package final class Excerpt {
  /// The greatest number of elements of each collection.
  private let elementLimit: Int
  /// The number of elements of all collections that may still be read.
  private var rest: Int

  /// - Parameters:
  ///   - elementLimit: The greatest number of elements of each collection. If there are more, the last element of the
  ///     result is an omission with their count; see ``ArchiveNode/omittedCount``.
  ///   - total: The greatest number of elements of all collections together.
  package init(elementLimit: Int, total: Int) {
    self.elementLimit = elementLimit
    rest = total
  }

  /// Returns how many of `count` elements to read, and takes them from the rest.
  func take(_ count: Int) -> Int {
    let taken = min(count, elementLimit, rest)
    rest -= taken
    return taken
  }
}

extension ArchiveNode {
  /// The class name of a node that stands for elements that were not read.
  private static let omissionName = "…"

  /// Returns the node at the end of a collection that stands for `count` elements that were not read.
  package static func omission(of count: Int) -> ArchiveNode {
    .instance(ArchiveClass(omissionName, superclassNames: []), .integer(Int64(count)))
  }

  /// The number of elements that the node stands for; `nil` unless it is an omission.
  package var omittedCount: Int? {
    guard case .instance(let type, .integer(let count)) = self, type.name == Self.omissionName,
      count > 0, count <= Int64.max >> 8
    else { return nil }
    return Int(exactly: count)
  }
}
