import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

/// What other formats hold, written as FastCoding files and read again.
final class FastCodingOtherFormatTests: XCTestCase {
  /// Every keyed archive survives, apart from nil in objects, which FastCoding leaves out, and the wording of numbers.
  func testForeignArchives() throws { try check(ForeignArchive.made) }

  func testFilesOfOthers() throws { try check(ForeignArchive.files()) }

  private func check(_ archives: [ForeignArchive]) throws {
    var equal = 0
    var others: [String] = []
    for archive in archives {
      let node = try KeyedArchive(archive.data, options: .init(archivers: nil)).node()
      let written = try FastCodingArchive.encode(node)
      let back = try FastCodingArchive.everything(in: written)
      XCTAssertEqual(try FastCodingArchive.encode(back), written, "\(archive)")
      if back == node { equal += 1 } else { others.append(archive.name) }
    }
    XCTAssertGreaterThan(equal, 9 * others.count, "\(others)")
  }

  /// And comes back to a keyed archive of the same content.
  func testThereAndBack() throws {
    let value = ["numbers": [1, 2, 3], "more": [4]]
    let keyed = try KeyedArchive.encode(value)
    let fast = try FastCodingArchive.encode(KeyedArchive(keyed).node())
    let again = try KeyedArchive.encode(FastCodingArchive(fast).node())
    XCTAssertEqual(try KeyedArchive.decode([String: [Int]].self, from: again), value)
    XCTAssertEqual(again, keyed)
  }
}
