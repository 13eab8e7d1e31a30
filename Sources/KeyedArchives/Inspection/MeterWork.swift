internal import ArchiveBytes

/// The work spent on mapping the bytes of a file.
///
/// The objects of a valid file do not overlap, so together they have fewer references than the file has bytes. In a
/// hostile file, all objects could be the same large array, and each would have to be traversed.
package struct MeterWork {
  private let limit: Int
  /// The work so far, in references.
  package private(set) var spent = 0

  package init(forArchiveOf count: Int) { limit = (1 << 20) + 8 * count }

  /// Charges the references of an object.
  package mutating func charge(_ count: Int, at offset: Int) throws {
    spent += count
    guard spent > limit else { return }
    throw ArchiveError(
      .limitExceeded, expected: "objects with at most \(limit) references together", found: "more",
      offset: offset, advice: "The objects of the file overlap; it is damaged.")
  }

  /// Charges a name, which is usually short.
  package mutating func charge(_ name: String, at offset: Int) throws {
    try charge(name.utf8.count / 64, at: offset)
  }
}
