import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// Conditions on strings, which are tested without making a string for each row.
final class TextConditionTests: XCTestCase {
  /// A test of strings in a dictionary is made once for each distinct string, not for each row.
  func testDistinctStringsAreTestedOnce() throws {
    let names = (0..<7).map { "user ö \($0)" }
    let notes = (0..<3_000).map { (row: Int) -> Utterance in
      let other: String? = row % 4 == 0 ? nil : names[row % 5]
      return Utterance(name: names[row % 7], other: other, number: row)
    }
    let archive = try ColumnArchive(ColumnArchive.encode(notes, options: .init(batchSize: 1_000)))
    func count<Value: Equatable & Sendable>(
      _ path: ArchivePath<Utterance, Value>, _ value: Value, line: UInt = #line
    ) throws -> Int {
      let tested = Counter()
      let condition = ArchiveCondition(path, ConditionComparison(of: Value.self, .equal, value)) {
        values, results in
        tested.add(values.count)
        unsafe ConditionComparison.fill(values, results) { $0 == value }
      }
      let expected = notes.indices.filter { notes[$0][keyPath: path.keyPath] == value }
      XCTAssertFalse(expected.isEmpty, line: line)
      XCTAssertEqual(try archive.positions(where: condition), expected, line: line)
      XCTAssertEqual(try archive.elements(where: condition), expected.map { notes[$0] }, line: line)
      return tested.count
    }
    // Three batches, each asked twice.
    XCTAssertEqual(try count(Utterance.path.name, names[3]), 2 * 3 * 7)
    // `nil` is one more.
    XCTAssertEqual(try count(Utterance.path.other, names[3]), 2 * 3 * 6)
    XCTAssertEqual(try count(Utterance.path.other, nil), 2 * 3 * 6)
    XCTAssertEqual(try count(Utterance.path.number, 77), 2 * 1_000)
  }

  /// Text of ASCII is compared by its bytes, also in seven bits each, and with text that is canonically ASCII.
  func testTextsAreComparedAsStrings() throws {
    var random = SeededGenerator()
    let operands = [
      "", "a", "ab", "b", "k", "K", "\u{212A}", ";", "\u{37E}", "a\r", "\n", "é", "e\u{301}", "\u{7F}",
    ]
    for letters in [
      ["a", "b", "K", ";"], ["a", "\r", "\n", "\r\n", "K"], ["a", "\u{212A}", "K", "\u{37E}", "é"],
    ] {
      for (count, most) in [(60, 3), (4_000, 3), (4_000, 12)] {
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
        for text in operands {
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

/// Counts what conditions test; each archive asks them on one thread.
private final class Counter: @unchecked Sendable {
  private(set) var count = 0

  func add(_ more: Int) { count += more }
}
