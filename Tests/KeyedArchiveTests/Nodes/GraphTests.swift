import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Graphs of nodes: read from keyed archives, and written to them.
final class GraphTests: XCTestCase {
  private func graph(_ archive: PlistBuilder) throws -> ArchiveGraph {
    guard case .graph(let graph) = try KeyedArchive(archive.data()).node() else {
      throw ArchiveError(.unsupported)
    }
    return graph
  }

  /// An archive that reads as a graph which is written as the same archive, as other readers see it.
  @discardableResult
  private func roundTrip(
    _ archive: PlistBuilder, file: StaticString = #filePath, line: UInt = #line
  ) throws -> ArchiveGraph {
    let found = try graph(archive)
    let written = try KeyedArchive.encode(.graph(found))
    XCTAssertNil(
      try RawTable(written).difference(from: RawTable(archive.data())), file: file, line: line)
    XCTAssertEqual(try KeyedArchive(written).verify().count >= 0, true, file: file, line: line)
    return found
  }

  private func fields(_ node: ArchiveNode) throws -> ArchiveNode.Fields { try XCTUnwrap(node.fields) }

  // MARK: What only keyed archives have

  func testPlainValues() throws {
    let found = try roundTrip(
      PlistBuilder([
        .null,
        .record(
          class: 2,
          [
            "text": .string("inline"), "data": .data([1, 2]), "number": .integer(-3), "real": .real(0.5),
            "float": .raw([0x22, 0x3F, 0, 0, 0]), "flag": .bool(true), "nothing": .uid(0),
            "list": .array([.integer(1), .string("x"), .array([.uid(3)]), .uid(0)]),
            "table": .dictionary([(.string("k"), .integer(1)), (.string("m"), .uid(3))]),
            "date": .raw([0x33, 0x40, 0, 0, 0, 0, 0, 0, 0]), "object": .uid(3), "null": .string("$null"),
          ]), .classRecord("Plain"), .string("shared"),
      ]))
    let fields = try fields(found.objects[1])
    func plain(_ node: ArchiveNode) -> ArchiveNode { .instance(ArchiveClass(""), node) }
    XCTAssertEqual(fields["text"], plain("inline"))
    XCTAssertEqual(fields["data"], plain(.data(Data([1, 2]))))
    XCTAssertEqual(fields["number"], -3)
    XCTAssertEqual(fields["real"], 0.5)
    XCTAssertEqual(fields["float"], .float(0.5))
    XCTAssertEqual(fields["flag"], true)
    XCTAssertEqual(fields["nothing"], .null)
    XCTAssertEqual(fields["list"], plain([1, "x", [.reference(3)], .null]))
    XCTAssertEqual(fields["table"], plain(["k": 1, "m": .reference(3)]))
    XCTAssertEqual(fields["date"], plain(.date(Date(timeIntervalSinceReferenceDate: 2))))
    XCTAssertEqual(fields["object"], .reference(3))
    XCTAssertEqual(fields["null"], plain("$null"))
    XCTAssertEqual(fields.superclassNames, ["NSObject"])
  }

  func testEntriesOfTheTable() throws {
    let found = try roundTrip(
      PlistBuilder([
        .null,
        .record(class: 2, ["NS.objects": .array((0..<14).map { .uid($0) })]), .classRecord("NSArray"),
        .string("$null"), .bool(false), .integer(.min), .real(-0.0), .raw([0x22, 0x7F, 0xC0, 0, 1]),
        .data([]), .array([.integer(7), .uid(1)]), .dictionary([(.string("a"), .uid(9))]), .uid(5),
        .raw([0x33, 0xC0, 0, 0, 0, 0, 0, 0, 0]), .record(class: 14, [:]), .classRecord("NSNull"),
      ]))
    guard case .array(let elements) = found.objects[1] else { return XCTFail("\(found.objects[1])") }
    // Class records that values refer to, which no archiver makes, stay.
    XCTAssertEqual(elements, (0..<14).map { .reference($0) })
    XCTAssertEqual(found.objects[3], .null)
    XCTAssertEqual(found.objects[4], false)
    XCTAssertEqual(found.objects[5], .integer(.min))
    XCTAssertEqual(found.objects[11], .reference(5))
    XCTAssertEqual(found.objects[13], .record(ArchiveNode.Fields(className: "NSNull")))
    XCTAssertEqual(found.objects[14], .null)
  }

  func testWideIntegers() throws {
    let wide: [UInt8] = [0x14, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xAB]
    let negative: [UInt8] = [0x14] + Array(repeating: 0xFE, count: 16)
    let found = try roundTrip(
      PlistBuilder([
        .null,
        .record(
          class: 2,
          [
            "inline": .raw(wide), "boxed": .uid(3),
            "large": .raw(
              [0x14] + [
                0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255,
              ]), "small": .raw([0x14] + Array(repeating: 0, count: 15) + [5]),
            "minus": .raw([0x14] + Array(repeating: 0xFF, count: 16)), "list": .array([.raw(negative)]),
          ]),
        .classRecord("Wide"), .raw(negative),
      ]))
    let fields = try fields(found.objects[1])
    let node = ArchiveNode.instance(
      ArchiveClass("$integer", superclassNames: []), "0x120000000000000000000000000000ab")
    XCTAssertEqual(fields["inline"], node)
    XCTAssertEqual(fields["large"], .unsigned(.max))
    XCTAssertEqual(fields["small"], 5)
    XCTAssertEqual(fields["minus"], -1)
    // What XML makes of them is Foundation's matter; it must not be the end.
    assertDecodesOrThrows("XML") {
      try KeyedArchive(KeyedArchive.encode(.graph(found), options: .init(outputFormat: .xml))).node()
    }
    for text in ["0x12", "120000000000000000000000000000ab00", "0x120000000000000000000000000000ag"] {
      assertThrows(.invalidValue, at: "n") {
        try KeyedArchive.encode(
          .record(
            ArchiveNode.Fields(
              className: "A", ["n": .instance(ArchiveClass("$integer", superclassNames: []), .string(text))]))
        )
      }
    }
  }

  func testKeys() throws {
    let keys = ["a", "$a", "$$a", "$$$a", "$0", "$$0", "$12", "$", "$$", "", "$classes", "$class$"]
    let found = try roundTrip(
      PlistBuilder([
        .null,
        .dictionary(
          keys.enumerated().map { (.string($1), .integer(Int64($0))) } + [(.string("$class"), .uid(2))]),
        .classRecord("Keys"),
      ]))
    let fields = try fields(found.objects[1])
    XCTAssertEqual(Set(fields.names).count, keys.count)
    // The field of a type whose stored name is `$a` is under `$$a`.
    XCTAssertEqual(fields["$a"], 2)
    XCTAssertEqual(fields["$$a"], 1)
    XCTAssertEqual(fields["$0"], 4)
  }

  func testClasses() throws {
    func record(_ entries: KeyValuePairs<String, PlistBuilder.Item>) -> PlistBuilder.Item { .fields(entries) }
    let names: (String...) -> PlistBuilder.Item = { .array($0.map { .string($0) }) }
    let found = try roundTrip(
      PlistBuilder([
        .null,
        .record(class: 7, ["NS.objects": .array([2, 3, 4, 5, 6, 14].map { .uid($0) })]),
        .record(class: 8, ["x": .integer(1)]), .record(class: 9, ["x": .integer(2)]),
        .record(class: 10, ["x": .integer(3)]), .record(class: 11, ["x": .integer(4)]),
        .record(class: 12, ["NS.objects": .array([])]),
        record(["$classname": .string("NSArray"), "$classes": names("NSArray", "NSObject")]),
        record(["$classname": .string("A"), "$classes": names("A", "B", "NSObject")]),
        record(["$classname": .string("A"), "$classes": names("A", "C", "NSObject")]),
        record([
          "$classname": .string("A"), "$classes": names("A", "B", "NSObject"), "$classhints": names("H", "I"),
        ]),
        record(["$classname": .string("A"), "$classes": names("B", "A")]),
        record([
          "$classname": .string("Mine"), "$classes": names("Mine", "NSMutableArray", "NSArray", "NSObject"),
        ]),
        record(["$classname": .string("Odd"), "$classes": names("Odd"), "more": .integer(1)]),
        .record(class: 13, [:]),
      ]))
    XCTAssertEqual(try fields(found.objects[2]).superclassNames, ["B", "NSObject"])
    XCTAssertEqual(try fields(found.objects[3]).superclassNames, ["C", "NSObject"])
    XCTAssertEqual(try fields(found.objects[4]).fallbackClassNames, ["H", "I"])
    // A class record that says more than a name and what is above it: the object stays a plain dictionary.
    XCTAssertEqual(
      found.objects[5], .instance(ArchiveClass(""), ["x": 4, "$class": .reference(11)]))
    XCTAssertEqual(
      found.objects[6],
      .instance(ArchiveClass("Mine", superclassNames: ["NSMutableArray", "NSArray", "NSObject"]), []))
    // Without `$classes`, nothing is known of the classes above.
    let short = try graph(
      PlistBuilder([.null, .record(class: 2, [:]), record(["$classname": .string("Short")])]))
    XCTAssertNil(try fields(short.objects[1]).superclassNames)
  }

  /// Foundation's containers with other keys than the usual ones are records, with all that they have.
  func testUnusualContainers() throws {
    let found = try roundTrip(
      PlistBuilder([
        .null,
        .record(class: 2, ["NS.objects": .array((3...11).map { .uid($0) }), "more": .integer(1)]),
        .classRecord("NSArray"),
        .record(class: 12, ["NS.keys": .array([.uid(0)]), "NS.objects": .array([])]),
        .record(class: 12, ["NS.keys": .array([.uid(3)]), "NS.objects": .array([.integer(2)])]),
        .record(class: 13, ["NS.time": .integer(1)]),
        .record(class: 13, ["NS.time": .real(.nan)]),
        .record(class: 14, ["NS.object.0": .uid(3), "NS.object.2": .uid(3)]),
        .record(class: 14, ["NS.object.1": .uid(3), "NS.object.0": .uid(4)]),
        .record(class: 15, ["NS.string": .uid(3)]), .record(class: 15, ["NS.string": .string("é")]),
        .record(class: 16, ["NS.data": .data([1])]), .classRecord("NSDictionary"), .classRecord("NSDate"),
        .classRecord("NSOrderedSet"), .classRecord("NSString"), .classRecord("NSData"),
      ]))
    XCTAssertEqual(try fields(found.objects[1]).names, ["NS.objects", "more"])
    XCTAssertEqual(try fields(found.objects[3]).names, ["NS.keys", "NS.objects"])
    XCTAssertEqual(
      found.objects[4],
      .dictionary([.init(key: .reference(3), value: .instance(ArchiveClass(""), 2))]))
    XCTAssertEqual(try fields(found.objects[5])["NS.time"], 1)
    guard case .date(let date) = found.objects[6] else { return XCTFail("\(found.objects[6])") }
    XCTAssert(date.timeIntervalSinceReferenceDate.isNaN)
    XCTAssertEqual(try fields(found.objects[7]).names, ["NS.object.0", "NS.object.2"])
    XCTAssertEqual(
      found.objects[8], .instance(ArchiveClass("NSOrderedSet"), [.reference(4), .reference(3)]))
    XCTAssertEqual(try fields(found.objects[9])["NS.string"], .reference(3))
    XCTAssertEqual(found.objects[10], .instance(ArchiveClass("NSString"), "é"))
    XCTAssertEqual(found.objects[11], .instance(ArchiveClass("NSData"), .data(Data([1]))))
  }

  func testTops() throws {
    func archive(_ top: PlistBuilder.Item, _ objects: [PlistBuilder.Item] = [.null, .string("x")])
      -> PlistBuilder
    {
      var archive = PlistBuilder(objects)
      archive.top = top
      return archive
    }
    XCTAssertEqual(try roundTrip(archive(.fields(["root": .uid(1)]))).root, .reference(1))
    XCTAssertEqual(try roundTrip(archive(.fields(["root": .uid(0)]))).root, .null)
    XCTAssertEqual(
      try roundTrip(archive(.fields(["root": .integer(5)]))).root, .instance(ArchiveClass(""), 5))
    XCTAssertEqual(
      try roundTrip(archive(.fields(["root": .array([.uid(1)])]))).root,
      .instance(ArchiveClass(""), [.reference(1)]))
    let several = try roundTrip(
      archive(.fields(["$0": .integer(1), "$$0": .uid(1), "root": .uid(1), "$a": .bool(true)])))
    XCTAssertEqual(try fields(several.root).names, ["$0", "$$0", "root", "$a"])
    XCTAssertEqual(try fields(several.root)["$0"], 1)
    XCTAssertEqual(try fields(roundTrip(archive(.fields([:]))).root).names, [])
    XCTAssertEqual(try roundTrip(archive(.fields(["other": .uid(0)]), [.null])).root["other"], .null)

    var foreign = archive(.fields(["root": .uid(1)]))
    foreign.archiver = .string("SCNKeyedArchiver")
    let node = try KeyedArchive(foreign.data(), options: .init(archivers: nil)).node()
    let written = try KeyedArchive.encode(node, options: .init(archiver: "SCNKeyedArchiver", version: 7))
    let opened = try KeyedArchive(written, options: .init(archivers: ["SCNKeyedArchiver"]))
    XCTAssertEqual([opened.archiver, "\(opened.version)"], ["SCNKeyedArchiver", "7"])
    XCTAssertEqual(
      try KeyedArchive(
        KeyedArchive.encode("a", options: .init(archiver: "Own")), options: .init(archivers: nil)
      )
      .archiver, "Own")
  }

  // MARK: Limits

  func testLongChains() throws {
    // Each object refers to the next.
    // Release builds, which need less of the stack for each level, are tested thoroughly.
    let count = Thoroughness.isFull ? 200_000 : 20_000
    var objects: [ArchiveNode] = [.null]
    for number in 1...count {
      objects.append(
        .record(
          ArchiveNode.Fields(
            className: "Link",
            [
              "number": .integer(Int64(number)),
              "next": number == count ? .reference(1) : .reference(number + 1),
            ])))
    }
    let data = try KeyedArchive.encode(.graph(ArchiveGraph(root: .reference(1), objects: objects)))
    guard case .graph(let back) = try KeyedArchive(data).node() else { return XCTFail("no graph") }
    XCTAssertEqual(back.objects.count, count + 2)
    XCTAssertEqual(back.objects[1].fields?["number"], 1)
    assertThrows(.limitExceeded) { try KeyedArchive.tree(in: data) }
  }

  func testErrors() throws {
    func encode(_ node: ArchiveNode, _ objects: [ArchiveNode] = []) throws -> Data {
      try KeyedArchive.encode(.graph(ArchiveGraph(root: node, objects: objects)))
    }
    assertThrows(.invalidValue, at: "[1]", saying: "object 3") { try encode([1, .reference(3)], [.null]) }
    assertThrows(.invalidValue, at: "#0.a[0]", saying: "object -1") {
      try encode(.reference(0), [.record(ArchiveNode.Fields(className: "A", ["a": [.reference(-1)]]))])
    }
    assertThrows(.invalidValue, at: "x") {
      try KeyedArchive.encode(.record(ArchiveNode.Fields(className: "A", ["x": .reference(0)])))
    }
    assertThrows(.unsupported, at: "[\"k\"]", saying: "class name") {
      try encode(["k": .record(ArchiveNode.Fields(className: ""))])
    }
    assertThrows(.unsupported, at: "p", saying: "a string as a key") {
      try encode(.record(ArchiveNode.Fields(className: "A", ["p": .instance(ArchiveClass(""), [1: 2])])))
    }
    var deep: ArchiveNode = 1
    for _ in 0..<600 { deep = [deep] }
    assertThrows(.limitExceeded) { try encode(deep) }
    assertThrows(.limitExceeded) { try encode(.instance(ArchiveClass(""), deep)) }
    // A graph inside of another has references of its own.
    let inner = ArchiveNode.graph(ArchiveGraph(root: .reference(0), objects: ["inner"]))
    XCTAssertEqual(
      try KeyedArchive.decode([String].self, from: encode([inner, .reference(0), inner], ["outer"])),
      ["inner", "outer", "inner"])
    // References to references, and to themselves.
    XCTAssertEqual(
      try KeyedArchive(encode(.reference(0), [.reference(1), .reference(1)])).objectCount, 3)
  }

  func testHostileGraphs() throws {
    // Arrays of the property list, shared over and over: a few bytes that stand for very many.
    var inner: PlistBuilder.Item = .string("boom")
    for level in 0..<30 { inner = .array([.labelled("\(level)", inner), .label("\(level)")]) }
    assertThrows(.limitExceeded, saying: "decoded bytes") {
      try KeyedArchive(
        PlistBuilder([.null, inner]).data(),
        options: .init(
          limits: ArchiveLimits(
            maximumDecodedSize: Thoroughness.isFull ? ArchiveLimits().maximumDecodedSize : 4 << 20))
      ).node()
    }
    for entry: PlistBuilder.Item in [
      .raw([0x00]), .raw([0x0F]), .raw([0x15, 0]), .raw([0xC0]), .raw([0x33, 1]), .uid(9), .array([.uid(9)]),
      .record(class: 9, [:]), .record(class: 0, [:]), .dictionary([(.integer(1), .integer(2))]),
    ] {
      assertThrows(.malformed, saying: "$objects[1]") {
        try KeyedArchive(PlistBuilder([.null, entry]).data()).node()
      }
    }
  }

  func testHostileArchives() {
    for archive in Thoroughness.some(of: HostileArchives.all, oneIn: 3, first: 2) {
      let work = WorkGuard()
      assertDecodesOrThrows("\(archive)") { try KeyedArchive.encode(KeyedArchive(archive.data).node()) }
      work.assertAtMost(archives: 250, "\(archive)")
    }
  }

  func testMutations() throws {
    var random = SeededGenerator()
    var model = SeededGenerator(seed: 3)
    let archives = [
      try KeyedArchive.encode((0..<3).map { _ in Session.arbitrary(&model) }),
      try KeyedArchive.encode(FoundationValues.arbitrary(&model)),
      try KeyedArchive.encode((0..<3).map { _ in Expression.arbitrary(&model) }),
      try KeyedArchive.archivedData(withRootObject: Ticket("a", tags: ["x"]), requiringSecureCoding: true),
    ]
    func check(_ data: Data, _ message: @autoclosure () -> String) {
      assertDecodesOrThrows(message()) {
        let node = try KeyedArchive(data).node()
        _ = try? node.decode(FoundationValues.self)
        _ = node.inlined()
        let written = try KeyedArchive.encode(node)
        if let difference = try? RawTable(written).difference(from: RawTable(data)),
          // A class record that is no object becomes one, and of a name that is there twice the first counts.
          !difference.contains("$class: uid"), !difference.contains("$class→.$classname: "),
          // The name of a case is a text of its own in a node.
          !difference.contains(".enum.case")
        {
          XCTFail("\(difference), \(message())")
        }
      }
    }
    for data in archives {
      for length in stride(from: 0, to: data.count, by: 1 + data.count / (Thoroughness.isFull ? 300 : 70)) {
        assertThrows(.truncated) { try cut(data, length) }
      }
    }
    for round in 0..<Thoroughness.rounds(480, full: 4_000) {
      var data = archives[round % archives.count]
      for _ in 0...random.below(3) {
        let position = random.below(data.count)
        switch random.below(3) {
        case 0: data[position] = UInt8(truncatingIfNeeded: random.next())
        case 1: data[position] ^= 1 << UInt8(random.below(8))
        default: data[position] = [0x80, 0xA1, 0xD2, 0, 0x13, 0x50].randomElement(using: &random)!
        }
      }
      check(data, "round \(round), seed \(random.seed)")
    }
  }

  /// A prefix of an archive, read; whatever it throws counts as the end of it.
  private func cut(_ data: Data, _ length: Int) throws {
    do {
      _ = try KeyedArchive(data.prefix(length)).node()
    } catch let error as ArchiveError {
      throw error.code == .malformed ? ArchiveError(.truncated) : error
    }
  }
}
