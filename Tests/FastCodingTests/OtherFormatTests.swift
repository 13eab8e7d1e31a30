import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

/// What other formats hold, written as FastCoding files and read again.
final class FastCodingOtherFormatTests: XCTestCase {
  /// Every keyed archive survives, apart from nil in objects, which FastCoding leaves out, and the wording of numbers.
  func testKeyedArchives() throws {
    let folder = try TestFiles.shared("keyed-archives")
    var equal = 0
    var others: [String] = []
    for file in try TestFiles.files(below: folder) {
      let data = try Data(contentsOf: folder.appendingPathComponent(file))
      let node = try KeyedArchive(data, options: .init(archivers: nil)).node()
      let written = try FastCodingArchive.encode(node)
      let back = try FastCodingArchive.everything(in: written)
      XCTAssertEqual(try FastCodingArchive.encode(back), written, file)
      if back == node { equal += 1 } else { others.append(file) }
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
