import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

/// `archive view`: the page is bounded, treats nothing from the file as markup, and works in a browser.
final class ViewTests: XCTestCase {
  /// Content that would break out of a text if it were not escaped.
  private static let hostile: ArchiveNode = {
    let texts = [
      "</script><script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 2'>",
      "<!-- <script>", "]]>", "{{script}} {{nonce}}", "\u{0}\u{1B}[2J\u{7F}\u{9B}",
      "\u{2028}\u{2029}\u{202E}evil\u{2066}",
      "'\"`${window.hacked = 3}", "\\u003c/script>", "&lt;script&gt;",
      String(decoding: [0xFFFF, 0xFDD0] as [UInt16], as: UTF16.self), "javascript:window.hacked = 4",
      String(repeating: "e\u{301}\u{302}\u{303}", count: 400), "😀 needle ☃", "__proto__", "constructor",
    ]
    var fields = ArchiveNode.Fields(className: "</style><b>Class</b>")
    for (number, text) in texts.enumerated() {
      fields[text] = .dictionary([
        .init(
          key: .string(text), value: .array([.string(text), .data(Data(text.utf8)), .integer(Int64(number))]))
      ])
    }
    return .array([.record(fields), .date(Date(timeIntervalSinceReferenceDate: .infinity)), .double(.nan)])
  }()

  private func page(_ data: Data, _ folder: TemporaryFolder, name: String = "file") throws -> String {
    let path = folder["\(name).html"].path
    let outcome = try Tool.run("view", folder.write(data, as: name), "--html", path, "--force")
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    return path
  }

  func testNothingOfAFileIsMarkup() throws {
    let folder = try TemporaryFolder()
    for data in [try Self.hostile.jsonData(), try KeyedArchive.encode(Self.hostile)] {
      let html = try String(contentsOfFile: page(data, folder, name: "x<script>\"&"), encoding: .utf8)
      XCTAssertEqual(
        html.components(separatedBy: "<script").count, 3, "two scripts, the data and the program")
      XCTAssertEqual(html.components(separatedBy: "</script").count, 3)
      XCTAssertFalse(html.contains("<img"))
      XCTAssertFalse(html.contains("<b>"))
      XCTAssertFalse(html.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
      XCTAssertFalse(html.contains("http:") || html.contains("https:") || html.contains("@import"))
    }
  }

  func testPagesAreBounded() throws {
    let folder = try TemporaryFolder()
    let large = try page(ColumnArchive.encode(ToolSession.samples(30_000)), folder)
    let size = try FileManager.default.attributesOfItem(atPath: large)[.size] as? Int ?? .max
    XCTAssertLessThan(size, 2_000_000)
    let wide = Data("[\(Array(repeating: "[[[[1]]]]", count: 100_000).joined(separator: ","))]".utf8)
    let outcome = try Tool.run(
      "view", "-", "--html", "-", "--elements", "100000", "--entries", "1000", input: wide)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertLessThan(outcome.output.utf8.count, 150_000)
  }

  func testPagesThatAreThereStay() throws {
    let folder = try TemporaryFolder()
    let path = try page(Data("[1]".utf8), folder)
    XCTAssertEqual(try Tool.run("view", folder["file"].path, "--html", path).code, 2)
    XCTAssertEqual(try Tool.run("view", folder["file"].path, "--html", path, "--force").code, 0)
    XCTAssertEqual(try Tool.run("view", folder["file"].path).code, 2)
  }

  // MARK: In a browser

  private func checkInBrowser(_ page: String, needle: String) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("browser.py")
    let python = URL(fileURLWithPath: "/usr/bin/env")
    var arguments = ["python3", script.path, page, needle]
    // The prefix of screenshots, for manual inspection.
    if let shots = ProcessInfo.processInfo.environment["ARCHIVE_TOOL_SHOTS"] {
      arguments.append("\(shots)-\(needle.filter(\.isLetter))")
    }
    let outcome = try Tool.run(python, arguments)
    if outcome.code == 77 || outcome.code == 127 {
      throw XCTSkip(outcome.output.isEmpty ? "python3 is not there" : outcome.output)
    }
    XCTAssertEqual(outcome.code, 0, outcome.output + outcome.errors)
    XCTAssertTrue(outcome.output.hasSuffix("all holds\n"), outcome.output + outcome.errors)
  }

  func testColumnArchiveInABrowser() throws {
    let folder = try TemporaryFolder()
    let data = try ColumnArchive.encode(ToolSession.samples(30_000))
    try checkInBrowser(page(data, folder), needle: "event 98.3")
  }

  func testKeyedArchiveInABrowser() throws {
    let folder = try TemporaryFolder()
    let data = try KeyedArchive.encode(ToolSession.samples(300))
    try checkInBrowser(page(data, folder), needle: "tablet")
  }

  func testHostileFileInABrowser() throws {
    let folder = try TemporaryFolder()
    try checkInBrowser(page(KeyedArchive.encode(Self.hostile), folder), needle: "needle ☃")
  }
}
