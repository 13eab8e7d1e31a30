import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// The same of archives that Apple's software wrote, of other projects' test suites. They lie outside the repository;
/// without them these tests are skipped.
final class AppleArchiveTests: ForeignArchiveTests {
  override func setUpWithError() throws { _ = try TestFiles.shared("keyed-archives") }

  override func file(_ path: String) throws -> Data { try ForeignArchive.file(path) }

  // SwiftPM finds the tests of a superclass only if there is one here as well.

  /// The files are those that a table describes.
  func testAllOpen() throws {
    let folder = try TestFiles.shared("keyed-archives")
    let manifest = try String(contentsOf: folder.appendingPathComponent("MANIFEST.tsv"), encoding: .utf8)
    let rows = manifest.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    XCTAssertEqual(rows.count, 79)
    var present: Set<String> = []
    for row in rows {
      // A manifest may name what was not copied.
      guard let data = try? ForeignArchive.file(row[0]) else { continue }
      present.insert(row[0])
      let archive = try KeyedArchive(data)
      XCTAssertEqual(archive.archiver, "NSKeyedArchiver", row[0])
      XCTAssertEqual(archive.version, 100_000, row[0])
      XCTAssertEqual(archive.objectCount, Int(row[4]), row[0])
      let classes = try archive.verify()
      XCTAssertEqual(classes.keys.sorted().joined(separator: ","), row[5], row[0])
      XCTAssertEqual(archive.keys.contains("root"), !row[9].hasPrefix("top="), row[0])
      if row[8] == "bin" { assertRefusesOtherLengths(of: data, as: String?.self) }
    }
    XCTAssertEqual(present, Set(try TestFiles.files(below: folder)))
    print("\(present.count) archives opened")
  }

  /// There is a likeness of each, with objects of the same classes, under the same roots and in the same form.
  func testLikenesses() throws {
    let files = try ForeignArchive.files()
    XCTAssertEqual(ForeignArchive.likenesses.map(\.name), files.map(\.name))
    for (likeness, file) in zip(ForeignArchive.likenesses, files) {
      let (made, found) = (try KeyedArchive(likeness.data), try KeyedArchive(file.data))
      XCTAssertEqual(try made.verify().keys.sorted(), try found.verify().keys.sorted(), file.name)
      XCTAssertEqual(made.keys.sorted(), found.keys.sorted(), file.name)
      XCTAssertEqual(likeness.data.first, file.data.first, file.name)
      XCTAssertNotEqual(likeness.data, file.data, "\(file.name) is a copy")
    }
  }
}
