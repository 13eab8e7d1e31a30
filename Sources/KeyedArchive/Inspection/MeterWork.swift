internal import ArchiveBytes

/// How much is looked at to find where the bytes are.
///
/// The objects of an honest file are apart, so that together they have fewer references than the file has bytes. In
/// another one all could begin at the same large array, and each would have to be gone through.
package struct MeterWork {
  private let limit: Int
  /// What was looked at, in references.
  package private(set) var spent = 0

  package init(forArchiveOf count: Int) { limit = (1 << 20) + 8 * count }

  /// Takes note of the references of an object.
  package mutating func charge(_ count: Int, at offset: Int) throws {
    spent += count
    guard spent > limit else { return }
    throw ArchiveError(
      .limitExceeded, expected: "objects with at most \(limit) references together", found: "more",
      offset: offset, advice: "The objects of the file overlap; it is damaged.")
  }

  /// Takes note of a name that is looked at, which most often is short.
  package mutating func charge(_ name: String, at offset: Int) throws {
    try charge(name.utf8.count / 64, at: offset)
  }
}
