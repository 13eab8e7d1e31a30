internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

extension KeyedArchive {
  /// Verifies every object of the archive: all offsets are valid, every reference leads to an object, and the graph
  /// of the archive can be read.
  ///
  /// - Returns: The number of objects of each class.
  /// - Throws: ``ArchiveError`` at the first invalid object.
  /// - Complexity: Linear in the size of the archive, even if its objects overlap.
  package func verify() throws -> [String: Int] { try verifyWithWork().classes }

  /// Verifies the archive, and also returns the work done.
  package func verifyWithWork() throws -> (classes: [String: Int], work: Int) {
    try reading { reader in
      // Checks the positions first, whose errors have no path, and then the meaning.
      var work = MeterWork(forArchiveOf: reader.plist.count)
      for object in 0..<reader.plist.objectCount { try reader.table.verify(object, &work) }
      var graph = GraphReader(reader)
      _ = try graph.read()
      return (graph.classCounts, work.spent)
    }
  }
}

extension BinaryPlist {
  /// Returns the entries of the dictionary at an offset, and charges their cost.
  func entries(
    at offset: Int, what expected: String, _ work: inout MeterWork
  ) throws -> [(key: String, reference: Int)] {
    let entries = try entries(at: offset, what: expected)
    try work.charge(entries.reduce(0) { $0 + 2 + $1.key.utf8.count / 64 }, at: offset)
    return entries
  }
}

extension ObjectTable {
  /// Checks one object of the property list, and that its references are valid.
  fileprivate func verify(_ object: Int, _ work: inout MeterWork) throws {
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
