import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// Conditions on strings, compared as Swift compares them.
final class TextConditionTests: XCTestCase {
  /// Also text that is canonically ASCII, and characters of several scalars.
  func testTextsAreComparedAsStrings() throws {
    var random = SeededGenerator()
    let operands = [
      "", "a", "ab", "b", "k", "K", "\u{212A}", ";", "\u{37E}", "a\r", "\n", "é", "e\u{301}", "\u{7F}",
    ]
    for letters in [
      ["a", "b", "K", ";"], ["a", "\r", "\n", "\r\n", "K"], ["a", "\u{212A}", "K", "\u{37E}", "é"],
    ] {
      for (count, most) in [(60, 3), (4_000, 3), (4_000, 12)].suffix(Thoroughness.isFull ? 3 : 2) {
        let remarks = (0..<count).map { row in
          let length = random.below(most + 1)
          return Utterance(
            name: (0..<length).map { _ in letters.randomElement(using: &random)! }.joined(), number: row)
        }
        let archive = try ColumnArchive(ColumnArchive.encode(remarks, options: .init(batchSize: 1_500)))
        func check(
          _ condition: ArchiveCondition<Utterance>, _ text: String, line: UInt = #line,
          _ holds: (String) -> Bool
        ) throws {
          XCTAssertEqual(
            try archive.positions(where: condition), remarks.indices.filter { holds(remarks[$0].name) },
            "\(text.debugDescription), \(letters), \(count), seed \(random.seed)", line: line)
        }
        for text in Thoroughness.some(of: operands, oneIn: 2, first: letters.count + most / 12) {
          try check(Utterance.path.name == text, text) { $0 == text }
          try check(Utterance.path.name != text, text) { $0 != text }
          try check(Utterance.path.name < text, text) { $0 < text }
          try check(Utterance.path.name <= text, text) { $0 <= text }
          try check(Utterance.path.name > text, text) { $0 > text }
          try check(Utterance.path.name >= text, text) { $0 >= text }
          try check(Utterance.path.name.hasPrefix(text), text) { $0.hasPrefix(text) }
          try check(Utterance.path.name == "a" || Utterance.path.name > text, text) { $0 == "a" || $0 > text }
        }
      }
    }
  }
}

@Archivable(className: "Column_Utterance")
private struct Utterance: Equatable {
  var name: String
  var other: String? = nil
  var number: Int
}
