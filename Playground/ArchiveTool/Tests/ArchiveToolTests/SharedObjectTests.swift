import ArchiveDocuments
import StructCoding
import XCTest

/// Shared objects, through every command and every format. Compares contents, not only exit codes.
final class SharedObjectTests: XCTestCase {
  private let document = #"{"$class":"Doc","a":{"$class":"P","n":1},"b":{"$alias":"a"}}"#

  /// Returns the content of a file, read by the library in the test process.
  private func node(_ path: String) throws -> ArchiveNode {
    try ArchiveDocument(
      Data(contentsOf: URL(fileURLWithPath: path)), formats: ArchiveFormat.standard + [.fastCoding]
    ).node
  }

  func testTheSmallestDocumentWithASharedObject() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(Data(document.utf8), as: "doc.json")
    let column = folder["doc.column"].path
    XCTAssertEqual(try Tool.run("convert", start, column).code, 0)
    XCTAssertLessThan(try Data(contentsOf: folder["doc.column"]).count, 320)

    // Freed memory only sometimes has other content, so a single run is not enough. It is freed too early by optimised
    // programs if at all, which the nightly run tests, so those of `swift test` are few.
    for round in 0..<(Thoroughness.isFull ? 10 : 2) {
      let inspected = try Tool.run("inspect", column)
      XCTAssertEqual(inspected.code, 0, "\(round): \(inspected.errors)")
      let content = inspected.output.components(separatedBy: "\ncontent\n").last ?? ""
      XCTAssertEqual(content.components(separatedBy: "n: 1").count, 2, content)
      XCTAssertTrue(content.contains("a: ") && content.contains("b: "), content)
      XCTAssertEqual(try Tool.run("verify", column).code, 0)
      let same = try Tool.run("diff", "--ignore-classes", start, column)
      XCTAssertEqual(same.code, 0, "\(round): \(same.output)\(same.errors)")
      let page = folder["page \(round).html"]
      XCTAssertEqual(try Tool.run("view", column, "--html", page.path).code, 0)
      XCTAssertTrue(try String(contentsOf: page, encoding: .utf8).contains("doc.column"))
      for format in ["json", "plist", "plist-xml", "column"] {
        let path = folder["\(round) \(format)"].path
        let converted = try Tool.run("convert", column, path, "--to", format)
        XCTAssertEqual(converted.code, 0, "\(format): \(converted.errors)")
        let back = try node(path)
        XCTAssertEqual(back["a"]?["n"], 1, format)
        XCTAssertTrue(back.hasSameSharing(as: try node(column)), "\(format): \(back)")
        XCTAssertNotNil(back["a"]?.objectNumber, format)
        XCTAssertEqual(back["a"]?.objectNumber, back["b"]?.objectNumber, format)
      }
      let differs = try Tool.run(
        "diff", "-", column, input: Data(document.replacingOccurrences(of: "1", with: "2").utf8))
      XCTAssertEqual(differs.code, 1)
      XCTAssertTrue(differs.output.contains("a.n: 2 → 1"), differs.output)
    }
  }

  /// Cycles and many shared objects, each with its own content.
  func testManySharedObjects() throws {
    let folder = try TemporaryFolder()
    let objects = (0..<300).map { (number: Int) -> ArchiveNode in
      let (next, far) = ((number + 1) % 300, (7 * number + 3) % 300)
      let name: ArchiveNode = .string("link \(number)")
      return .object(
        "Link",
        ["number": .integer(Int64(number)), "name": name, "next": .reference(next), "far": .reference(far)])
    }
    let root = ArchiveNode.array((0..<300).map { .reference($0) })
    let start = ArchiveNode.graph(ArchiveGraph(root: root, objects: objects))
    let path = try folder.write(ArchiveDocument(start, format: .json).data(as: .columnArchive), as: "start")
    for format in ["json", "column", "keyed", "plist"] {
      let copy = folder[format].path
      let converted = try Tool.run("convert", path, copy, "--to", format)
      XCTAssertEqual(converted.code, 0, "\(format): \(converted.errors)")
      let back = try node(copy)
      XCTAssertEqual(back.count, 300)
      for number in [0, 1, 150, 299] {
        XCTAssertEqual(back[number]?["far"]?["number"], .integer(Int64((7 * number + 3) % 300)), format)
        XCTAssertEqual(back[number]?["next"]?["name"], .string("link \((number + 1) % 300)"), format)
      }
      XCTAssertTrue(back.hasSameSharing(as: start), format)
    }
  }

  /// JSON preserves the archiver of another program's archive, and which numbers are objects.
  func testArchivesOfOtherProgramsComeBack() throws {
    let folder = try TemporaryFolder()
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(NSNumber(value: 5), forKey: "number")
    archiver.encode(5, forKey: "integer")
    archiver.finishEncoding()
    let start = try folder.write(archiver.encodedData, as: "start")
    for format in ["json", "plist", "plist-xml", "keyed"] {
      XCTAssertEqual(try Tool.run("convert", start, folder[format].path, "--to", format).code, 0)
      let back = folder["back from \(format)"]
      XCTAssertEqual(try Tool.run("convert", folder[format].path, back.path, "--to", "keyed").code, 0)
      let coder = try NSKeyedUnarchiver(forReadingFrom: Data(contentsOf: back))
      coder.requiresSecureCoding = false
      XCTAssertEqual(coder.decodeObject(forKey: "number") as? NSNumber, 5, format)
      XCTAssertEqual(coder.decodeInteger(forKey: "integer"), 5, format)
    }
    let foreign = try folder.write(
      KeyedArchive.encode([1], options: .init(archiver: "SCNKeyedArchiver", version: 7)), as: "foreign")
    XCTAssertEqual(try Tool.run("convert", foreign, folder["foreign.json"].path).code, 0)
    XCTAssertEqual(
      try Tool.run("convert", folder["foreign.json"].path, folder["foreign.archive"].path).code, 0)
    let back = try KeyedArchive(
      Data(contentsOf: folder["foreign.archive"]), options: .init(archivers: ["SCNKeyedArchiver"]))
    XCTAssertEqual(back.version, 7)
  }

  /// Archives as other software writes them, as columns: each can be inspected, and has the content that the library
  /// reads from it.
  func testArchivesLikeThoseOfOthersAsColumns() throws {
    let folder = try TemporaryFolder()
    XCTAssertGreaterThan(try checkColumns(folder.likenesses()), 4)
  }

  func testArchivesOfOthersAsColumns() throws {
    let url = try Tool.shared("keyed-archives")
    let files = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted().filter {
      $0.hasSuffix(".plist") || $0.hasSuffix(".archive") || $0.hasSuffix(".bin")
    }
    XCTAssertGreaterThan(files.count, 60)
    // The library's own tests read all of them.
    let some = Thoroughness.some(of: files, oneIn: 4)
    let least = Thoroughness.isFull ? 60 : 60 / 4
    XCTAssertGreaterThan(try checkColumns(some.map { url.appendingPathComponent($0).path }), least)
  }

  /// Returns how many of the archives columns have words for.
  private func checkColumns(_ files: [String]) throws -> Int {
    let folder = try TemporaryFolder()
    var converted = 0
    for (number, file) in files.enumerated() {
      let (path, column) = (file, folder["\(number).column"].path)
      let outcome = try Tool.run("convert", path, column)
      XCTAssertTrue([0, 1].contains(outcome.code), "\(file): \(outcome.code) \(outcome.errors)")
      guard outcome.code == 0 else { continue }
      converted += 1
      let inspected = try Tool.run("inspect", column)
      XCTAssertEqual(inspected.code, 0, "\(file): \(inspected.code) \(inspected.errors)")
      // Columns store neither the class of a string or of data, nor whether nil was an NSNull.
      let (old, new) = (try node(path), try node(column))
      let differences = new.differences(from: old, limit: .max)
      for difference in differences {
        switch difference.kind {
        case .classChanged: break
        case .changed(let before, let after):
          let isSame = before.stringValue == after.stringValue && before.dataValue == after.dataValue
          XCTAssertTrue(isSame && "\(before)".hasPrefix("NS"), "\(file): \(difference)")
        default: XCTFail("\(file): \(difference)")
        }
      }
      let compared = try Tool.run("diff", "--quiet", path, column)
      XCTAssertEqual(compared.code, differences.isEmpty ? 0 : 1, "\(file): \(compared.errors)")
      let text = folder["\(number).json"].path
      XCTAssertEqual(try Tool.run("convert", column, text).code, 0, file)
      XCTAssertTrue(try node(text).hasSameContent(as: new), file)
    }
    return converted
  }
}
