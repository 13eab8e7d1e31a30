import ArchiveTestSupport
import XCTest

/// The tests of a page's samples: what these print is caught, and compared with what the page says.
///
/// In `Samples` each page has a file that says which samples are compiled and run, and where: see `CONTRIBUTING.md`.
class PageTests: XCTestCase {
  /// A folder for the files that samples write.
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private var printed: [String] = []

  override func setUpWithError() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    XCTAssertEqual(printed, [], "printed, and compared with no output of the page")
    try FileManager.default.removeItem(at: folder)
  }

  /// What `print` means in samples.
  func print(_ items: Any...) {
    printed += items.map { "\($0)" }.joined(separator: " ").components(separatedBy: "\n")
  }

  /// Checks that the lines are those printed since the last call. A marker `// OUTPUT name` becomes a call, at the
  /// place of the first line on the page.
  func checkOutput(_ expected: [String], file: StaticString = #filePath, line: UInt = #line) {
    defer { printed = [] }
    guard let index = zip(expected, printed).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
      return XCTAssertEqual(printed.count, expected.count, "lines: \(printed)", file: file, line: line)
    }
    XCTFail(
      "this prints:\n" + printed[index...].joined(separator: "\n"), file: file, line: line + UInt(index))
  }
}

/// The text of a page, or another file of the package.
func text(of path: String) throws -> String {
  try String(contentsOf: TestFiles.repository.appendingPathComponent(path), encoding: .utf8)
}
