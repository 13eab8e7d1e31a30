import ArchiveDocuments
import StructCoding
import XCTest

/// What formats cannot hold, and limits: the program says it in words of its own, with the option that helps.
final class LimitTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  /// An archive with one record, whose fields are these.
  private func archive(_ fields: KeyValuePairs<String, Item>, _ objects: Item...) -> Data {
    PlistBuilder([.null, .record(class: 2, fields), .classRecord("Doc")] + objects).data()
  }

  private func utf16(_ units: [UInt16]) -> Item {
    .raw([0x60 | UInt8(units.count)] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }

  /// Half of a surrogate pair: in an object, inline, in an object of `NSMutableString`, in a key, next to whole pairs and
  /// backslashes.
  func testHalvesOfSurrogatePairsComeBack() throws {
    let folder = try TemporaryFolder()
    let lone = utf16([0x61, 0xD800, 0x5C, 0x75, 0xD83D, 0xDE00, 0xDC00])
    let data = archive(
      [
        "object": .uid(3), "same": .uid(3), "other": .uid(4), "inline": utf16([0xDFFF]), "string": .uid(5),
        "table": .uid(7),
      ],
      lone, lone, .record(class: 6, ["NS.string": utf16([0xD800, 0x41])]),
      .classRecord("NSMutableString", "NSString"), .table(class: 8, [3: 4]), .classRecord("NSDictionary"))
    let start = try folder.write(data, as: "start")
    XCTAssertEqual(try Tool.run("verify", start).code, 0)
    let inspected = try Tool.run("inspect", start)
    XCTAssertTrue(inspected.output.contains(#"a\ud800\\u😀\udc00"#), inspected.output)
    for format in ["keyed", "json", "plist", "plist-xml", "column"] {
      let path = folder[format].path
      let converted = try Tool.run("convert", start, path, "--to", format, "--check")
      XCTAssertEqual([converted.errors, "\(converted.code)"], ["", "0"], format)
      XCTAssertEqual(try Tool.run("convert", path, path + " back", "--to", "keyed").code, 0)
      let same = try Tool.run("diff", "--exact", start, path + " back")
      XCTAssertEqual(same.code, 0, "\(format): \(same.output)\(same.errors)")
    }
    // Types know strings of whole characters only.
    XCTAssertThrowsError(try ArchiveDocument(data).node["object"]?.decode(String.self))
    for format in ["keyed-xml", "fast"] {
      let refused = try Tool.run("convert", start, folder["no"].path, "--to", format)
      XCTAssertEqual(refused.code, 1, format)
      XCTAssertTrue(refused.errors.contains("half of a surrogate pair"), refused.errors)
    }
    let plain = try Tool.run("convert", start, "-", "--to", "json", "--plain", "--compact")
    XCTAssertTrue(plain.output.contains("\"object\":\"a\u{FFFD}\\\\u😀\u{FFFD}\""), plain.output)
    XCTAssertTrue(plain.errors.contains("halves of surrogate pairs are U+FFFD: "), plain.errors)
  }

  func testDatesHaveAllDigitsOfTheirSecond() throws {
    let folder = try TemporaryFolder()
    func file(_ seconds: Double) throws -> String {
      try folder.write(
        KeyedArchive.encode(ArchiveNode.array([.date(Date(timeIntervalSinceReferenceDate: seconds))])),
        as: "\(seconds)")
    }
    for (seconds, text) in [
      (799_934_400.68, "2026-05-08T12:00:00.680Z"), (799_934_400, "2026-05-08T12:00:00Z"),
      (799_934_400.999, "2026-05-08T12:00:00.999Z"), (-0.5, "2000-12-31T23:59:59.500Z"),
      (799_934_400.123456, "2026-05-08T12:00:00.123456Z"),
    ] {
      let inspected = try Tool.run("inspect", file(seconds))
      XCTAssertTrue(inspected.output.contains(text), "\(seconds): \(inspected.output)")
    }
    let differs = try Tool.run("diff", file(799_934_400.679), file(799_934_400.68))
    XCTAssertEqual(
      differs.output, "[0]: 2026-05-08 12:00:00.679 +0000 → 2026-05-08 12:00:00.680 +0000\n")
  }

  func testXMLSaysWhereControlCharactersCanGo() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(archive(["text": .string("a\u{1}b")]), as: "start")
    let refused = try Tool.run("convert", start, folder["out.xml"].path, "--to", "keyed-xml")
    XCTAssertEqual(refused.code, 1)
    for word in ["--to keyed", "--to json", "text"] {
      XCTAssertTrue(refused.errors.contains(word), refused.errors)
    }
    for format in ["keyed", "json"] {
      XCTAssertEqual(try Tool.run("convert", start, folder[format].path, "--to", format).code, 0)
    }
  }

  func testDepthIsAnOption() throws {
    let folder = try TemporaryFolder()
    let deep = (0..<900).reduce(Item.array([])) { item, _ in .array([item]) }
    let start = try folder.write(archive(["deep": deep]), as: "start")
    for command in [["inspect", start], ["verify", start], ["convert", start, folder["no.json"].path]] {
      let refused = try Tool.run(Tool.program, command)
      XCTAssertEqual(refused.code, 1)
      XCTAssertTrue(refused.errors.contains("--max-depth"), refused.errors)
      XCTAssertFalse(refused.errors.contains("ArchiveLimits"), refused.errors)
    }
    for format in ["keyed", "json", "plist", "column"] {
      let path = folder[format].path
      let made = try Tool.run("convert", start, path, "--to", format, "--max-depth", "10000")
      XCTAssertEqual(made.code, 0, "\(format): \(made.errors)")
      let arguments = ["diff", "--ignore-classes", start, path, "--max-depth", "10000"]
      let same = try Tool.run(Tool.program, arguments)
      XCTAssertEqual(same.code, 0, "\(format): \(same.output.prefix(300))\(same.errors)")
    }
    for depth in ["0", "1000000", "x"] {
      XCTAssertEqual(try Tool.run("verify", start, "--max-depth", depth).code, 2, depth)
    }
  }

  /// No message names a type, a member or a case of the library.
  func testMessagesAreOfTheProgram() throws {
    let folder = try TemporaryFolder()
    var messages: [String] = []
    for archive in HostileArchives.all {
      let file = try folder.write(archive.data, as: archive.name)
      for arguments in [
        ["verify", file], ["convert", file, folder["out"].path, "--to", "column", "--force"],
      ] {
        messages.append(try Tool.run(Tool.program, arguments).errors)
      }
    }
    let found = messages.filter { !$0.isEmpty }
    XCTAssertGreaterThan(found.count, 10)
    for message in found {
      for name in ["Archive", "Options", "limitExceeded", "typeMismatch", "invalidValue", "(of:)"] {
        XCTAssertFalse(message.dropFirst("archive".count).contains(name), message)
      }
    }
  }

  /// Arrays of four references to the next one, ten levels deep: 262,144 copies of the last in full.
  func testPlainJSONOfSharedObjectsHasReferences() throws {
    let folder = try TemporaryFolder()
    let levels: [Item] = (1..<10).map {
      .list(class: 11, UInt64($0) + 1, UInt64($0) + 1, UInt64($0) + 1, UInt64($0) + 1)
    }
    let bomb = PlistBuilder([.null] + levels + [.list(class: 11), .classRecord("NSArray")])
    let start = try folder.write(bomb.data(), as: "start")
    let plain = try Tool.run("convert", start, "-", "--to", "json", "--plain", "--compact")
    XCTAssertEqual(plain.code, 0, plain.errors)
    XCTAssertLessThan(plain.output.utf8.count, 1 << 21)
    XCTAssertTrue(plain.errors.contains("shared objects are references: "), plain.errors)
    let whole = try Tool.run("convert", start, "-", "--to", "json", "--plain", "--compact", "--trusted")
    XCTAssertGreaterThan(whole.output.utf8.count, 2 * plain.output.utf8.count)
    XCTAssertFalse(whole.output.contains("$ref"))

    let shared = PlistBuilder([
      .null, .record(class: 2, ["a/b": .uid(3), "c": .uid(3), "n": .uid(5), "m": .uid(5)]),
      .classRecord("Doc"), .list(class: 4, 5), .classRecord("NSArray"), .integer(7),
    ])
    let small = try folder.write(shared.data(), as: "small")
    XCTAssertEqual(
      try Tool.run("convert", small, "-", "--to", "json", "--plain", "--compact").output,
      #"{"a/b":[7],"c":[7],"n":7,"m":7}"#)
    XCTAssertEqual(
      try Tool.run("convert", small, "-", "--to", "json", "--plain", "--compact", "--references").output,
      ##"{"a/b":[7],"c":{"$ref":"#/a~1b"},"n":7,"m":7}"##)
    XCTAssertEqual(try Tool.run("convert", small, "-", "--to", "json", "--references").code, 2)
  }
}
