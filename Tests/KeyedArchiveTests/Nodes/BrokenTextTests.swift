import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Strings with half of a surrogate pair, which other programs write, and no Swift `String` holds.
final class BrokenTextTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  private func text(_ units: [UInt16]) -> Item {
    .raw([0x60 | UInt8(units.count)] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }

  private func archive(_ units: [UInt16]) -> Data {
    PlistBuilder([
      .null, .record(class: 2, ["name": .uid(3), "count": .integer(1)]), .classRecord("Doc"), text(units),
    ]).data()
  }

  private func node(_ spelling: String) -> ArchiveNode {
    .instance(ArchiveClass("$utf16", superclassNames: []), .string(spelling))
  }

  func testTheNodeSpellsTheText() throws {
    for (units, spelling) in [
      ([0xD800], #"\ud800"#), ([0x61, 0xDFFF, 0x62], #"a\udfffb"#), ([0x5C, 0xD800], #"\\\ud800"#),
      ([0xD83D, 0xDE00, 0xD83D], #"😀\ud83d"#), ([0xDE00, 0xD83D], #"\ude00\ud83d"#),
      ([0xD83D, 0xD83D, 0xDE00], #"\ud83d😀"#), ([0xDC00, 0x65, 0x301], "\\udc00e\u{301}"),
    ] as [([UInt16], String)] {
      let data = archive(units)
      let read = try KeyedArchive(data).node()
      XCTAssertEqual(read["name"], node(spelling))
      for written in [
        try KeyedArchive.encode(read),
        try KeyedArchive.encode(ArchiveNode(json: read.jsonData())),
        try KeyedArchive.encode(ArchiveNode(propertyList: read.propertyListData(format: .xml))),
      ] {
        XCTAssertEqual(try KeyedArchive(written).tableDifferences(from: KeyedArchive(data)), [], spelling)
      }
      // Long texts have their length in more bytes.
      let long = node(String(repeating: "x", count: 70_000) + spelling)
      assertSameContent(try KeyedArchive(KeyedArchive.encode(long)).node(), long)
    }
  }

  func testTypesDoNotReadIt() throws {
    let data = archive([0xD800, 0x61])
    assertThrows(.malformed) { try KeyedArchive(data).node()["name"]?.decode(String.self) }
    // Nothing is broken here.
    XCTAssertEqual(try node("a").decode(String.self), "a")
    let root = PlistBuilder([.null, text([0xD800])]).data()
    assertThrows(.malformed) { try KeyedArchive.decode(String.self, from: root) }
  }

  func testSpellingsThatAreNone() throws {
    for spelling in ["\\", "\\n", "\\ud8", "\\ud80g", "\\u+800", "\\u{d800}"] {
      assertThrows(.invalidValue) { try KeyedArchive.encode(self.node(spelling)) }
    }
    assertThrows(.invalidValue) {
      try KeyedArchive.encode(.instance(ArchiveClass("$utf16", superclassNames: []), 7))
    }
  }

  func testFormatsWithoutIt() throws {
    let node = try KeyedArchive(archive([0xD800])).node()
    XCTAssertEqual(try ColumnArchive(ColumnArchive.encode(node)).node().inlined(), node.inlined())
    assertThrows(.unsupported) { try KeyedArchive.encode(node, options: .init(outputFormat: .xml)) }
    let (data, losses) = try node.plainJSON(isPretty: false)
    XCTAssertEqual(String(decoding: data, as: UTF8.self), "{\"name\":\"\u{FFFD}\",\"count\":1}")
    XCTAssertTrue(losses.contains { $0.kind == "halves of surrogate pairs are U+FFFD" })
  }
}
