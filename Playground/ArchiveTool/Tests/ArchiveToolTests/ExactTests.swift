import ArchiveDocuments
import StructCoding
import XCTest

/// What values alone do not show: how keyed archives store them, and what conversions leave out.
final class ExactTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  /// A colour with its components inline, in a mutable array that two fields share with an empty one.
  private func archive(_ extra: Item...) -> PlistBuilder {
    PlistBuilder(
      [
        .null,
        .record(class: 2, ["colour": .uid(3), "list": .uid(5), "same": .uid(5), "none": .uid(7)]),
        .classRecord("Doc", "Base"), .record(class: 4, ["NSRGB": .data(Array("1 0 0".utf8))]),
        .classRecord("NSColor"), .list(class: 6, 7, 7), .classRecord("NSMutableArray", "NSArray"),
        .list(class: 8), .classRecord("NSArray"),
      ] + extra)
  }

  func testDiffExactComparesHowValuesAreStored() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(archive().data(), as: "start")
    var changed = archive(.list(class: 8), .data(Array("1 0 0".utf8)))
    changed.objects[1] = .record(
      class: 2, ["colour": .uid(3), "list": .uid(5), "same": .uid(5), "none": .uid(9)])
    changed.objects[2] = .classRecord("Doc")
    changed.objects[3] = .record(class: 4, ["NSRGB": .uid(10)])
    let other = try folder.write(changed.data(), as: "other")
    XCTAssertEqual(try Tool.run("diff", start, other).code, 0, "the values are the same")
    let outcome = try Tool.run("diff", "--exact", start, other)
    XCTAssertEqual(outcome.code, 1, outcome.errors)
    XCTAssertEqual(
      Set(outcome.output.split(separator: "\n")),
      [
        "root.$class: Doc with $classes [Doc, Base, NSObject] → Doc with $classes [Doc, NSObject]",
        "root.colour.NSRGB: 5 bytes, inline → a reference to 5 bytes",
        "root.none: the object at root.list.NS.objects[0] → another object",
      ])
    XCTAssertEqual(try Tool.run("diff", "--exact", start, start).code, 0)
    XCTAssertEqual(try Tool.run("diff", "--exact", "--quiet", start, other).output, "")
    let limited = try Tool.run("diff", "--exact", "--limit", "1", start, other)
    XCTAssertTrue(limited.output.contains("more differences"), limited.output)

    let json = try Tool.run("diff", "--exact", "--json", start, other)
    let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    XCTAssertEqual(report?["isEqual"] as? Bool, false)
    let found = try XCTUnwrap(report?["differences"] as? [[String: Any]])
    XCTAssertTrue(
      found.contains { $0["path"] as? String == "root.colour.NSRGB" && $0["kind"] as? String == "changed" })
  }

  func testArchiversOfOtherNames() throws {
    let folder = try TemporaryFolder()
    var other = archive()
    other.archiver = .string("SCNKeyedArchiver")
    let (start, foreign) = (
      try folder.write(archive().data(), as: "start"), try folder.write(other.data(), as: "foreign")
    )
    XCTAssertEqual(
      try Tool.run("diff", "--exact", start, foreign).output,
      "$archiver: \"NSKeyedArchiver\" → \"SCNKeyedArchiver\"\n")
    XCTAssertEqual(try Tool.run("inspect", foreign).code, 0)
    let checked = try Tool.run("convert", foreign, folder["copy"].path, "--to", "keyed", "--check")
    XCTAssertEqual([checked.errors, "\(checked.code)"], ["", "0"])
  }

  func testDiffExactIsForKeyedArchives() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(archive().data(), as: "start")
    let text = try folder.write(Data("[1]".utf8), as: "text.json")
    for arguments in [[start, text], [text, start]] {
      let refused = try Tool.run(Tool.program, ["diff", "--exact"] + arguments)
      XCTAssertEqual(refused.code, 2)
      XCTAssertTrue(refused.errors.contains("--exact compares keyed archives"), refused.errors)
    }
    XCTAssertEqual(try Tool.run("diff", "--exact", "--ignore-nil", start, start).code, 2)
    XCTAssertEqual(try Tool.run("diff", "--exact", start, folder["missing"].path).code, 2)
  }

  /// Keyed archives, JSON and columns keep how values are stored; FastCoding does not, and `--check` says so in one line.
  func testCheckSaysWhatIsNotTheSame() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(archive().data(), as: "start")
    for (format, name) in [
      ("keyed", "a"), ("keyed-xml", "b"), ("json", "c"), ("plist", "d"), ("plist-xml", "e"),
    ] {
      let path = folder[name].path
      let checked = try Tool.run("convert", start, path, "--to", format, "--check")
      XCTAssertEqual([checked.errors, "\(checked.code)"], ["", "0"], format)
      XCTAssertEqual(try Tool.run("convert", path, folder["\(name) back"].path, "--to", "keyed").code, 0)
      let same = try Tool.run("diff", "--exact", start, folder["\(name) back"].path)
      XCTAssertEqual(same.code, 0, "\(format): \(same.output)\(same.errors)")
    }
    let sub = PlistBuilder([.null, .record(class: 2, ["n": .integer(1)]), .classRecord("Doc", "Base")])
    let simple = try folder.write(sub.data(), as: "simple")
    let column = try Tool.run("convert", simple, folder["simple.column"].path, "--check")
    XCTAssertEqual([column.errors, "\(column.code)"], ["", "0"])
    let fast = try Tool.run("convert", simple, folder["simple.fast"].path, "--check")
    XCTAssertEqual(fast.code, 0, fast.errors)
    XCTAssertTrue(
      fast.errors.contains(
        "1 difference for archive diff --exact, first root.$class: Doc with $classes [Doc, Base, NSObject] → "
          + "Doc with $classes [Doc, NSObject]"), fast.errors)
    XCTAssertTrue(fast.errors.contains("lost: names of superclasses are left out: 1"), fast.errors)
    XCTAssertEqual(fast.errors.split(separator: "\n").count, 2)
  }

  /// XML has no numbers of 32 bits.
  func testCheckRefusesAKeyedArchiveThatIsNotTheSame() throws {
    let folder = try TemporaryFolder()
    let float = Item.raw([0x22] + withUnsafeBytes(of: Float(1.5).bitPattern.bigEndian) { Array($0) })
    let archive = PlistBuilder([.null, .record(class: 2, ["f": float]), .classRecord("Doc")])
    let start = try folder.write(archive.data(), as: "start")
    XCTAssertEqual(try Tool.run("convert", start, folder["a"].path, "--to", "keyed", "--check").code, 0)
    let refused = try Tool.run("convert", start, folder["b"].path, "--to", "keyed-xml", "--check")
    XCTAssertEqual(refused.code, 1)
    XCTAssertTrue(refused.errors.contains("root.f: 1.5 of 32 bits → 1.5"), refused.errors)
    XCTAssertFalse(FileManager.default.fileExists(atPath: folder["b"].path))
  }

  func testObjectsThatNothingRefersToAreCounted() throws {
    let folder = try TemporaryFolder()
    let start = try folder.write(archive(.string("lost"), .list(class: 8, 9)).data(), as: "start")
    for format in ["keyed", "json", "column"] {
      let outcome = try Tool.run("convert", start, folder[format].path, "--to", format)
      XCTAssertEqual(outcome.code, 0, outcome.errors)
      XCTAssertTrue(outcome.errors.contains("2 objects that nothing refers to are left out"), outcome.errors)
    }
    let checked = try Tool.run("convert", start, folder["checked"].path, "--to", "keyed", "--check")
    XCTAssertEqual(checked.code, 0, "they were reported: \(checked.errors)")
    let inspected = try Tool.run("inspect", start)
    XCTAssertTrue(inspected.output.contains("unreferenced  2 of these objects"), inspected.output)
    let json = try Tool.run("inspect", "--json", start)
    XCTAssertTrue(json.output.contains("\"unreferencedObjectCount\": 2"), json.output)
    let tight = try folder.write(archive().data(), as: "tight")
    XCTAssertEqual(try Tool.run("convert", tight, folder["tight.json"].path).errors, "")
    XCTAssertFalse(try Tool.run("inspect", tight).output.contains("unreferenced"))
    XCTAssertEqual(
      try Tool.run("diff", "--exact", start, tight).output, "$objects: 2 that nothing refers to → none\n")
  }

  /// Every archive next to the repository comes back as it was, from itself and from JSON.
  func testArchivesOfOthersComeBackExactly() throws {
    let url = try Tool.shared("keyed-archives")
    let files = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted().filter {
      $0.hasSuffix(".plist") || $0.hasSuffix(".archive") || $0.hasSuffix(".bin")
    }
    try checkWaysBack(Thoroughness.some(of: files, oneIn: 4).map { url.appendingPathComponent($0).path })
  }

  func testArchivesLikeThoseOfOthersComeBackExactly() throws {
    let folder = try TemporaryFolder()
    try checkWaysBack(folder.likenesses())
  }

  private func checkWaysBack(_ files: [String]) throws {
    XCTAssertGreaterThan(files.count, 4)
    let folder = try TemporaryFolder()
    for file in files {
      let (json, keyed) = (folder["copy.json"].path, folder["copy"].path)
      XCTAssertEqual(try Tool.run("convert", file, json, "--force").code, 0, file)
      XCTAssertEqual(try Tool.run("convert", json, keyed, "--to", "keyed", "--force").code, 0, file)
      let same = try Tool.run("diff", "--exact", file, keyed)
      XCTAssertEqual(same.code, 0, "\(file): \(same.output)\(same.errors)")
    }
  }
}
