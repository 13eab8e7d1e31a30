internal import ArchiveBytes
package import KeyedArchives
internal import PropertyLists

extension KeyedArchive {
  /// Verifies the archive: every object of its table can be read, and every reference leads to an object.
  ///
  /// - Parameter progress: Called from time to time with the number of bytes that are done. Any byte may be read
  ///   again, but few are.
  /// - Returns: The number of objects of each class.
  /// - Throws: ``ArchiveError`` at the first invalid object.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits. No object is kept: it needs
  ///   the memory of the largest object, and one byte for each object.
  package func verify(_ progress: (Int) -> Void = { _ in }) throws -> [String: Int] {
    let step = max(objectCount / 128, 1)
    return try checkObjects { object in
      guard object % step == 0 else { return }
      progress(Int(Double(object) / Double(objectCount) * Double(data.count)))
    }
  }
}

extension BinaryPlist {
  /// Returns the entries of the dictionary at an offset, and charges their cost.
  func entries(
    at offset: Int, what expected: String, _ work: inout TableWork
  ) throws -> [(key: String, reference: Int)] {
    let entries = try entries(at: offset, what: expected)
    try work.charge(entries.reduce(0) { $0 + 2 + $1.key.utf8.count / 64 }, at: offset)
    return entries
  }
}

/// The work spent on the objects of a file.
///
/// The objects of a valid file do not overlap, so together they have fewer references than the file has bytes. In a
/// hostile file, all objects could be the same large array, and each would have to be visited.
struct TableWork {
  private let limit: Int
  /// The work so far, in references.
  private var spent = 0

  init(_ byteCount: Int) { limit = (1 << 20) + 8 * byteCount }

  /// Charges the references of an object.
  mutating func charge(_ count: Int, at offset: Int) throws {
    spent += count
    guard spent > limit else { return }
    throw ArchiveError(
      .limitExceeded, expected: "objects with at most \(limit) references together", found: "more",
      offset: offset, advice: "The objects of the file overlap; it is damaged.")
  }
}

extension ObjectTable {
  /// Returns the object of the property list that is the entry of `$objects` with this number.
  func reference(ofEntry object: Int) throws -> Int {
    try plist.reference(at: objectsStart + object * plist.referenceSize)
  }
}
