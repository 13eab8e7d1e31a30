import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

final class ColumnTextTests: XCTestCase {
  /// Around what Swift stores inside of a string, ASCII and not, of native and of other storage.
  private let texts: [String] = [
    "", "a", "é", "fourteen bytes", "fifteen bytes..", "sixteen bytes...", "a\0b", "\0", "\u{FEFF}", "\r\n",
    "fifteen bytes.é", "fourteen byt.é", "e\u{301}", "👩‍👩‍👧‍👦", "𝒳", "\u{10FFFF}", "中文",
    String(repeating: "long and longer ", count: 40), String(repeating: "é", count: 300),
    String("a string cut out of another".dropFirst(3)), String("made of a number \(12_345_678_901_234)"),
    NSString(string: "of an NSString").substring(from: 3), "null", "$null",
  ]

  func testStrings() throws {
    for text in texts {
      try assertColumns(text)
      try assertColumns([text])
      try assertColumns([text, text])
      try assertColumns([nil, text, nil])
      try assertColumns(Box(content: text))
      XCTAssertEqual(Array(try decoded(text).utf8), Array(text.utf8))
    }
    try assertColumns(texts)
    try assertColumns(texts + texts + texts)
    try assertColumns(texts.map { [$0] })
    let back = try decoded(texts)
    XCTAssertEqual(
      back.map { Array($0.utf8) }, texts.map { Array($0.utf8) }, "the same bytes, not just equal")
  }

  /// Each length up to past the small ones, at every place of a run.
  func testEveryLength() throws {
    for count in 0..<34 {
      let ascii = (0..<40).map {
        String(repeating: Character(Unicode.Scalar(UInt8(65 + $0 % 26))), count: count)
      }
      try assertColumns(ascii)
      let growing = (0..<count).map { String(repeating: "x", count: $0) }
      try assertColumns(growing)
      try assertColumns(Array(growing.reversed()))
      try assertColumns(growing.map { $0 + "ü" })
    }
  }

  func testSubstrings() throws {
    let text = "one two three and a long one"
    try assertColumns(text.split(separator: " "))
    try assertColumns(text.dropFirst(4))
    try assertColumns("x".dropFirst())
    try assertColumns([text.prefix(3): 1])
  }

  func testCharactersAndScalars() throws {
    let characters = Array("a1é中🎉👩‍👩‍👧‍👦\u{1F1E9}\u{1F1EA}e\u{301} \n\r\n")
    try assertColumns(characters)
    for character in characters { try assertColumns(character) }
    try assertColumns(["a", "\0", "\u{FFFF}", "\u{10FFFF}", "\u{301}"] as [Unicode.Scalar])
  }

  func testOthersAreNoCharacters() throws {
    let strings = try ColumnArchive.encode(["a", "ab"])
    assertThrows(.invalidValue, at: "[1]", saying: "one character") {
      try ColumnArchive.decode([Character].self, from: strings)
    }
    assertThrows(.invalidValue, at: "[1]", saying: "one Unicode scalar") {
      try ColumnArchive.decode([Unicode.Scalar].self, from: strings)
    }
    assertThrows(.invalidValue, at: "the root") {
      try ColumnArchive.decode(Character.self, from: try ColumnArchive.encode(""))
    }
  }

  /// Strings that are equal need not have the same bytes; archives keep these.
  func testEqualStringsOfOtherBytes() throws {
    let texts = ["\u{E9}", "e\u{301}"]
    XCTAssertEqual(texts[0], texts[1])
    let many = (0..<100).map { texts[$0 % 2] }
    XCTAssertEqual(try decoded(many).map(\.utf8.count), many.map(\.utf8.count))
  }

  func testAllTogether() throws {
    var random = SeededGenerator()
    for count in [1, 2, 9, 60] {
      try assertColumns((0..<count).map { _ in Texts.arbitrary(&random) }, "seed \(random.seed)")
    }
  }
}
