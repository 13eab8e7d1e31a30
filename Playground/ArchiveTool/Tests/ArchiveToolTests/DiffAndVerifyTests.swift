import ArchiveDocuments
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

/// `archive diff` and `archive verify`: their output, and above all their exit codes.
final class DiffAndVerifyTests: XCTestCase {
  private let sessions = ToolSession.samples(20)

  func testDiffSaysWhatDiffersAndWhere() throws {
    let folder = try TemporaryFolder()
    var changed = sessions
    changed[3].events[1].eventTag = "another"
    changed[5].counts["new"] = 1
    changed.removeLast()
    let before = try folder.write(KeyedArchive.encode(sessions), as: "before")
    let after = try folder.write(KeyedArchive.encode(changed), as: "after")
    let outcome = try Tool.run("diff", before, after)
    XCTAssertEqual(outcome.code, 1, outcome.errors)
    let lines = outcome.output.split(separator: "\n")
    XCTAssertEqual(lines.count, 3, outcome.output)
    XCTAssertEqual(lines.first, "[3].events[1].eventTag: \"event 21.1\" → \"another\"")
    XCTAssertTrue(lines.contains { $0.hasPrefix("+ [5].counts") }, outcome.output)
    XCTAssertTrue(lines.contains { $0.hasPrefix("- [19]") }, outcome.output)

    XCTAssertEqual(try Tool.run("diff", before, before).code, 0)
    let quiet = try Tool.run("diff", "--quiet", before, after)
    XCTAssertEqual([quiet.output, quiet.errors, "\(quiet.code)"], ["", "", "1"])
    let limited = try Tool.run("diff", "--limit", "1", before, after)
    XCTAssertTrue(limited.output.contains("more differences"), limited.output)
    for limit in ["0", "1000001", "\(Int.max)"] {
      let refused = try Tool.run("diff", "--limit", limit, before, after)
      XCTAssertNotEqual(refused.code, 0)
      XCTAssertTrue(refused.errors.contains("--limit takes a number"), refused.errors)
    }

    let json = try Tool.run("diff", "--json", before, after)
    XCTAssertEqual(json.code, 1)
    let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    XCTAssertEqual(report?.keys.sorted(), ["differences", "first", "isComplete", "isEqual", "second"])
    let found = try XCTUnwrap(report?["differences"] as? [[String: Any]])
    XCTAssertEqual(found.map { $0["kind"] as? String }, ["changed", "added", "removed"])
  }

  /// No line, and no entry of the JSON, has the same text on both sides.
  func testDifferencesCanBeSeen() throws {
    let folder = try TemporaryFolder()
    func list(_ byte: UInt8, isMutable: Bool) throws -> String {
      let data: ArchiveNode = .data(Data(repeating: 1, count: 100) + [byte])
      let mutable = ArchiveClass("NSMutableData", superclassNames: ["NSData", "NSObject"])
      let node: ArchiveNode = [data, isMutable ? .instance(mutable, .data(Data([5]))) : .data(Data([5]))]
      return try folder.write(KeyedArchive.encode(node), as: "\(byte) \(isMutable)")
    }
    let (first, second) = (try list(2, isMutable: true), try list(3, isMutable: false))
    let outcome = try Tool.run("diff", first, second)
    XCTAssertEqual(
      outcome.output,
      "[0]: 101 bytes (0x2 at byte 100) → 101 bytes (0x3 at byte 100)\n[1]: class NSMutableData → NSData\n")
    XCTAssertEqual(
      try Tool.run("diff", "--ignore-classes", first, second).output.split(separator: "\n").count, 1)
    let json = try Tool.run("diff", "--json", first, second)
    let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let found = try XCTUnwrap(report?["differences"] as? [[String: Any]])
    XCTAssertEqual(found.map { $0["kind"] as? String }, ["changed", "classChanged"])
    for difference in found { XCTAssertNotEqual(difference["old"] as? String, difference["new"] as? String) }
    let exact = try Tool.run("diff", "--exact", first, second)
    XCTAssertTrue(exact.output.contains("(0x2 at byte 100) → "), exact.output)
  }

  func testDiffOfDifferentFormats() throws {
    let folder = try TemporaryFolder()
    let keyed = try folder.write(KeyedArchive.encode(sessions), as: "keyed")
    let column = try folder.write(ColumnArchive.encode(sessions), as: "column")
    XCTAssertEqual(try Tool.run("diff", "--ignore-classes", keyed, column).code, 0)
    // Events have no class name in a column archive.
    XCTAssertEqual(try Tool.run("diff", keyed, column).code, 1)
  }

  func testTroubleOfDiffIsNoDifference() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write(KeyedArchive.encode(sessions), as: "good")
    let bad = try folder.write(KeyedArchive.encode(sessions).dropLast(10), as: "bad")
    for arguments in [[good, bad], [bad, good], [good, "/no/such/file"], [good], ["-", "-"]] {
      XCTAssertEqual(try Tool.run(Tool.program, ["diff"] + arguments).code, 2, "\(arguments)")
    }
  }

  func testVerifySaysWhereAFileIsDamaged() throws {
    let folder = try TemporaryFolder()
    for data in [
      try KeyedArchive.encode(sessions), try ColumnArchive.encode(sessions),
      try FastCodingArchive.encode(sessions),
      try ArchiveNode(encoding: sessions).jsonData(), try ArchiveNode(encoding: sessions).propertyListData(),
    ] {
      let good = try Tool.run("verify", folder.write(data, as: "good"))
      XCTAssertEqual(good.code, 0, good.errors)
      XCTAssertTrue(good.output.contains("can be read whole"), good.output)
      let bad = try Tool.run("verify", folder.write(data.dropLast(data.count / 3), as: "bad"))
      XCTAssertEqual(bad.code, 1)
      XCTAssertTrue(bad.errors.contains("xpected"), bad.errors)
      let quiet = try Tool.run("verify", "--quiet", folder["bad"].path)
      XCTAssertEqual([quiet.output, quiet.errors, "\(quiet.code)"], ["", "", "1"])
    }
    var data = try ColumnArchive.encode(sessions)
    let place = try XCTUnwrap(data.range(of: Data("event 7.1".utf8)))
    data[place.lowerBound] = 0xFF
    let outcome = try Tool.run("verify", folder.write(data, as: "bad"))
    XCTAssertEqual(outcome.code, 1)
    XCTAssertTrue(outcome.errors.contains("another checksum"), outcome.errors)
    XCTAssertEqual(try Tool.run("verify").code, 2)
    XCTAssertEqual(try Tool.run("verify", "/no/such/file").code, 2)
  }
}
