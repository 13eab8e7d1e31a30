import ArchiveTestSupport
import XCTest

/// What pages say of the package's files.
final class QuotationTests: XCTestCase {
  /// A block below `<!-- quotation: Sources/… -->` stands in that file.
  func testQuotations() throws {
    var count = 0
    for page in PageExample.paths {
      for match in try text(of: page).matches(of: /<!-- quotation: (\S+) -->\n```swift\n((?s).*?\n)```/) {
        count += 1
        XCTAssert(try text(of: String(match.1)).contains(match.2), "\(page): not in \(match.1):\n\(match.2)")
      }
    }
    XCTAssertGreaterThan(count, 3)
  }

  /// The tests that the table of promises names.
  func testPromisesOfLogsNameTheirTests() throws {
    let tests = TestFiles.repository.appendingPathComponent("Tests/ArchiveLogTests")
    let files = try XCTUnwrap(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    let sources = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let named = try text(of: "Sources/ArchiveLogs/README.md")
      .matches(of: /`([A-Z][A-Za-z]*Tests)(?:\.(test[A-Za-z]*))?`/)
    XCTAssertGreaterThan(named.count, 10)
    for name in named {
      XCTAssert(sources.contains("class \(name.1): "), "\(name.0)")
      if let method = name.2 { XCTAssert(sources.contains("func \(method)("), "\(name.0)") }
    }
  }
}
