import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

final class JSONTests: XCTestCase {
  private func read(_ text: String) throws -> ArchiveNode { try ArchiveNode(json: Data(text.utf8)) }

  private func write(_ node: ArchiveNode) throws -> String {
    String(decoding: try node.jsonData(isPretty: false), as: UTF8.self)
  }

  func testNumbers() throws {
    let numbers: [(String, ArchiveNode)] = [
      ("0", 0), ("-1", -1), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsigned(1 << 63)), ("18446744073709551615", .unsigned(.max)),
      ("18446744073709551616", .double(0x1p64)), ("-36893488147419103232", .double(-0x1p65)),
      ("1.0", .double(1)), ("1e2", .double(100)), ("-0.0", .double(-0.0)), ("0.1", .double(0.1)),
      ("1E+2", .double(100)), ("123.456e-7", .double(123.456e-7)),
      ("5e-324", .double(.leastNonzeroMagnitude)),
    ]
    for (text, node) in numbers { XCTAssert(SameMeaning.compare(try read(text), node), text) }
    XCTAssert(SameMeaning.compare(try read("-0"), .double(-0.0)))
    XCTAssertEqual(
      try write([.double(1), .integer(1), .unsigned(.max), .double(1e22)]),
      "[1.0,1,18446744073709551615,1e+22]")
    assertThrows(.invalidValue, at: "[1]", saying: "line 1, column 5", "“.0”") {
      try read("[1, 18446744073709551617]")
    }
    assertThrows(.invalidValue, at: "a", saying: "line 2, column 6") { try read("{\n\"a\": 1e400}") }
    for text in ["01", "1.", ".1", "+1", "-", "1e", "1e+", "0x1", "NaN", "--1", "1a"] {
      XCTAssertThrowsError(try read(text), text)
    }
  }

  func testTexts() throws {
    XCTAssertEqual(try read(#""\"\\\/\b\f\n\r\té\ud83d\ude00""#), "\"\\/\u{8}\u{c}\n\r\té😀")
    XCTAssertEqual(try read("\"\u{7f}\u{2028}\""), "\u{7f}\u{2028}")
    XCTAssertEqual(try write("\u{0}\u{1f}\"\\/\n"), #""\u0000\u001f\"\\/\n""#)
    for text in [#""\ud800""#, #""\ude00x""#, #""\ud800A""#, #""\x""#, #""\u12""#, "\"\n\"", "\"", #""\"#] {
      XCTAssertThrowsError(try read(text), text)
    }
    assertThrows(.malformed) { try ArchiveNode(json: Data([0x22, 0xFF, 0x22])) }
    assertThrows(.malformed, saying: "another encoding") { try ArchiveNode(json: "[1]".data(using: .utf16)!) }
  }

  func testDocuments() throws {
    XCTAssertEqual(
      try read("\u{FEFF} {\"b\": [true, false, null], \"a\": {}, \"é\": [ ]}\n"),
      ["b": [true, false, .null], "a": [:], "é": []])
    assertThrows(.malformed, at: "a.b", saying: "line 3, column 1", "byte") {
      try read("{\"a\": {\"b\": \n\n}}")
    }
    assertThrows(.malformed, saying: "each key once", "“a”") { try read(#"{"a": 1, "b": 2, "a": 3}"#) }
    for text in [
      "", " ", "[1,]", "[,1]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "[1 2]", "[1]]", "tru", "'a'", "[1}",
      "// c\n1",
    ] {
      XCTAssertThrowsError(try read(text), text)
    }
    let text = #"{"b":[1,2.5,"x"],"a":{"c":null,"d":[],"e":{}}}"#
    XCTAssertEqual(try write(read(text)), text)
    XCTAssertEqual(
      String(decoding: try read(text).jsonData(), as: UTF8.self),
      """
      {
        "b": [
          1,
          2.5,
          "x"
        ],
        "a": {
          "c": null,
          "d": [],
          "e": {}
        }
      }

      """)
  }

  /// What is nested very deeply takes no more space in lines of their own than a few times what it takes in one.
  func testDeepLines() throws {
    var node = ArchiveNode.array([1, ["a": 2]])
    for _ in 0..<30 { node = .array([node]) }
    let lines = String(decoding: try node.jsonData(), as: UTF8.self).split(separator: "\n").map(String.init)
    let deep = String(repeating: "  ", count: 31)
    XCTAssertEqual(
      Array(lines[30...34]),
      ["\(deep.dropLast(2))[", "\(deep)1,", "\(deep){", "\(deep)  \"a\": 2", "\(deep)}"])
    let inside: ArchiveNode = .array([.array([node])])
    XCTAssert(String(decoding: try inside.jsonData(), as: UTF8.self).contains("\n\(deep)  [1, {\"a\": 2}]\n"))
    XCTAssertEqual(try ArchiveNode(json: inside.jsonData()), inside)

    // A chain at the limit of depth, many times.
    var chain = ArchiveNode.array([])
    for _ in 0..<400 { chain = .array([chain]) }
    let many = ArchiveNode.array(Array(repeating: chain, count: 15))
    let size = try many.jsonData(isPretty: false).count
    XCTAssertLessThan(try many.jsonData().count, 8 * size)
    XCTAssertLessThan(try many.plainJSON().data.count, 8 * size)
    XCTAssertLessThan(try many.propertyListData(format: .xml).count, 40 * size)
    XCTAssertEqual(try ArchiveNode(json: many.jsonData()), many)
    XCTAssertEqual(try ArchiveNode(propertyList: many.propertyListData(format: .xml)), many)
  }

  func testNotation() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    var event = ArchiveNode.Fields(className: "Event", caseName: "opened", version: 2, ["$tag": .date(date)])
    event.superclassNames = ["Base", "NSObject"]
    let cases: [(String, ArchiveNode)] = [
      (#"{"$date":"2001-01-01T00:00:00Z"}"#, .date(date)),
      (#"{"$date":"2001-01-01T00:00:00.500Z"}"#, .date(date + 0.5)),
      (#"{"$date":1e+300}"#, .date(Date(timeIntervalSinceReferenceDate: 1e300))),
      (#"{"$date":"inf"}"#, .date(Date(timeIntervalSinceReferenceDate: .infinity))),
      (#"{"$data":"AQID"}"#, .data(Data([1, 2, 3]))), (#"{"$set":[1,[2]]}"#, .set([1, [2]])),
      (
        #"{"$entries":[[1,"one"],[{"$set":[]},null]]}"#,
        .dictionary([.init(key: 1, value: "one"), .init(key: .set([]), value: .null)])
      ),
      (
        #"{"$class":"Event","$superclasses":["Base","NSObject"],"$case":"opened","$version":2,"$$tag":{"$date":"2001-01-01T00:00:00Z"}}"#,
        .record(event)
      ),
      (
        #"{"$class":"NSMutableString","$superclasses":["NSString","NSObject"],"$value":"x"}"#,
        .instance(ArchiveClass("NSMutableString", superclassNames: ["NSString", "NSObject"]), "x")
      ),
      (#"{"$float":0.1}"#, .float(0.1)), (#"{"$float":"nan"}"#, .float(.nan)),
      (#"{"$double":"-inf"}"#, .double(-.infinity)),
      (#"{"$double":"0x7ff8000000000001"}"#, .double(Double(bitPattern: 0x7FF8_0000_0000_0001))),
      (#"{"$$alias":"x","a":1}"#, ["$alias": "x", "a": 1]), (#"{"$$$x":1}"#, ["$$x": 1]),
    ]
    for (text, node) in cases {
      XCTAssertEqual(try write(node), text)
      XCTAssert(SameMeaning.compare(try read(text), node), text)
    }
    // Words of others are keys like others.
    XCTAssertEqual(
      try read(#"{"$schema": "x", "$ref": "a", "$dates": 1}"#), ["$schema": "x", "$ref": "a", "$dates": 1])
    XCTAssertEqual(
      try ArchiveNode(json: Data(#"{"$date": "soon", "$alias": 1}"#.utf8), notation: false),
      ["$date": "soon", "$alias": 1])
  }

  func testWrongNotation() {
    let wrong: [(String, String)] = [
      (#"[{"$date": "soon"}]"#, "[0].$date"), (#"{"a": {"$date": true}}"#, "a.$date"),
      (#"{"$data": "A"}"#, "$data"), (#"{"$data": "AQ ID"}"#, "$data"), (#"{"$set": 1}"#, "$set"),
      (#"{"$entries": [[1]]}"#, "$entries[0]"), (#"{"$entries": {}}"#, "$entries"),
      (#"{"$float": "x"}"#, "$float"),
      (#"{"$float": 1e300}"#, "$float"), (#"{"$double": "0x"}"#, "$double"), (#"{"$class": 1}"#, "$class"),
      (#"{"$class": "A", "$version": "2"}"#, "$version"),
      (#"{"$class": "A", "$version": 0}"#, "$version"),
      (#"[{"$class": "A", "$version": -3}]"#, "[0].$version"),
      (#"{"$class": "A", "$superclasses": [1]}"#, "$superclasses"),
      (#"{"x": {"$class": "A", "$value": 1, "b": 2}}"#, "x"), (#"{"x": {"$date": 1, "b": 2}}"#, "x"),
      (#"{"x": {"$class": "A", "$set": []}}"#, "x"), (#"[{"$graph": 1}]"#, "[0].$graph"),
      (#"{"$objects": []}"#, "$objects"),
      (#"{"$graph": 1, "$objects": 2}"#, "the root"), (#"{"$text": "/w=="}"#, "$text"),
    ]
    for (text, path) in wrong { assertThrows(.malformed, at: path) { _ = try read(text) } }
  }
}
