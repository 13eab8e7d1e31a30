import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// JSON for people, and what it leaves out.
final class PlainJSONTests: XCTestCase {
  private func write(_ node: ArchiveNode) throws -> (text: String, losses: [String]) {
    let (data, losses) = try node.plainJSON(isPretty: false)
    return (String(decoding: data, as: UTF8.self), losses.map(\.description))
  }

  func testNothingLost() throws {
    let (text, losses) = try write(["a": [1, 2.5, "x", true, .null], "$b": [:]])
    XCTAssertEqual(text, #"{"a":[1,2.5,"x",true,null],"$b":{}}"#)
    XCTAssertEqual(losses, [])
  }

  /// What cannot be a number in JSON is null, as a value and as the seconds of a date.
  func testDatesThatAreNotFinite() throws {
    for seconds in [Double.nan, .infinity, -.infinity] {
      let date = ArchiveNode.date(Date(timeIntervalSinceReferenceDate: seconds))
      let (text, losses) = try write([date])
      XCTAssertEqual(text, "[null]")
      XCTAssertEqual(
        losses,
        ["dates are text: 1, first at [0]", "numbers that are not finite are null: 1, first at [0]"])
      XCTAssertNoThrow(try ArchiveNode(json: Data(text.utf8)))
      let elements = ArchiveElements(count: 1) { try $0([date]) }
      var written = Data()
      _ = try elements.plainJSON(isPretty: false) { written += $0 }
      XCTAssertEqual(String(decoding: written, as: UTF8.self), "[null]")
    }
    // Beyond the calendar, but a number.
    XCTAssertEqual(
      try write([.date(Date(timeIntervalSinceReferenceDate: 1e15))]).text, "[1000000000000000.0]")
  }

  func testLosses() throws {
    let date = ArchiveNode.date(Date(timeIntervalSinceReferenceDate: 0))
    let (text, losses) = try write([
      "event": .record(
        ArchiveNode.Fields(
          className: "Event", version: 2,
          [
            "time": date,
            "shape": .record(ArchiveNode.Fields(className: "", caseName: "circle", ["radius": 1])),
          ])),
      "set": .set([date, .float(0.1), .double(.nan)]),
      "keys": .dictionary([.init(key: 1, value: .data(Data([1])))]),
    ])
    XCTAssertEqual(
      text,
      #"{"event":{"time":"2001-01-01T00:00:00Z","shape":{"circle":{"radius":1}}},"set":["2001-01-01T00:00:00Z",0.1,null],"keys":{"1":"AQ=="}}"#
    )
    XCTAssertEqual(
      losses,
      [
        "class names are left out: 1, first at event", "versions are left out: 1, first at event",
        "dates are text: 2, first at event.time", "sets are arrays: 1, first at set",
        "numbers of 32 bits are of 64: 1, first at set[1]",
        "numbers that are not finite are null: 1, first at set[2]", "keys are text: 1, first at keys",
        "data is Base64: 1, first at keys.1",
      ])
  }

  /// Keys that are the same as text are numbered, past the numbers that are taken.
  func testKeysThatAreTheSameAsText() throws {
    func entry(_ key: ArchiveNode, _ value: ArchiveNode) -> ArchiveNode.Entry {
      .init(key: key, value: value)
    }
    XCTAssertEqual(
      try write(.dictionary([entry("1", "a"), entry("1 (2)", "b"), entry(1, "c"), entry(1, "d")])).text,
      #"{"1":"a","1 (2)":"b","1 (3)":"c","1 (4)":"d"}"#)
    // Each number is tried once, however many are taken.
    let count = Thoroughness.isFull ? 20_000 : 6_000
    let taken = (2..<count).map { entry(.string("1 (\($0))"), .null) }
    let same = (0..<count).map { _ in entry(1, .null) }
    let node = try ArchiveNode(json: ArchiveNode.dictionary(taken + same).plainJSON().data)
    XCTAssertEqual(node.entries?.count, 2 * count - 2)
    XCTAssertNotNil(node["1 (\(2 * count - 2))"])
  }

  func testGraphs() throws {
    let node = ArchiveNode.graph(
      ArchiveGraph(
        root: [.reference(0), .reference(0), .reference(1)], objects: [["x"], ["me": .reference(1)]]))
    let (text, losses) = try write(node)
    XCTAssertEqual(text, #"[["x"],["x"],{"me":null}]"#)
    XCTAssertEqual(
      losses,
      [
        "shared objects are copies: 1, first at [1]",
        "objects inside of themselves are null: 1, first at [2].me",
      ])
    let laughs = (0..<60).map { ArchiveNode.array([.reference($0 + 1), .reference($0 + 1)]) } + [["ha"]]
    let (data, kinds) = try ArchiveNode.graph(ArchiveGraph(root: .reference(0), objects: laughs)).plainJSON()
    XCTAssertLessThan(data.count, 1 << 22)
    XCTAssertEqual(kinds.map(\.kind), ["shared objects are copies", "shared objects are references"])
  }

  /// Without copies, every place of a shared object but the first refers to it, by a path of JSON Pointer.
  func testReferencesToSharedObjects() throws {
    let place = ArchiveNode.object("Place", ["name": "x"])
    let shape = ArchiveNode.record(
      ArchiveNode.Fields(className: "", caseName: "circle", ["at": .reference(0)]))
    let node = ArchiveNode.graph(
      ArchiveGraph(
        root: [
          "a/b~": [shape, .reference(0)],
          "text": [.reference(1), .reference(1), .reference(2), .reference(2)],
        ],
        objects: [place, "short", .string(String(repeating: "long ", count: 20))]))
    let (data, losses) = try node.plainJSON(isPretty: false, copyLimit: 0)
    let long = String(repeating: "long ", count: 20)
    XCTAssertEqual(
      String(decoding: data, as: UTF8.self),
      ##"{"a/b~":[{"circle":{"at":{"name":"x"}}},{"$ref":"#/a~1b~0/0/circle/at"}],"##
        + ##""text":["short","short","\##(long)",{"$ref":"#/text/2"}]}"##)
    XCTAssertEqual(losses.last?.description, "shared objects are references: 2, first at a/b~[1]")
    XCTAssertFalse(String(decoding: try node.plainJSON().data, as: UTF8.self).contains("$ref"))
  }
}
