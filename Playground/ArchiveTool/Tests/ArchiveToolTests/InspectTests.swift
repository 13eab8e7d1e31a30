import ArchiveDocuments
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

/// `archive inspect`: text and JSON, for every format and for files that are not what they seem.
final class InspectTests: XCTestCase {
  private let sessions = ToolSession.samples(50)

  private func json(_ outcome: Tool.Outcome) throws -> [String: Any] {
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try XCTUnwrap(value as? [String: Any])
  }

  func testColumnArchive() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(ColumnArchive.encode(sessions), as: "sessions.column")
    let text = try Tool.run("inspect", "--depth", "2", "--elements", "3", path)
    XCTAssertEqual(text.code, 0, text.errors)
    for part in [
      "column archive", "Tool_Session_Coding", "50 in 1 batch", "events.timeStamp", "optional double",
      "… 47 more",
      "array (50)",
    ] {
      XCTAssertTrue(text.output.contains(part), "\(part) in \(text.output)")
    }
    let report = try json(Tool.run("inspect", "--json", path))
    XCTAssertEqual(
      report.keys.sorted(),
      [
        "archiver", "batchCount", "byteCount", "bytesBehindEnd", "className", "classes", "columns",
        "content",
        "elementCount",
        "file", "format", "isXML", "keys", "objectCount", "unreferencedObjectCount", "version",
      ])
    XCTAssertEqual(report["format"] as? String, "column")
    XCTAssertEqual(report["elementCount"] as? Int, 50)
    let columns = try XCTUnwrap(report["columns"] as? [[String: Any]])
    XCTAssertEqual(
      columns.compactMap { $0["path"] as? String },
      [
        "", "startTime", "device", "counts", "counts.key", "counts.value", "events", "events.timeStamp",
        "events.eventTag", "events.value",
      ])
    XCTAssertEqual(columns.compactMap { $0["count"] as? Int }.last, 200)
    let content = try XCTUnwrap(report["content"] as? [String: Any])
    XCTAssertEqual(content["count"] as? Int, 50)
    XCTAssertEqual(content["omitted"] as? Int, 40)
  }

  func testOtherFormats() throws {
    let folder = try TemporaryFolder()
    let files: [(Data, String, String)] = [
      (try KeyedArchive.encode(sessions), "keyed", "Tool_Event_Coding"),
      (try KeyedArchive.encode(sessions, options: .init(outputFormat: .xml)), "keyed", "in XML"),
      (try FastCodingArchive.encode(sessions), "fast", "Tool_Session_Coding"),
      (Data(#"{"a": [1, 2.5, "x"]}"#.utf8), "json", "dictionary (1)"),
      (
        try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0), "plist",
        "a: 1"
      ),
    ]
    for (number, (data, format, part)) in files.enumerated() {
      let path = try folder.write(data, as: "file \(number)")
      let report = try json(Tool.run("inspect", "--json", path))
      XCTAssertEqual(report["format"] as? String, format)
      XCTAssertEqual(report["byteCount"] as? Int, data.count)
      let text = try Tool.run("inspect", path)
      XCTAssertTrue(text.output.contains(part), "\(part) in \(text.output)")
    }
  }

  func testStandardInput() throws {
    let outcome = try Tool.run("inspect", "-", input: ColumnArchive.encode(sessions))
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertTrue(outcome.output.hasPrefix("standard input\n"), outcome.output)
  }

  func testFilesThatAreNoArchivesSayWhatTheyLookLike() throws {
    let folder = try TemporaryFolder()
    for (bytes, part) in [
      (Data([0x50, 0x4B, 0x03, 0x04, 0, 0]), "ZIP"),
      (Data("\u{89}PNG".unicodeScalars.map { UInt8($0.value) }), "PNG"),
      (Data("hello, world".utf8), "hello, world"), (Data(), "no bytes"),
    ] {
      let outcome = try Tool.run("inspect", folder.write(bytes, as: "file"))
      XCTAssertEqual(outcome.code, 1)
      XCTAssertEqual(outcome.output, "")
      XCTAssertTrue(outcome.errors.contains(part), "\(part) in \(outcome.errors)")
      XCTAssertTrue(
        outcome.errors.contains("expected") || outcome.errors.contains("Expected"), outcome.errors)
    }
  }

  func testHostileTextsDoNotReachTheTerminal() throws {
    let folder = try TemporaryFolder()
    let node: ArchiveNode = [.string("\u{1B}[2Jname\u{202E}"): .string("\u{7}\u{9B}31m\n<b>")]
    let path = try folder.write(node.jsonData(), as: "hostile.json")
    let outcome = try Tool.run("inspect", path)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertFalse(
      outcome.output.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    XCTAssertTrue(outcome.output.contains("\\u{1b}[2Jname\\u{202e}"), outcome.output)
    let report = try json(Tool.run("inspect", "--json", path))
    let content = try XCTUnwrap((report["content"] as? [String: Any])?["children"] as? [[String: Any]])
    XCTAssertEqual(content.first?["text"] as? String, "\u{7}\u{9B}31m\n<b>")
  }

  func testHelpHasExamplesForEveryCommand() throws {
    for command in ["inspect", "convert", "diff", "verify", "view"] {
      let outcome = try Tool.run(command, "--help")
      XCTAssertEqual(outcome.code, 0)
      XCTAssertTrue(outcome.output.contains("Examples:\n  archive \(command) "), outcome.output)
    }
    let usage = try Tool.run("inspect")
    XCTAssertEqual(usage.code, 2)
    XCTAssertTrue(usage.errors.contains("Usage: archive inspect"), usage.errors)
    XCTAssertEqual(try Tool.run("inspect", "--depth", "-1", "x").code, 2)
    XCTAssertEqual(try Tool.run("bogus").code, 2)
    XCTAssertEqual(try Tool.run("inspect", "/no/such/file").code, 2)
    XCTAssertEqual(try Tool.run("inspect", "/tmp").code, 2)
    XCTAssertEqual(try Tool.run("--version").code, 0)
  }
}
