import ArchiveDocuments
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

/// `archive convert`: converts between all formats, and never writes half a file.
final class ConvertTests: XCTestCase {
  private let sessions = ToolSession.samples(6)

  func testEveryFormatIntoEveryOther() throws {
    let folder = try TemporaryFolder()
    let formats = ["keyed", "keyed-xml", "column", "fast", "json", "plist", "plist-xml"]
    let start = try folder.write(KeyedArchive.encode(sessions), as: "start")
    for format in formats {
      let outcome = try Tool.run("convert", start, folder["from \(format)"].path, "--to", format)
      XCTAssertEqual(outcome.code, 0, "\(format): \(outcome.errors)")
    }
    for format in formats {
      for other in formats {
        let path = folder["\(format) to \(other)"].path
        let outcome = try Tool.run(
          "convert", folder["from \(format)"].path, path, "--to", other, "--class", "events=Tool_Event_Coding"
        )
        XCTAssertEqual(outcome.code, 0, "\(format) to \(other): \(outcome.errors)")
        let same = try Tool.run("diff", "--ignore-classes", "--ignore-nil", start, path)
        XCTAssertEqual(same.code, 0, "\(format) to \(other): \(same.output.prefix(500))\(same.errors)")
      }
      // Whatever the path of conversions, the typed readers still read the values.
      let keyed = try Data(contentsOf: folder["\(format) to keyed"])
      XCTAssertEqual(try KeyedArchive.decode([ToolSession].self, from: keyed), sessions, format)
      let column = try Data(contentsOf: folder["\(format) to column"])
      XCTAssertEqual(try ColumnArchive.decode([ToolSession].self, from: column), sessions, format)
      let fast = try Data(contentsOf: folder["\(format) to fast"])
      XCTAssertEqual(try FastCodingArchive.decode([ToolSession].self, from: fast), sessions, format)
    }
  }

  func testClassesThatAreNotKnownAreNamed() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(ColumnArchive.encode(sessions), as: "start.column")
    let refused = try Tool.run("convert", start, folder["out.archive"].path)
    XCTAssertEqual(refused.code, 1)
    XCTAssertTrue(refused.errors.contains("events") && refused.errors.contains("--class"), refused.errors)
    XCTAssertEqual(try Tool.run("convert", start, folder["out.archive"].path, "--class", "events").code, 2)
    XCTAssertEqual(try Tool.run("convert", start, folder["out.archive"].path, "--name-classes").code, 0)
    let inspected = try Tool.run("inspect", folder["out.archive"].path)
    XCTAssertTrue(inspected.output.contains("\n  events "), inspected.output)
  }

  func testCheckedConversionsKeepEverythingOrAreNotMade() throws {
    let folder = try TemporaryFolder()
    let node: ArchiveNode = .instance(
      ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"]), ["text"])
    let start = try folder.write(KeyedArchive.encode(node), as: "start")
    XCTAssertEqual(try Tool.run("convert", start, folder["out.json"].path, "--check").code, 0)
    XCTAssertEqual(try Tool.run("convert", start, folder["out.column"].path, "--check").code, 0)
    let plain = folder["plain.json"].path
    let refused = try Tool.run("convert", start, plain, "--plain", "--check")
    XCTAssertEqual(refused.code, 1)
    XCTAssertTrue(refused.errors.contains("NSMutableArray → NSArray"), refused.errors)
    XCTAssertFalse(FileManager.default.fileExists(atPath: plain))
    XCTAssertEqual(try Tool.run("convert", start, plain, "--plain").code, 0)
  }

  func testPlainJSONSaysWhatItLoses() throws {
    let input = try KeyedArchive.encode(sessions)
    let outcome = try Tool.run("convert", "-", "-", "--to", "json", "--plain", input: input)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertFalse(outcome.output.contains("$"))
    XCTAssertTrue(outcome.errors.contains("lost: "), outcome.errors)
    XCTAssertEqual(try Tool.run("convert", "-", "-", "--to", "plist", "--plain", input: input).code, 2)
  }

  /// What a format cannot hold is said in the same way for each, with and without `--check`.
  func testEveryConversionSaysWhatItLoses() throws {
    let folder = try TemporaryFolder()
    let event: ArchiveNode = .object("Event", ["tag": "open", "weight": .float(1.5), "end": .null])
    let node: ArchiveNode = .object("Session", ["name": "a", "events": [event], "first": event])
    let start = try folder.write(KeyedArchive.encode(node), as: "start.archive")
    let losses = [
      "json": [], "keyed": [], "plist": [], "plist-xml": [], "keyed-xml": ["numbers of 32 bits are of 64: 2"],
      "column": [],
      "fast": ["fields that are nil are left out: 2, first at events[0].end"],
    ]
    for (format, kinds) in losses {
      for options in [[], ["--check"]] {
        let outcome = try Tool.run(
          Tool.program, ["convert", start, folder[format].path, "--to", format, "--force"] + options)
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains("lost: ") }
        XCTAssertEqual(lines.count, kinds.count, "\(format): \(outcome.errors)")
        for (line, kind) in zip(lines, kinds) { XCTAssertTrue(line.contains("lost: \(kind)"), "\(line)") }
      }
    }
    // The same from columns, whose elements are read a few at a time.
    let columns = try folder.write(
      ColumnArchive.encode(.array(Array(repeating: node, count: 3))), as: "start.column")
    let outcome = try Tool.run("convert", columns, folder["c"].path, "--to", "keyed-xml", "--name-classes")
    XCTAssertTrue(outcome.errors.contains("lost: numbers of 32 bits are of 64: 6"), outcome.errors)
  }

  /// A list with an alias is said to have keywords.
  func testAliasesOfLists() throws {
    let folder = try TemporaryFolder()
    let cycle = ArchiveNode.graph(ArchiveGraph(root: ["a": .reference(0)], objects: [[.reference(0)]]))
    let list = try folder.write(cycle.propertyListData(), as: "list.plist")
    let outcome = try Tool.run("convert", list, folder["cycle.plist"].path)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertTrue(outcome.errors.contains("lost: keywords, which other programs do not know"), outcome.errors)
  }

  func testBytesBehindTheEnd() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(KeyedArchive.encode(sessions) + [0, 0x0A], as: "padded")
    let inspected = try Tool.run("inspect", path)
    XCTAssertEqual(inspected.code, 0, inspected.errors)
    XCTAssertTrue(inspected.output.contains("behind the end  2 bytes of padding"), inspected.output)
    XCTAssertTrue(try Tool.run("verify", path).output.contains("2 of them padding behind the end"))
    let outcome = try Tool.run("convert", path, folder["out.json"].path)
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertTrue(outcome.errors.contains("2 bytes behind the end"), outcome.errors)
    let other = try folder.write(KeyedArchive.encode(sessions) + [7, 7], as: "other")
    let refused = try Tool.run("inspect", other)
    XCTAssertEqual(refused.code, 1)
    XCTAssertTrue(refused.errors.contains("2 other bytes"), refused.errors)
    XCTAssertTrue(refused.errors.contains("cut the file off after its first"), refused.errors)
    XCTAssertFalse(refused.errors.contains("truncated"), refused.errors)
  }

  /// The texts and collections of other archivers are shown as what they are. Written again, they have other keys, which is
  /// said and is a difference only for `--exact`.
  func testArchivesByOtherArchivers() throws {
    let folder = try TemporaryFolder()
    var builder = PlistBuilder([
      .null, .record(class: 2, ["NS.key.0": .uid(3), "NS.object.0": .uid(4)]), .classRecord("NSDictionary"),
      .string("title"), .record(class: 5, ["NS.bytes": .data(Array("note 1".utf8))]),
      .classRecord("NSMutableString", "NSString"),
    ])
    builder.archiver = .string("GLKeyedArchiver")
    let start = try folder.write(builder.data(), as: "start.archive")
    XCTAssertTrue(try Tool.run("inspect", start).output.contains("title: NSMutableString \"note 1\""))
    let plain = try Tool.run("convert", start, "-", "--to", "json", "--plain", "--compact")
    XCTAssertEqual(plain.output.trimmingCharacters(in: .newlines), #"{"title":"note 1"}"#)
    let copy = folder["copy.archive"].path
    let outcome = try Tool.run("convert", start, copy)
    XCTAssertTrue(outcome.errors.contains("lost: "), outcome.errors)
    XCTAssertTrue(outcome.errors.contains("another archiver: 2"), outcome.errors)
    XCTAssertEqual(try Tool.run("diff", start, copy).code, 0)
    XCTAssertEqual(try Tool.run("diff", "--exact", start, copy).code, 1)
    XCTAssertEqual(try Tool.run("convert", copy, folder["again.archive"].path).errors, "")
  }

  func testTheEndOfTheNameSaysTheFormat() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(KeyedArchive.encode(sessions), as: "start.plist")
    for (end, beginning) in [
      ("json", "["), ("column", "\u{C3}SCA"), ("fast", "TSAF"), ("archive", "bplist00"),
      ("plist", "bplist00"),
      ("xml", "<?xml"),
    ] {
      let path = folder["out.\(end)"]
      let outcome = try Tool.run("convert", start, path.path)
      XCTAssertEqual(outcome.code, 0, outcome.errors)
      let bytes = beginning.unicodeScalars.map { UInt8($0.value) }
      XCTAssertTrue(try Data(contentsOf: path).starts(with: bytes), end)
    }
    let unknown = try Tool.run("convert", start, folder["out.doc"].path)
    XCTAssertEqual(unknown.code, 2)
    XCTAssertTrue(unknown.errors.contains("--to"), unknown.errors)
    XCTAssertEqual(try Tool.run("convert", start, "-").code, 2)
    XCTAssertEqual(try Tool.run("convert", start, "-", "--to", "doc").code, 2)
  }

  func testFilesThatAreThereStay() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(KeyedArchive.encode(sessions), as: "start.plist")
    let path = try folder.write(Data("precious".utf8), as: "out.json")
    let refused = try Tool.run("convert", start, path)
    XCTAssertEqual(refused.code, 2)
    XCTAssertTrue(refused.errors.contains("--force"), refused.errors)
    XCTAssertEqual(try Data(contentsOf: folder["out.json"]), Data("precious".utf8))

    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(atPath: folder["link.json"].path, withDestinationPath: path)
    let forced = try Tool.run("convert", "--force", start, folder["link.json"].path)
    XCTAssertEqual(forced.code, 0, forced.errors)
    XCTAssertTrue(try Data(contentsOf: folder["out.json"]).starts(with: [UInt8(ascii: "[")]))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o640)
    // The link is still a link, and no file was left behind.
    XCTAssertNoThrow(try FileManager.default.destinationOfSymbolicLink(atPath: folder["link.json"].path))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    XCTAssertEqual(names.sorted(), ["link.json", "out.json", "start.plist"])
  }

  func testAFileCanBeConvertedInItsPlace() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(KeyedArchive.encode(sessions), as: "sessions")
    XCTAssertEqual(try Tool.run("convert", "--force", path, path, "--to", "column").code, 0)
    XCTAssertEqual(
      try ColumnArchive.decode([ToolSession].self, from: Data(contentsOf: folder["sessions"])), sessions)
  }

  func testPipes() throws {
    let outcome = try Tool.run(
      "convert", "-", "-", "--to", "json", "--compact", input: try KeyedArchive.encode(sessions))
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    XCTAssertFalse(outcome.output.dropLast().contains("\n"))
    XCTAssertNoThrow(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)))
  }

  func testTroubleLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let damaged = try folder.write(KeyedArchive.encode(sessions).dropLast(20), as: "damaged")
    let outcome = try Tool.run("convert", damaged, folder["out.json"].path)
    XCTAssertEqual(outcome.code, 1)
    XCTAssertTrue(outcome.errors.contains("truncated"), outcome.errors)
    XCTAssertEqual(try Tool.run("convert", damaged, folder["no/such/folder/out.json"].path).code, 1)
    let start = try folder.write(KeyedArchive.encode(sessions), as: "start")
    XCTAssertEqual(try Tool.run("convert", start, folder["no/such/folder/out.json"].path).code, 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    XCTAssertEqual(names.sorted(), ["damaged", "start"])
  }

  /// Some of the output is written when the damage is found.
  func testADamagedBatchLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    var data = try ColumnArchive.encode(ToolSession.samples(4000), options: .init(batchSize: 500))
    data[data.startIndex + data.count / 2] ^= 1
    let damaged = try folder.write(data, as: "damaged.column")
    for format in ["json", "column", "keyed", "plist", "fast"] {
      let outcome = try Tool.run(
        "convert", damaged, folder["out"].path, "--to", format, "--class", "events=Tool_Event_Coding")
      XCTAssertEqual(outcome.code, 1, format)
      XCTAssertTrue(outcome.errors.contains("checksum"), outcome.errors)
      // What is seen at once is checked before.
      let seen = try Tool.run(
        "convert", damaged, "-", "--to", format, "--class", "events=Tool_Event_Coding")
      XCTAssertEqual(seen.code, 1, format)
      XCTAssertEqual(seen.output, "", format)
      XCTAssertEqual(seen.errors, outcome.errors, format)
    }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.url.path), ["damaged.column"])
  }

  func testAnInterruptedConversionLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(ColumnArchive.encode(ToolSession.samples(40_000)), as: "start.column")
    let process = Process()
    process.executableURL = Tool.program
    process.arguments = ["convert", start, folder["out.json"].path]
    let wait = try process.start()
    // The temporary file is there as soon as the work begins.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }
    while process.isRunning, try names().count < 2 { usleep(1000) }
    process.terminate()
    wait()
    XCTAssertEqual(process.terminationReason, .uncaughtSignal)
    XCTAssertEqual(try names(), ["start.column"])
  }

  func testProgressIsSaidWhenWanted() throws {
    let input = try KeyedArchive.encode(sessions)
    XCTAssertEqual(try Tool.run("convert", "-", "-", "--to", "json", input: input).errors, "")
    let outcome = try Tool.run("convert", "--progress", "-", "-", "--to", "column", input: input)
    for step in ["reading standard input", "making a column archive", "writing -"] {
      XCTAssertTrue(outcome.errors.contains(step), outcome.errors)
    }
  }
}
