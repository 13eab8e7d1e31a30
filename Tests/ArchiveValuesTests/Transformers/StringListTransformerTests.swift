import ArchiveTestSupport
import ArchiveValues
import XCTest

final class StringListTransformerTests: XCTestCase {
  private let transformer = StringListTransformer()

  /// By bytes: equal strings may be written in different ways.
  private func check(
    _ list: [String], as text: String? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let stored = transformer.encode(list)
    if let text { XCTAssertEqual(stored, text, file: file, line: line) }
    let back = try transformer.decode(stored)
    XCTAssertEqual(back.map { Array($0.utf8) }, list.map { Array($0.utf8) }, stored, file: file, line: line)
  }

  func testExamples() throws {
    try check(["red", "green"], as: "red,green")
    try check(["a,b", #"c\d"#], as: #"a\,b,c\\d"#)
    try check([], as: "")
    try check([""], as: #"\e"#)
    try check(["", ""], as: ",")
    try check(["", "a", ""], as: ",a,")
    try check([#"\e"#], as: #"\\e"#)
    try check(["two\nlines", " spaces ", "\r\n", "\0"], as: "two\nlines, spaces ,\r\n,\0")
    // One character each with the comma or the backslash before it.
    try check(["\u{301}", "a", "\u{301}", ",\u{301}", "\\\u{301}"])
  }

  /// All lists of up to three strings of up to two characters out of those that matter.
  func testSmallLists() throws {
    let characters = ["", ",", "\\", "e", "\u{301}", "\n"]
    let strings = Set(characters.flatMap { first in characters.map { first + $0 } })
    var texts: Set<[UInt8]> = []
    var lists = 0
    func add(_ list: [String]) throws {
      try check(list)
      texts.insert(Array(transformer.encode(list).utf8))
      lists += 1
    }
    try add([])
    for first in strings {
      try add([first])
      for second in strings {
        try add([first, second])
        for third in characters { try add([first, second, third]) }
      }
    }
    XCTAssertEqual(texts.count, lists, "two lists have one text")
  }

  func testRandomLists() throws {
    var generator = SeededGenerator()
    let parts = ["a", "b", ",", "\\", "e", "é", "👩‍👩‍👧‍👦", "\u{301}", "\n", " ", ""]
    for _ in 0..<2000 {
      let list = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        (0..<Int.random(in: 0..<5, using: &generator)).map { _ in parts.randomElement(using: &generator)! }
          .joined()
      }
      try check(list)
    }
  }

  func testRefusals() {
    for (text, words) in [
      (#"a\n"#, "a backslash before something else, at byte 2"), (#"\"#, "a backslash at the end, at byte 1"),
      (#"a,b\"#, "a backslash at the end, at byte 4"), (#"\ex"#, "inside a string, at byte 2"),
      (#"x\e"#, "something else, at byte 2"), (#"\e\e"#, "something else, at byte 3"),
      (#"\e\,"#, "inside a string, at byte 3"), (#"\é"#, "something else, at byte 1"),
    ] {
      assertThrows(.malformed, saying: words) { try transformer.decode(text) }
    }
  }

  /// Any text gives a list or an error, and a list is one that is stored as that text, but for a needless `\e`.
  func testAnyText() throws {
    var generator = SeededGenerator()
    var accepted = 0
    for _ in 0..<5000 {
      let text = String(
        (0..<Int.random(in: 0..<8, using: &generator)).map { _ in
          Character(["a", ",", "\\", "e", "é"].randomElement(using: &generator)!)
        })
      guard let list = try? transformer.decode(text) else { continue }
      accepted += 1
      let again = transformer.encode(list)
      XCTAssertEqual(try transformer.decode(again), list)
      if !text.contains(#"\e"#) { XCTAssertEqual(again, text) }
    }
    XCTAssertGreaterThan(accepted, 100)
  }
}
