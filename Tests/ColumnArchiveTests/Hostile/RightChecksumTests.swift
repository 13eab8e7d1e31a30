import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

@Archivable(className: "ForgedText")
private struct ForgedText: Equatable, Sendable {
  var text: String
}

@Archivable(className: "ForgedNote")
private struct ForgedNote: Equatable, Sendable {
  var text: String?
}

@Archivable(className: "ForgedRow")
private struct ForgedRow: Equatable, Sendable {
  var number: Int32
  var size: UInt64
  var ratio: Double
  var name: String
  var note: String?
  var isOn: Bool
  var date: Date
}

/// Archives that no writer makes, with right checksums: every road has the same values, or refuses them.
final class RightChecksumTests: XCTestCase {
  private func assertRefused<Root: ArchiveValue & Equatable>(
    _ data: Data, _ condition: ArchiveCondition<Root>, saying words: String, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let archive = try ColumnArchive(data)
    for error in [
      assertThrows(.malformed, file: file, line: line) { try archive.elements(of: Root.self) },
      assertThrows(.malformed, file: file, line: line) { try archive.positions(where: condition) },
      assertThrows(.malformed, file: file, line: line) { try archive.elements(where: condition) },
      assertThrows(.malformed, file: file, line: line) { try archive.verify() },
    ] { XCTAssert("\(error!)".contains(words), "\(error!)", file: file, line: line) }
  }

  /// The numbers of rows lead into it.
  func testADictionaryWithoutEntries() throws {
    let column: [UInt8] = [1, 0] + Format.integers([0] as [UInt]) + [0] + [0, 0]
    let texts = ArchiveParts(
      elements: Format.record(["text": Format.string]), count: 5, column, className: "ForgedText")
    try assertRefused(texts.data, ForgedText.path.text == "x", saying: "a dictionary with entries")
    let notes = ArchiveParts(
      elements: Format.record(["text": Format.optional(Format.string)]), count: 5,
      Format.bits([true, false, true, true, false]) + column, className: "ForgedNote")
    try assertRefused(notes.data, ForgedNote.path.text == "x", saying: "a dictionary with entries")
  }

  /// An index with zones, and no batches of which they could be.
  func testStatisticsWithoutBatches() throws {
    let schema = Format.record(["text": Format.string])
    for size in 1...3 {
      let header = ArchiveParts(elements: schema, count: 0, [], className: "ForgedText").header
      let data = Data(header + Format.footer(count: 0, [0] + Format.varint(size) + [1, 0]))
      let error = assertThrows(.malformed) { try ColumnArchive(data) }
      XCTAssert("\(error!)".contains("zone"), "\(error!)")
      assertThrows(.malformed) { try ColumnArchive.decode([ForgedText].self, from: data) }
    }
  }

  // MARK: Statistics

  /// Rows of which each batch has few different values.
  private static func rows(_ count: Int) -> [ForgedRow] {
    (0..<count).map { row in
      let part = row / 100
      return ForgedRow(
        number: Int32(part * 10 + row % 7 - 30), size: UInt64(part * 1_000 + row % 11),
        ratio: part % 5 == 0 && row % 9 == 0 ? .nan : Double(part) + Double(row % 3) / 4,
        name: "name \(part) \(row % 5)", note: part % 3 == 0 || row % 4 == 0 ? nil : "note \(row % 6)",
        isOn: part % 4 == 1, date: Date(timeIntervalSinceReferenceDate: Double(part * 60 + row % 50)))
    }
  }

  private static func conditions(_ row: ForgedRow) -> [(ArchiveCondition<ForgedRow>, (ForgedRow) -> Bool)] {
    let path = ForgedRow.path
    return [
      (path.number == row.number, { $0.number == row.number }),
      (path.size == row.size, { $0.size == row.size }),
      (path.ratio == row.ratio, { $0.ratio == row.ratio }), (path.ratio != 3, { $0.ratio != 3 }),
      (path.name == row.name, { $0.name == row.name }), (path.note == row.note, { $0.note == row.note }),
      (path.note != row.note, { $0.note != row.note }), (path.isOn == row.isOn, { $0.isOn == row.isOn }),
      (path.date == row.date, { $0.date == row.date }),
      (path.number < row.number, { $0.number < row.number }),
    ]
  }

  /// Where zones say something of their columns.
  private static func statements(of archive: ColumnArchive) -> [Range<Int>] {
    archive.zones?.columns.map(\.part).filter { !$0.isEmpty } ?? []
  }

  /// What `verify` passes is true: conditions find the rows that a closure finds. Checksums are not compared, so that any
  /// bytes may be changed.
  func testStatisticsAreComparedWithTheValues() throws {
    var random = SeededGenerator()
    let rows = Self.rows(2_400)
    for batchSize in [100, 25, 2_400] {
      let data = try ColumnArchive.encode(rows, options: .init(batchSize: batchSize))
      let sound = try ColumnArchive(data)
      XCTAssertNoThrow(try sound.verify())
      let places = Self.statements(of: sound)
      XCTAssertFalse(places.isEmpty, "\(batchSize)")
      var (wrong, passed) = (0, 0)
      for round in 0..<Thoroughness.rounds(40, full: 8_000) {
        guard let place = places.randomElement(using: &random) else { break }
        var changed = data
        for _ in 0...random.below(2) {
          let byte = data.startIndex + place.lowerBound + random.below(place.count)
          changed[byte] = random.oneIn(2) ? changed[byte] &+ 1 : UInt8(random.below(256))
        }
        guard let archive = try? ColumnArchive(changed, options: .unverified),
          let elements = try? archive.elements(of: ForgedRow.self)
        else { continue }
        XCTAssertEqual(elements.count, rows.count)
        let isVerified = (try? archive.verify()) != nil
        passed += isVerified ? 1 : 0
        let row = rows.randomElement(using: &random)!
        for (number, (condition, holds)) in Self.conditions(row).enumerated() {
          guard let found = try? archive.positions(where: condition) else { continue }
          if found == rows.indices.filter({ holds(rows[$0]) }) { continue }
          wrong += 1
          XCTAssertFalse(
            isVerified, "\(batchSize), round \(round), condition \(number) of \(row), seed \(random.seed)")
        }
      }
      print("batches of \(batchSize): \(wrong) conditions were wrong, \(passed) archives were verified")
      if batchSize != 2_400 { XCTAssertGreaterThan(wrong, 0) }
      XCTAssertGreaterThan(passed, 0)
    }
  }

  /// Values at the edges of what statistics can say are verified.
  func testSoundStatisticsAreVerified() throws {
    let texts = [
      "", "a", "ab\u{301}", "abcdefghijklmnop", "\u{FF}", "\u{17F}\u{301}", "e\u{301}", "éa", "漢字", "z\0",
      "\u{37E}",
    ]
    for (number, text) in texts.enumerated() {
      for other in Thoroughness.some(of: 0..<texts.count, oneIn: 4, first: number).map({ texts[$0] }) {
        let rows = (0..<1_200).map { row in
          ForgedRow(
            number: row % 2 == 0 ? .min : .max, size: row % 3 == 0 ? .max : 0,
            ratio: [.nan, -.infinity, .infinity, -0.0, 0][(row + number) % 5],
            name: row % 2 == 0 ? text : other,
            note: row / 300 == 1 ? nil : row % 7 == 0 ? text : other, isOn: row / 300 == 2,
            date: Date(timeIntervalSinceReferenceDate: row / 300 == 0 ? .nan : Double(row % 2)))
        }
        let data = try ColumnArchive.encode(rows, options: .init(batchSize: 300))
        XCTAssertNoThrow(try ColumnArchive(data).verify(), "\(text) and \(other)")
      }
    }
  }

  // MARK: Limits

  /// A condition that has enough does not fail with more, and one that fails says why.
  func testALimitOfAConditionOnADictionary() throws {
    // More distinct strings than rows: reading these is cheaper than testing all.
    let entries = (0..<4_000).map { "entry \($0)" }
    let numbers = (0..<10).map { UInt32($0 * 399) }
    let schema = Format.record(["text": Format.string])
    let forged = ArchiveParts(
      elements: schema, count: 10, Format.dictionary(entries, numbers), className: "ForgedText"
    ).data
    let sound = try ColumnArchive.encode(
      (0..<2_000).map { ForgedText(text: "text \($0 % 90)") }, options: .init(batchSize: .max))
    for (data, text) in [(forged, entries[399]), (sound, "text 7")] {
      let expected = try ColumnArchive(data).positions(where: ForgedText.path.text == text)
      XCTAssertFalse(expected.isEmpty)
      var isEnough = false
      for limit in stride(from: 0, to: 200_000, by: Thoroughness.isFull ? 250 : 1_250) {
        let options = ColumnArchive.DecodingOptions(limits: ArchiveLimits(maximumDecodedSize: limit))
        do {
          let found = try ColumnArchive(data, options: options).positions(where: ForgedText.path.text == text)
          XCTAssertEqual(found, expected)
          isEnough = true
        } catch let error as ArchiveError {
          XCTAssertEqual(error.code, .limitExceeded)
          XCTAssertFalse(isEnough, "\(limit): less was enough")
        }
      }
      XCTAssert(isEnough)
    }
  }
}
