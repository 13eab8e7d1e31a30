import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

/// What other formats hold, written as FastCoding files and read again.
final class FastCodingOtherFormatTests: XCTestCase {
  /// Keyed archives that come back with another content: nil in objects is left out, NSNull is nil, and coordinates have
  /// other digits.
  private let changed = [
    "dtx-goios/XCActivityRecord.bin", "dtx-goios/ax_focus_on_element.bin", "dtx-goios/nsvalue.bin",
    "dtx-goios/xctestconfiguration.bin", "foundation/DateIntervalFormatter-ValuesSetWithTemplate.archive",
    "foundation/DateIntervalFormatter-ValuesSetWithoutTemplate.archive",
    "foundation/NSKeyedUnarchiver-ComplexTest.plist",
  ]

  /// Every other keyed archive survives.
  func testForeignArchives() throws {
    // A class below a mutable one is written as that.
    XCTAssertEqual(try changed(ForeignArchive.made), changed + ["forms/subclass-of-a-collection"])
  }

  func testFilesOfOthers() throws {
    let files = try ForeignArchive.files()
    XCTAssertEqual(try changed(files), changed)
  }

  /// Returns the names of the archives that come back with another content.
  private func changed(_ archives: [ForeignArchive]) throws -> [String] {
    var changed: [String] = []
    for archive in archives {
      let node = try KeyedArchive(archive.data, options: .init(archivers: nil)).node()
      let written = try FastCodingArchive.encode(node)
      let back = try FastCodingArchive.everything(in: written)
      XCTAssertEqual(try FastCodingArchive.encode(back), written, "\(archive)")
      if !back.hasSameContent(as: node) { changed.append(archive.name) }
    }
    return changed
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
