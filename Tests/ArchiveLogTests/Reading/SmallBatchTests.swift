import ArchiveFiles
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveLogs

@Archivable(className: "SmallPlace")
struct SmallPlace: Equatable, Sendable {
  var level: Int?
  var label: String
}

/// A record with each kind of column that has statistics.
@Archivable(className: "SmallRecord")
struct SmallRecord: Equatable, Sendable {
  var number: Int
  var time: Date
  var name: String?
  var amount: Double
  var size: UInt16
  var isOpen: Bool
  var tags: [String]
  var place: SmallPlace?
}

@Archivable(className: "NothingInIt")
struct NothingInIt: Equatable, Sendable {}

@Archivable(className: "SmallChoice")
indirect enum SmallChoice: Equatable, Sendable {
  case none
  case some(Int, label: String)
  case more(SmallChoice)
}

/// Logs of very many batches, of which most have one element: what zones say saves looking at them.
final class SmallBatchTests: LogTestCase {
  private static let names = ["", "a", "ab", "abc", "abcdefghijklmnopqrst", "ä", "z\u{301}", "zebra"]

  private func record(_ number: Int, _ random: inout SeededGenerator) -> SmallRecord {
    // Values change slowly, so that most runs differ.
    let part = number / 200
    let name: String? = part % 5 == 3 || random.oneIn(9) ? nil : Self.names[(part + random.below(2)) % 8]
    let place: SmallPlace? =
      part % 4 == 1
      ? nil : SmallPlace(level: part % 3 == 0 ? nil : part - random.below(2), label: Self.names[part % 8])
    return SmallRecord(
      number: number, time: Date(timeIntervalSinceReferenceDate: Double(number / 10)), name: name,
      amount: random.oneIn(400) ? .nan : Double(part) / 4, size: UInt16(part), isOpen: part % 2 == 0,
      tags: random.oneIn(3) ? ["x"] : [], place: place)
  }

  /// Writes a log of several segments.
  private func write(_ count: Int, _ random: inout SeededGenerator) async throws -> [SmallRecord] {
    var options = ArchiveLogOptions()
    options.segmentSize = 20_000
    let log = try ArchiveLog<SmallRecord>(in: folder, options: options)
    var records: [SmallRecord] = []
    while records.count < count {
      let part = (0..<(random.oneIn(50) ? 40 : 1)).map { record(records.count + $0, &random) }
      try await log.append(contentsOf: part, until: .written)
      records += part
    }
    try await log.close()
    XCTAssertGreaterThan(try segments.count, 1)
    return records
  }

  func testConditionsFindWhatClosuresFind() async throws {
    var random = SeededGenerator()
    let records = try await write(3_000, &random)
    let path = SmallRecord.path
    let (date, wanted) = (Date(timeIntervalSinceReferenceDate: 250), Self.names[2])
    let cases: [(ArchiveCondition<SmallRecord>, (SmallRecord) -> Bool)] = [
      (path.number == 2_345, { $0.number == 2_345 }),
      (path.number > 2_990, { $0.number > 2_990 }),
      (path.time >= date, { $0.time >= date }),
      (path.time < date && path.number >= 2_400, { $0.time < date && $0.number >= 2_400 }),
      (path.name == wanted, { $0.name == wanted }),
      (path.name == nil, { $0.name == nil }),
      (path.name != nil, { $0.name != nil }),
      (path.name == "z\u{301}", { $0.name == "z\u{301}" }),
      (path.amount == 3, { $0.amount == 3 }),
      (path.amount >= 3.5, { $0.amount >= 3.5 }),
      (path.amount != 2, { $0.amount != 2 }),
      (!(path.amount < 3), { !($0.amount < 3) }),
      (path.size == 7, { $0.size == 7 }),
      (path.isOpen == false, { !$0.isOpen }),
      (path.size < 2 || path.size > 13, { $0.size < 2 || $0.size > 13 }),
    ]
    let reader = ArchiveLogReader<SmallRecord>(in: folder)
    for (index, (condition, isIncluded)) in cases.enumerated() {
      for start in Thoroughness.some(of: [0, 1, 1_111, 2_999, 3_100], oneIn: 3, first: index) {
        var found: [Int] = []
        try reader.forEachBatch(from: start, where: condition) { found += try $0.elements().map(\.number) }
        XCTAssertEqual(
          found, records.filter { $0.number >= start && isIncluded($0) }.map(\.number),
          "case \(index) from \(start)")
      }
      // From the first batch that has one on, everything is read.
      var since: [Int] = []
      try reader.forEachBatch(since: condition) { since += try $0.elements().map(\.number) }
      let first = records.firstIndex(where: isIncluded)
      XCTAssertEqual(since.last, first == nil && since.isEmpty ? nil : records.count - 1, "case \(index)")
      if let first {
        XCTAssertLessThanOrEqual(try XCTUnwrap(since.first), first, "case \(index)")
        XCTAssertEqual(since, Array(since[0]..<records.count), "case \(index)")
      }
    }
  }

  /// Looking for one of many batches is looking at few: those of one zone.
  func testFewBatchesAreLookedAt() async throws {
    var options = ArchiveLogOptions()
    options.segmentSize = .max
    let log = try ArchiveLog<Record>(in: folder, options: options)
    let count = Thoroughness.isFull ? 10_000 : 2_500
    for number in 0..<count { try await log.append(Record(number), until: .written) }
    try await log.close()
    let reader = ArchiveLogReader<Record>(in: folder)
    let archive = try ColumnArchive(contentsOf: XCTUnwrap(segments.first))
    XCTAssertEqual(archive.batchCount, count)
    let last = count * 9 / 10
    let time = Record(last).time
    for condition in [Record.path.number >= last, Record.path.time >= time] {
      let candidates = try archive.candidates(for: condition)
      XCTAssertEqual(candidates.count, 1)
      XCTAssert((last - 63...last).contains(candidates[0].lowerBound), "\(candidates)")
      XCTAssertEqual(candidates[0].upperBound, count)
      var numbers: [Int] = []
      try reader.forEachBatch(since: condition) { numbers += try $0.elements().map(\.number) }
      XCTAssertEqual(numbers, Array(last..<count))
    }
    let one = try archive.candidates(for: Record.path.number == 1_321)
    XCTAssertEqual(one.count, 1)
    XCTAssert(one[0].contains(1_321) && one[0].count <= 64, "\(one)")
    XCTAssertEqual(try archive.candidates(for: Record.path.number < 0), [])
  }

  /// Each changed byte of the statistics is noticed, or makes no difference.
  func testDamagedStatistics() async throws {
    var random = SeededGenerator()
    let records = try await write(600, &random)
    let url = try XCTUnwrap(segments.first)
    let data = try Data(contentsOf: url)
    let parts = try SequenceParts(ofFile: data)
    let footer = try XCTUnwrap(parts.footer)
    XCTAssertGreaterThan(parts.frames.count, 64)
    let condition = SmallRecord.path.size == 2
    let expected = records.filter { $0.size == 2 }.map(\.number)
    for offset in Thoroughness.some(of: footer, oneIn: 96) {
      for bits: UInt8 in [0x01, 0xFF] {
        var changed = data
        changed[offset] ^= bits
        try changed.write(to: url)
        var found: [Int] = []
        let damage = Collected()
        try ArchiveLogReader<SmallRecord>(in: folder).forEachBatch(where: condition, onDamage: damage.add) {
          found += try $0.elements().map(\.number)
        }
        XCTAssertEqual(found, expected, "byte \(offset)")
        XCTAssertFalse(try ArchiveLogFolder(folder).verify().isUndamaged, "byte \(offset)")
        // Without the checksum, any bytes are read without a trap.
        var options = ColumnArchive.DecodingOptions()
        options.verifiesChecksums = false
        let unchecked = ArchiveLogReader<SmallRecord>(in: folder, options: options)
        try? unchecked.forEachBatch(where: condition) { _ = try? $0.elements() }
      }
    }
    try data.write(to: url)
    // The footer is written again.
    var changed = data
    changed[footer.lowerBound + 20] ^= 1
    try changed.write(to: url)
    let repair = try ArchiveLogFolder(folder).repair()
    XCTAssertEqual(repair.segments.count, 1)
    XCTAssert(try ArchiveLogFolder(folder).verify().isUndamaged)
    XCTAssertEqual(try ArchiveLogReader<SmallRecord>(in: folder).allNumbers, records.map(\.number))
  }

  /// Elements whose columns have no bytes, no fields, or no statistics.
  func testElementsOfAnyKind() async throws {
    try await check { $0 }
    try await check { _ in NothingInIt() }
    try await check { $0 }
    try await check { $0 % 3 == 0 ? nil : $0 % 2 == 0 }
    try await check { "\($0)" }
    try await check { Array(0..<$0 % 3) }
    try await check { [$0 % 4: "four"] }
    try await check { $0 % 3 == 0 ? SmallChoice.none : .more(.some($0, label: "label")) }
    try await check { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8($0))) }
    try await check { Optional<SmallPlace?>.some($0 % 2 == 0 ? nil : SmallPlace(level: nil, label: "")) }
  }
  private func check<Element: ArchiveValue & Equatable & Sendable>(
    _ element: (Int) -> Element, line: UInt = #line
  ) async throws {
    try? FileManager.default.removeItem(at: folder)
    let log = try ArchiveLog<Element>(in: folder)
    let elements = (0..<130).map(element)
    for element in elements { try await log.append(element, until: .written) }
    try await log.close()
    var found: [Element] = []
    try ArchiveLogReader<Element>(in: folder).forEachBatch { found += try $0.elements() }
    XCTAssertEqual(found, elements, line: line)
    XCTAssert(try ArchiveLogFolder(folder).verify().isUndamaged, line: line)
  }

  /// A log whose last segment has statistics is completed once more when it is opened.
  func testStatisticsStayWhenALogIsOpened() async throws {
    var random = SeededGenerator()
    let records = try await write(700, &random)
    let before = try segments.map { try Data(contentsOf: $0) }
    let log = try ArchiveLog<SmallRecord>(in: folder)
    XCTAssertEqual(log.countWhenOpened, records.count)
    XCTAssertNil(log.recovery)
    try await log.close()
    XCTAssertEqual(try segments.map { try Data(contentsOf: $0) }, before)
  }
}

extension ArchiveLogReader where Element == SmallRecord {
  fileprivate var allNumbers: [Int] {
    get throws {
      var found: [Int] = []
      try forEachBatch { found += try $0.elements().map(\.number) }
      return found
    }
  }
}
