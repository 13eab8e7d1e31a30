import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// Decoded strings are like any other.
final class DecodedStringTests: XCTestCase {
  private func text(_ count: Int, _ number: Int = 0) -> String {
    String((0..<count).map { Character(Unicode.Scalar(UInt8(32 + ($0 * 7 + number) % 95))) })
  }

  func testAllCounts() throws {
    for count in 0...80 {
      let texts = (0..<40).map { text(count, $0) }
      try assertColumns(texts)
      for (back, text) in zip(try decoded(texts), texts) {
        XCTAssertEqual(back.hashValue, text.hashValue)
        XCTAssertEqual(Array(back.utf8), Array(text.utf8))
        XCTAssertEqual(back.utf16.count, count)
        XCTAssertEqual(Array(back), Array(text))
        XCTAssertEqual(back.withCString { strlen($0) }, count)
        XCTAssertTrue(back.utf8.withContiguousStorageIfAvailable { $0.count == count } ?? false)
        XCTAssertEqual((back as NSString).length, count)
      }
    }
  }

  /// Strings grow in place while there is room, and then elsewhere.
  func testChanges() throws {
    for count in 14...66 {
      for piece in ["b", "\u{E9}", "\u{1F600}"] {
        var texts = try decoded((0..<9).map { text(count, $0) })
        var expected = (0..<9).map { text(count, $0) }
        for row in texts.indices {
          for _ in 0..<150 {
            texts[row] += piece
            expected[row] += piece
          }
          XCTAssertEqual(texts[row], expected[row])
          XCTAssertEqual(texts[row].utf16.count, expected[row].utf16.count)
          let middle = expected[row].utf16.count / 2
          XCTAssertEqual(
            texts[row].utf16.index(texts[row].startIndex, offsetBy: middle).utf16Offset(in: texts[row]),
            middle)
          texts[row].removeFirst(5)
          expected[row].removeFirst(5)
          texts[row].insert(contentsOf: piece, at: texts[row].startIndex)
          expected[row].insert(contentsOf: piece, at: expected[row].startIndex)
          XCTAssertEqual(texts[row], expected[row])
        }
      }
    }
  }

  /// Only other bytes than ASCII are validated.
  func testOtherTexts() throws {
    for count in 0..<70 {
      try assertColumns([text(count) + "\u{FC}", text(count), "\u{1F600}" + text(count)])
    }
  }
}
