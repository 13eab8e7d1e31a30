/// The limits for reading an excerpt of an archive.
package final class Excerpt {
  /// The greatest number of elements of each collection.
  private let elementLimit: Int
  /// The number of elements of all collections that may still be read.
  private var rest: Int

  /// - Parameters:
  ///   - elementLimit: The greatest number of elements of each collection. If there are more, the last element of the
  ///     result is an omission with their count; see ``ArchiveNode/omission(of:)``.
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
