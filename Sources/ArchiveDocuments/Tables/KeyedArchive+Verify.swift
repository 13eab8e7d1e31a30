internal import ArchiveBytes
package import KeyedArchives
internal import PropertyLists

extension KeyedArchive {
  /// Verifies every object of the archive: all offsets are valid, every reference leads to an object, and the graph
  /// of the archive can be read.
  ///
  /// - Parameter progress: Called from time to time with the number of bytes that are done. Any byte may be read again,
  ///   but few are.
  /// - Returns: The number of objects of each class.
  /// - Throws: ``ArchiveError`` at the first invalid object.
  /// - Complexity: Linear in the size of the archive, even if its objects overlap. No object is kept: beside what the
  ///   largest one takes, it needs a byte for each.
  package func verify(_ progress: (Int) -> Void = { _ in }) throws -> [String: Int] {
    try verifyWithWork(progress).classes
  }

  /// Verifies the archive, and also returns the work done.
  package func verifyWithWork(
    _ progress: (Int) -> Void = { _ in }
  ) throws -> (classes: [String: Int], work: Int) {
    let (byteCount, work) = try readingTable { table in
      // Checks the positions first, whose errors have no path, and then the meaning.
      var work = TableWork(table.plist.count)
      let count = table.plist.objectCount
      for object in 0..<count {
        try table.verify(object, &work)
        Self.report(object, of: count, from: 0, table.plist.count, progress)
      }
      return (table.plist.count, work)
    }
    let classes = try checkObjects {
      Self.report($0, of: objectCount, from: byteCount / 2, byteCount, progress)
    }
    return (classes, work.spent)
  }

  /// How often a verification reports its progress, in each of its two parts.
  private static let verificationSteps = 128

  private static func report(
    _ index: Int, of count: Int, from start: Int, _ byteCount: Int, _ progress: (Int) -> Void
  ) {
    guard index % max(count / verificationSteps, 1) == 0 else { return }
    progress(start + Int(Double(index) / Double(count) * Double(byteCount / 2)))
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

extension ObjectTable {
  /// Checks one object of the property list, and that its references are valid.
  fileprivate func verify(_ object: Int, _ work: inout TableWork) throws {
    let offset = try plist.offset(of: object)
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.simple where plist.byte(at: offset) == 0x00: break
    case BinaryPlist.Kind.uid: _ = try resolve(object)
    case BinaryPlist.Kind.dictionary: _ = try plist.entries(at: offset, what: "a dictionary", &work)
    case BinaryPlist.Kind.array:
      guard let parts = try plist.parts(at: offset) else { return }
      try work.charge(parts.count, at: offset)
      for position in 0..<parts.count { _ = try plist.reference(position, of: parts) }
    default:
      try work.charge(plist.contentSize(at: offset) / 64, at: offset)
      guard try plist.leaf(at: offset) != nil else {
        throw BinaryPlist.malformed(.malformed, "an object", plist.describe(at: offset), at: offset)
      }
    }
  }
}

/// The work spent on the objects of a file.
///
/// The objects of a valid file do not overlap, so together they have fewer references than the file has bytes. In a
/// hostile file, all objects could be the same large array, and each would have to be visited.
struct TableWork {
  private let limit: Int
  /// The work so far, in references.
  private(set) var spent = 0

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
