import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// A text, or an array of laughs.
private enum Laugh: ArchiveValue {
  case text(String)
  case array([Laugh])

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    switch self {
    case .text(let text): try text.encodeValue(to: &encoder)
    case .array(let laughs): try laughs.encodeValue(to: &encoder)
    }
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Laugh {
    if let text = try? decoder.decodeString() { return .text(text) }
    return .array(try [Laugh].decodeValue(from: &decoder))
  }
}

/// Documents with `$class` and `$alias`, as graphs.
final class BootstrapTests: XCTestCase {
  private func build(_ text: String) throws -> ArchiveNode {
    try ArchiveBootstrap(json: Data(text.utf8)).node
  }

  private func graph(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws
    -> ArchiveGraph
  {
    let node = try build(text)
    guard case .graph(let graph) = node else {
      XCTFail("\(node) is no graph", file: file, line: line)
      return ArchiveGraph(root: .null, objects: [])
    }
    return graph
  }

  // MARK: The examples of FastCoding's README

  func testAliasOfText() throws {
    let graph = try graph(#"{"foo": {"$alias": "bar.1"}, "bar": ["Goodbye", "Cruel", "World"]}"#)
    XCTAssertEqual(graph.root, ["foo": .reference(0), "bar": ["Goodbye", .reference(0), "World"]])
    XCTAssertEqual(graph.objects, ["Cruel"])
  }

  func testAliasOfObject() throws {
    let graph = try graph(
      #"{"foo":{"baz":{"text":"Hello World"},"someProperty1":1},"bar":{"baz":{"$alias":"foo.baz"},"someProperty2":2}}"#
    )
    XCTAssertEqual(
      graph.root,
      [
        "foo": ["baz": .reference(0), "someProperty1": 1], "bar": ["baz": .reference(0), "someProperty2": 2],
      ])
    XCTAssertEqual(graph.objects, [["text": "Hello World"]])
  }

  func testClasses() throws {
    XCTAssertEqual(
      try build(
        #"[{"$class":"Foo","someProperty1":1,"someProperty2":"Hello World!"},{"$class":"Foo","someProperty1":2}]"#
      ),
      [
        .record(ArchiveNode.Fields(className: "Foo", ["someProperty1": 1, "someProperty2": "Hello World!"])),
        .record(ArchiveNode.Fields(className: "Foo", ["someProperty1": 2])),
      ])
    XCTAssertEqual(
      try build(#"{"$class":"Person","name":"Ann","friends":[{"$class":"Person","name":"Ben"}]}"#),
      .record(
        ArchiveNode.Fields(
          className: "Person",
          ["name": "Ann", "friends": [.record(ArchiveNode.Fields(className: "Person", ["name": "Ben"]))]])))
  }

  // MARK: Aliases

  func testCircles() throws {
    XCTAssertEqual(
      try graph(#"{"self": {"$alias": ""}}"#),
      ArchiveGraph(root: .reference(0), objects: [["self": .reference(0)]]))
    let family = try graph(
      #"{"$class":"Node","children":[{"$class":"Node","parent":{"$alias":""}},{"$alias":"children.0"}]}"#)
    XCTAssertEqual(family.root, .reference(0))
    XCTAssertEqual(
      family.objects,
      [
        .record(ArchiveNode.Fields(className: "Node", ["children": [.reference(1), .reference(1)]])),
        .record(ArchiveNode.Fields(className: "Node", ["parent": .reference(0)])),
      ])
  }

  func testAliasesOverAliases() throws {
    // To an alias, over one, ahead and back, and of a part of what another one stands for.
    let graph = try graph(
      #"{"a": {"$alias": "b"}, "b": {"$alias": "c.0"}, "c": [{"x": {"y": 1}}], "d": {"$alias": "a.x.y"}, "e": {"$alias": "b.x"}}"#
    )
    XCTAssertEqual(
      graph.root,
      ["a": .reference(0), "b": .reference(0), "c": [.reference(0)], "d": .reference(1), "e": .reference(2)])
    XCTAssertEqual(graph.objects, [["x": .reference(2)], 1, ["y": .reference(1)]])
    // Round and round, to a part of the root.
    let round = try self.graph(#"{"a": {"$alias": ""}, "b": {"$alias": "a.a.a.a.c"}, "c": []}"#)
    XCTAssertEqual(round.objects, [["a": .reference(0), "b": .reference(1), "c": .reference(1)], []])
  }

  func testPathsOverNotation() throws {
    XCTAssertEqual(
      try graph(#"{"s": {"$set": [{"n": 1}]}, "a": {"$alias": "s.0"}, "b": {"$alias": "s.$set.0.n"}}"#)
        .objects,
      [["n": .reference(1)], 1])
    XCTAssertEqual(
      try graph(#"{"m": {"$class": "NSMutableArray", "$value": [[]]}, "a": {"$alias": "m.0"}}"#).objects, [[]]
    )
    XCTAssertEqual(
      try graph(#"{"d": {"$entries": [[1, ["x"]]]}, "a": {"$alias": "d.$entries.0.1"}}"#).objects, [["x"]])
    XCTAssertEqual(try graph(#"{"a.b": {"c\\": []}, "x": {"$alias": "a\\.b.c\\\\"}}"#).objects, [[]])
    XCTAssertEqual(try graph(#"{"$$alias": [7], "x": {"$alias": "$$alias.0"}}"#).objects, [7])
    XCTAssertEqual(try graph(#"{"0": [7], "x": {"$alias": "0.0"}}"#).objects, [7])
  }

  func testAliasesThatLeadNowhere() {
    assertThrows(.invalidValue, at: "x[1].$ignored", saying: "Did you mean “bazz”?") {
      try build(#"{"foo": {"bazz": 1}, "x": [1, {"$ignored": {"$alias": "foo.baz"}}]}"#)
    }
    for path in [
      "b", "a.2", "a.-1", "a.01", "a.+1", "a.0.x", "a.", ".", "a..0", "$objects.0", "99999999999999999999",
    ] {
      assertThrows(.invalidValue, at: "x", saying: "“\(path)”") {
        try build(#"{"a": [1, 2], "x": {"$alias": "\#(path)"}}"#)
      }
    }
    for text in [
      #"{"a": {"$alias": "a"}}"#, #"{"a": {"$alias": "a.b"}}"#, #"{"$alias": ""}"#, #"{"$alias": "a"}"#,
      #"{"a": {"$alias": "b"}, "b": {"$alias": "c"}, "c": {"$alias": "a"}}"#,
      #"{"a": {"$alias": "b.x"}, "b": {"$alias": "a.y"}}"#,
    ] {
      assertThrows(.cycle, saying: "passes through itself") { try build(text) }
    }
    assertThrows(.malformed, at: "x", saying: "“$$alias”") { try build(#"{"x": {"$alias": "x", "y": 1}}"#) }
    assertThrows(.malformed, at: "x") { try build(#"{"x": {"$alias": 1}}"#) }
    assertThrows(.malformed, at: "x", saying: "Did you mean “$class”?") {
      try build(#"{"x": {"$clas": "A"}}"#)
    }
    assertThrows(.malformed, at: "x", saying: "Did you mean “$alias”?") {
      try build(#"{"x": {"$Alias": "A"}}"#)
    }
  }

  /// What aliases lead to is shared, never copied.
  func testBillionLaughs() throws {
    var text = #"{"a0": ["ha"]"#
    for level in 1...100 {
      let alias = #"{"$alias": "a\#(level - 1)"}"#
      text += #", "a\#(level)": [\#(alias), \#(alias), \#(alias)]"#
    }
    let bootstrap = try ArchiveBootstrap(json: Data((text + "}").utf8))
    guard case .graph(let graph) = bootstrap.node else { return XCTFail() }
    XCTAssertEqual(graph.objects.count, 100)
    XCTAssertLessThan(try bootstrap.node.jsonData().count, 20_000)
    assertThrows(.limitExceeded) {
      try bootstrap.decode([String: Laugh].self, limits: ArchiveLimits(maximumDecodedSize: 10_000))
    }
  }

  func testManyAliases() throws {
    let count = Thoroughness.isFull ? 20_000 : 6_000
    // Each leads to the one before, so that the first to be followed is as long as all.
    let chain = (0..<count).map { #""k\#($0)": {"$alias": "k\#($0 + 1)"}"# }.joined(separator: ", ")
    guard case .graph(let graph) = try build("{\(chain), \"k\(count)\": []}") else { return XCTFail() }
    XCTAssertEqual(graph.objects, [[]])
    // A path as long as a book.
    let path = Array(repeating: "a", count: 10 * count).joined(separator: ".")
    guard case .graph(let round) = try build(#"{"a": {"$alias": ""}, "b": {"$alias": "\#(path)"}}"#) else {
      return XCTFail()
    }
    XCTAssertEqual(round.objects, [["a": .reference(0), "b": .reference(0)]])
  }

  // MARK: Literals and lists

  func testLiterals() throws {
    let document: ArchiveNode = [
      "$class": "BootVoyage", "startTime": .date(Date(timeIntervalSinceReferenceDate: 5)),
      "events": [["$class": "BootEvent", "tag": "open", "place": ["$alias": "places.home"]]],
      "places": ["home": ["$class": "BootPlace", "name": "Base"]],
    ]
    let bootstrap = try ArchiveBootstrap(document)
    let voyage = try bootstrap.node.decode(BootVoyage.self)
    XCTAssertEqual(voyage.events.first?.place, BootPlace(name: "Base"))
    XCTAssertEqual(voyage.places, ["home": BootPlace(name: "Base")])
    XCTAssertEqual(try bootstrap.decode(BootVoyage.self), voyage)
    // Where types are known, the name that a type has in Swift will do.
    let named: ArchiveNode = ["$class": "BootSwiftName", "x": 1]
    XCTAssertEqual(try ArchiveBootstrap(named).decode(BootSwiftName.self), BootSwiftName(x: 1))
    XCTAssertEqual(
      try ArchiveBootstrap(named).node(as: BootSwiftName.self),
      .record(ArchiveNode.Fields(className: BootSwiftName.archiveSchema.className, ["x": 1])))
    let list = try ArchiveBootstrap(document).node.propertyListData(format: .xml)
    XCTAssertEqual(try ArchiveBootstrap.decode(BootVoyage.self, from: list), voyage)
    XCTAssertEqual(try ArchiveBootstrap(propertyList: list).decode(BootVoyage.self), voyage)
  }

  // MARK: Types

  private let voyage = #"""
    {
      "startTime": "2026-05-01T10:30:00Z",
      "events": [
        {"tag": "open", "time": {"$date": "2026-05-01T10:31:00Z"}, "place": {"$alias": "places.home"}},
        {"$class": "OldEvent", "tag": "close", "shape": {"$case": "circle", "radius": 1, "at": "2026-05-01T10:31:00Z"}}
      ],
      "places": {"home": {"name": "Base", "count": 2}},
      "site": "https://example.org/a",
      "identifier": "6B29FC40-CA47-1067-B31D-00DD010662DA",
      "photo": "AQID",
      "kinds": ["a", "b"]
    }
    """#

  func testTypes() throws {
    let value = try ArchiveBootstrap.decode(BootVoyage.self, from: Data(voyage.utf8))
    let minute = try ISO8601DateTransformer().decode("2026-05-01T10:31:00Z")
    XCTAssertEqual(
      value,
      BootVoyage(
        start: minute - 60,
        events: [
          BootEvent(tag: "open", time: minute, place: BootPlace(name: "Base", count: 2)),
          BootEvent(tag: "close", shape: .circle(radius: 1, at: minute)),
        ],
        places: ["home": BootPlace(name: "Base", count: 2)], site: URL(string: "https://example.org/a"),
        identifier: UUID(uuidString: "6B29FC40-CA47-1067-B31D-00DD010662DA"), photo: Data([1, 2, 3]),
        kinds: ["a", "b"]))
    // Archives of the document are those of the value.
    let archive = try KeyedArchive.encode(ArchiveBootstrap(json: Data(voyage.utf8)).node(as: BootVoyage.self))
    XCTAssertEqual(try KeyedArchive.decode(BootVoyage.self, from: archive), value)
    // A document of the value itself is read as well.
    let node = try ArchiveNode(encoding: value)
    XCTAssertEqual(try ArchiveBootstrap(json: node.jsonData()).decode(BootVoyage.self), value)
    XCTAssertEqual(
      try ArchiveBootstrap(json: Data(voyage.replacingOccurrences(of: "startTime", with: "begin").utf8))
        .decode(BootVoyage.self), value)
  }

  func testWrongNames() {
    func decode(_ change: (String, String)) throws -> BootVoyage {
      XCTAssert(voyage.contains(change.0))
      let text = voyage.replacingOccurrences(of: change.0, with: change.1)
      return try ArchiveBootstrap.decode(BootVoyage.self, from: Data(text.utf8))
    }
    assertThrows(.invalidValue, at: "events[0].tagg", saying: "Did you mean “tag”?") {
      try decode((#""tag": "open""#, #""tagg": "open""#))
    }
    assertThrows(.classMismatch, at: "events[1].$class", saying: "Did you mean “OldEvent”?", "BootEvent") {
      try decode(("OldEvent", "OldEvnt"))
    }
    assertThrows(.classMismatch, at: "events[1].$class") { try decode(("OldEvent", "BootPlace")) }
    assertThrows(.invalidValue, at: "events[1].shape.$case", saying: "Did you mean “circle”?") {
      try decode((#""circle""#, #""cirle""#))
    }
    assertThrows(.invalidValue, at: "events[1].shape.radious", saying: "“radius”") {
      try decode((#""radius""#, #""radious""#))
    }
    // What an alias leads to is checked at the first place it is met.
    assertThrows(.invalidValue, at: "events[0].place.nam") { try decode((#""name""#, #""nam""#)) }
    assertThrows(.invalidValue, at: "startTime", saying: "ISO 8601") {
      try decode(("2026-05-01T10:30:00Z", "soon"))
    }
    assertThrows(.typeMismatch, at: "startTime", saying: "a date") {
      try decode((#""2026-05-01T10:30:00Z""#, "5"))
    }
    assertThrows(.invalidValue, at: "photo", saying: "Base64") { try decode(("AQID", "A")) }
    assertThrows(.invalidValue, at: "identifier") { try decode(("6B29FC40", "6B")) }
  }

  /// The names are those of the types that a value contains, wherever they are.
  func testKnownTypes() throws {
    assertThrows(.invalidValue, at: "[0].places.home.nme", saying: "Did you mean “name”?") {
      try ArchiveBootstrap([["places": ["home": ["$class": "BootPlace", "nme": ""]]]]).node(
        as: [BootVoyage].self)
    }
    // Without a class the names are anyone's.
    XCTAssertEqual(try ArchiveBootstrap(["nme": 1]).node(as: [String: Int].self), ["nme": 1])
    let node = try ArchiveBootstrap(
      [["$alias": "1"], ["$class": "BootEvent", "tag": "a", "place": ["name": "x"]]]
    ).node(as: [BootEvent].self)
    guard case .graph(let graph) = node else { return XCTFail() }
    XCTAssertEqual(
      graph.objects[0]["place"], .record(ArchiveNode.Fields(className: "BootPlace", ["name": "x"])))
  }

  // MARK: Hostile documents

  func testCutAndChangedDocuments() throws {
    let data = Data(voyage.utf8)
    for length in Thoroughness.some(of: 0..<data.count, oneIn: 3) {
      XCTAssertThrowsError(try ArchiveBootstrap(json: data.prefix(length))) { XCTAssert($0 is ArchiveError) }
    }
    var random = SeededGenerator()
    let pieces = [
      "$alias", "$class", "\"", "{", "}", "[", "]", ".", "places.home", "events", "\\", "0", ":", ",", "$",
    ]
    for round in 0..<Thoroughness.rounds(200, full: 2000) {
      var text = Array(voyage.utf8)
      for _ in 0...random.below(3) {
        let place = random.below(text.count)
        let piece = Array(pieces[random.below(pieces.count)].utf8)
        if random.oneIn(3) {
          text[place] = UInt8.arbitrary(&random)
        } else {
          text.replaceSubrange(place..<min(text.count, place + random.below(4)), with: piece)
        }
      }
      assertDecodesOrThrows("round \(round)") {
        try ArchiveBootstrap.decode(BootVoyage.self, from: Data(text))
      }
      assertDecodesOrThrows("round \(round)") { try ArchiveNode(json: Data(text)).jsonData() }
    }
  }
}
