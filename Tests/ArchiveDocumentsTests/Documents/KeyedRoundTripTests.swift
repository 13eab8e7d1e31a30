import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Keyed archives as documents, and back: a parser of the tests' own finds the same graph, object by object, with the
/// same classes and the same archiver.
final class KeyedRoundTripTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  private static let ways: [(name: String, format: ArchiveFormat, options: ArchiveFormat.WritingOptions)] =
    [
      ("keyed", .keyedArchive, .init()), ("JSON", .json, .init()), ("line", .json, .init(isPretty: false)),
      ("list", .propertyList, .init()), ("XML", .propertyList, .init(propertyListFormat: .xml)),
    ]

  /// The ways on which something is lost, with what.
  private func losses(_ data: Data) throws -> [String] {
    let table = try RawTable(data)
    return try Self.ways.compactMap { way in
      let between: Data
      do {
        between = try ArchiveDocument(data).data(as: way.format, options: way.options)
      } catch let error as ArchiveError where way.options.propertyListFormat == .xml {
        // XML has no words for control characters, and says so.
        XCTAssertEqual(
          error.expected, "a string without control characters, in an XML property list", "\(error)")
        return nil
      }
      let document = try ArchiveDocument(between)
      XCTAssertEqual(document.format, way.format)
      let back = try document.data(as: .keyedArchive)
      _ = try KeyedArchive(back, options: .init(archivers: nil)).verify()
      let other = try RawTable(back)
      XCTAssertEqual([other.archiver, other.version], [table.archiver, table.version], way.name)
      guard let difference = try other.difference(from: table) else { return nil }
      let text = way.format == .json ? String(decoding: between.prefix(1000), as: UTF8.self) : ""
      return "\(way.name): \(difference) \(text)"
    }
  }

  private func check(_ archive: PlistBuilder, file: StaticString = #filePath, line: UInt = #line) throws {
    XCTAssertEqual(try losses(archive.data()), [], file: file, line: line)
  }

  private func array(_ elements: [UInt64], class type: UInt64) -> Item {
    .record(class: type, ["NS.objects": .array(elements.map { .uid($0) })])
  }

  // MARK: Objects without parts

  func testNumbers() throws {
    let objects: [Item] = [
      .null,
      .record(
        class: 3,
        [
          "boxed": .uid(4), "again": .uid(4), "inline": .integer(7), "other": .uid(5), "real": .uid(6),
          "flag": .uid(7), "yes": .bool(true), "float": .uid(8), "large": .uid(9), "wide": .uid(10),
          "list": .uid(2),
        ]), array([4, 5, 4, 6, 7, 8, 9, 10, 11], class: 12), .classRecord("Numbers"), .integer(7),
      .integer(7),
      .real(7), .bool(true), .raw([0x22, 0x3F, 0, 0, 0]),
      .raw([0x14, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]),
      .raw([0x14, 1] + Array(repeating: 0, count: 15)), .integer(-1), .classRecord("NSArray"),
    ]
    try check(PlistBuilder(objects))
    // Without a second object of the same value.
    var one = objects
    one[5] = .integer(8)
    try check(PlistBuilder(one))
    one[2] = array([11], class: 12)
    try check(PlistBuilder(one))
    // At the top, and as the root.
    for top: Item in [
      .fields(["root": .uid(4)]), .fields(["root": .integer(4)]),
      .fields(["a": .uid(4), "b": .integer(7), "c": .uid(1), "d": .uid(5), "e": .uid(0)]),
    ] {
      var archive = PlistBuilder(objects)
      archive.top = top
      try check(archive)
    }
  }

  func testTextsAndDates() throws {
    let long = String(repeating: "long ", count: 40)
    let date = Item.record(class: 12, ["NS.time": .real(1.5)])
    let objects: [Item] = [
      .null, array([2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 10, 14, 15, 15, 16], class: 11), .string("a"),
      .string("a"),
      .string("é"), .string(long), .string(long), date, date, .data([1, 2]), .data([1, 2]),
      .classRecord("NSArray"), .classRecord("NSDate"), .classRecord("NSDictionary"),
      .record(
        class: 13,
        [
          "NS.keys": .array([2, 4, 5, 17].map { .uid($0) }),
          "NS.objects": .array([4, 8, 6, 18].map { .uid($0) }),
        ]),
      .record(
        class: 13,
        ["NS.keys": .array([3, 17].map { .uid($0) }), "NS.objects": .array([2, 17].map { .uid($0) })]),
      .record(
        class: 19, ["tag": .uid(2), "time": .uid(8), "data": .uid(10), "own": .uid(20), "nil": .uid(0)]),
      .string("e\u{301}"), .string("\u{E9}"), .classRecord("Event"), date,
    ]
    try check(PlistBuilder(objects))
    // Each text once, as Apple's archiver has them.
    var once = objects
    (once[3], once[6], once[17], once[18]) = (.string("b"), .string("c"), .string("d"), .string("e"))
    try check(PlistBuilder(once))
    let text = try ArchiveDocument(PlistBuilder(once).data()).node.jsonData(isPretty: false)
    XCTAssert(String(decoding: text, as: UTF8.self).hasPrefix(#"["a","a","b","é","long"#))
  }

  func testNull() throws {
    func null(_ names: [String]) -> Item {
      .fields(["$classname": .string("NSNull"), "$classes": .array(names.map { .string($0) })])
    }
    for names in [["NSNull", "NSObject"], ["NSNull", "%NSNull", "NSObject"]] {
      for elements: [UInt64] in [[2, 2], [2, 3], [2], [3, 2, 3, 2]] {
        try check(
          PlistBuilder([
            .null, array(elements + [6], class: 5), .record(class: 4, [:]), .record(class: 4, [:]),
            null(names),
            .classRecord("NSArray"), .record(class: 7, ["null": .uid(2), "nil": .uid(0), "text": .uid(8)]),
            .classRecord("Holder"), .string("$null"),
          ]))
      }
    }
  }

  /// The empty path is that of the root, and not that of its key "".
  func testKeyWithoutName() throws {
    for keys in [["", "a"], ["a", ""], [""]] {
      let entries = keys.map { ArchiveNode.Entry(key: .string($0), value: .reference(1)) }
      let objects: [ArchiveNode] = [
        .dictionary(entries + [.init(key: "root", value: .reference(0))]), ["shared"],
      ]
      let graph = ArchiveGraph(root: .reference(0), objects: objects)
      XCTAssertEqual(try losses(KeyedArchive.encode(.graph(graph))), [])
    }
  }

  // MARK: Classes

  func testClassLists() throws {
    func record(_ entries: KeyValuePairs<String, Item>) -> Item { .fields(entries) }
    let names: (String...) -> Item = { .array($0.map { .string($0) }) }
    try check(
      PlistBuilder([
        .null, array([2, 3, 4, 5, 6, 13, 13], class: 12), .record(class: 7, ["x": .integer(1)]),
        .record(class: 8, ["x": .uid(14)]), .record(class: 9, [:]), array([2, 3], class: 10),
        .record(class: 11, ["NS.time": .real(1)]), record(["$classname": .string("A")]),
        record(["$classname": .string("A"), "$classes": names("A")]),
        record(["$classname": .string("A"), "$classhints": names("H")]),
        record(["$classname": .string("NSArray")]),
        record(["$classname": .string("NSDate"), "$classes": names("NSDate")]), .classRecord("NSArray"),
        .record(class: 15, ["x": .integer(3)]), .integer(5),
        record(["$classname": .string("Odd"), "$classes": names("B", "A")]),
      ]))
  }

  func testArchivers() throws {
    var archive = PlistBuilder([.null, array([3], class: 2), .classRecord("NSArray"), .string("x")])
    archive.archiver = .string("SCNKeyedArchiver")
    try check(archive)
    let document = try ArchiveDocument(archive.data())
    XCTAssertEqual([document.archiver, "\(document.archiveVersion)"], ["SCNKeyedArchiver", "100000"])
    let data = try KeyedArchive.encode([5], options: .init(archiver: "Own", version: 7))
    XCTAssertEqual(try losses(data), [])
    XCTAssertEqual(
      String(
        decoding: try ArchiveDocument(data).data(as: .json, options: .init(isPretty: false)), as: UTF8.self),
      #"{"$archiver":"Own","$archiveVersion":7,"$graph":[5]}"#)
    XCTAssertEqual(try ArchiveNode(json: Data(#"{"$archiver":"Own","$graph":[5]}"#.utf8)), [5])
    // Formats without a place for it, and documents that are made of a node, have the usual one.
    XCTAssertEqual(
      try ArchiveDocument(ArchiveDocument(data).data(as: .columnArchive)).archiver, "NSKeyedArchiver")
    for wrong in [
      #"{"$archiver":1,"$graph":[]}"#, #"{"$archiver":"A"}"#, #"{"$archiveVersion":"A","$graph":[]}"#,
      #"{"$archiver":"A","$graph":[],"x":1}"#, #"[{"$archiver":"A"}]"#,
    ] {
      assertThrows(.malformed) { try ArchiveDocument(Data(wrong.utf8)) }
    }
  }

  // MARK: Values that are no objects

  func testPlainValues() throws {
    func objects(_ list: Item) -> [Item] {
      [
        .null,
        .record(class: 2, ["list": list, "table": .dictionary([(.string("k"), list)]), "entry": .uid(10)]),
        .classRecord("Plain"), .string("text"), .integer(5), .data([1]),
        .record(class: 7, ["NS.time": .real(1)]), .classRecord("NSDate"), array([3, 4], class: 9),
        .classRecord("NSArray"), .array([.uid(3), .integer(5)]), .record(class: 12, ["x": .uid(11)]),
        .classRecord("Circle"),
      ]
    }
    try check(
      PlistBuilder(
        objects(
          .array([3, 4, 5, 6, 8, 10, 11, 0].map { .uid($0) } + [.integer(5), .string("text"), .bool(true)]))))
    for number: UInt64 in [3, 4, 5, 6, 8, 10, 11] {
      try check(PlistBuilder(objects(.array([.uid(number)]))))
      try check(PlistBuilder(objects(.array([.uid(number), .array([.uid(number)])]))))
    }
  }

  // MARK: Bytes

  /// A keyed archive that was a column archive is the one that is written without that: of values without class instances,
  /// it is the original, byte for byte.
  func testBytesOfFixtures() throws {
    let folder = TestFiles.repository.appendingPathComponent("Tests")
    var (count, others) = (0, [String]())
    for path in try TestFiles.files(below: folder) where path.hasSuffix(".plist") || path.hasSuffix(".keyed")
    {
      let data = try Data(contentsOf: folder.appendingPathComponent(path))
      guard data.starts(with: "bplist00".utf8) else { continue }
      let document = try ArchiveDocument(data)
      XCTAssertEqual(document.format, .keyedArchive, path)
      let (saved, columns) = try (document.data(as: .keyedArchive), document.data(as: .columnArchive))
      XCTAssertEqual(try ArchiveDocument(columns).data(as: .keyedArchive), saved, path)
      if saved != data { others.append(path) }
      count += 1
    }
    XCTAssertGreaterThanOrEqual(count, 34)
    // The writer of values puts class instances behind the objects that refer to them, and other archivers have other keys.
    XCTAssertEqual(
      others,
      ["foundation", "instances-weak", "instances", "objects", "sessions", "shared"].map {
        "Fixtures/keyed-v1/\($0).plist"
      })
  }

  // MARK: Archives of programs

  func testFoundationReadsItAgain() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(NSNumber(value: 5), forKey: "number")
    archiver.encode(5, forKey: "integer")
    archiver.encode(
      NSArray(array: [NSNumber(value: 5), NSNumber(value: 2.5), "text", NSNull()]), forKey: "list")
    archiver.finishEncoding()
    XCTAssertEqual(try losses(archiver.encodedData), [])
    for way in Self.ways {
      let document = try ArchiveDocument(archiver.encodedData).data(as: way.format, options: way.options)
      let back = try NSKeyedUnarchiver(forReadingFrom: ArchiveDocument(document).data(as: .keyedArchive))
      back.requiresSecureCoding = false
      XCTAssertEqual(back.decodeObject(forKey: "number") as? NSNumber, 5, way.name)
      XCTAssertEqual(back.decodeInteger(forKey: "integer"), 5, way.name)
      XCTAssertEqual((back.decodeObject(forKey: "list") as? NSArray)?.count, 4, way.name)
    }
  }

  /// Graphs of all kinds of nodes, whatever archives of them look like.
  func testMadeUpGraphs() throws {
    var maker = NodeMaker(SeededGenerator())
    var count = 0
    for round in 0..<Thoroughness.rounds(150, full: 400) {
      guard let data = try? KeyedArchive.encode(maker.graph()) else { continue }
      let table = try RawTable(data)
      if table.hasReferencesAsObjects || table.hasNilElements { continue }
      count += 1
      XCTAssertEqual(try losses(data), [], "round \(round), \(maker.random.seed)")
    }
    XCTAssertGreaterThan(count, Thoroughness.isFull ? 100 : 35)
  }

  func testForeignArchives() throws { try check(ForeignArchive.made) }

  func testFilesOfOthers() throws { try check(ForeignArchive.files()) }

  private func check(_ archives: [ForeignArchive]) throws {
    for archive in archives {
      XCTAssertEqual(try losses(archive.data).map { String($0.prefix(300)) }, [], "\(archive)")
    }
    XCTAssertGreaterThan(archives.count, 70)
  }
}
