import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding
import XCTest

@testable import ArchiveLogs

/// The first version of `Record`.
@Archivable(className: "LogRecord")
struct FirstRecord: Equatable, Sendable {
  var number: Int
}

/// A record before its field was renamed, and another one added.
@Archivable(className: "Reading")
struct OldReading: Equatable, Sendable {
  var value: Int
  var unit = "m"
}

@Archivable(className: "Reading")
struct NewReading: Equatable, Sendable {
  @Stored(formerly: "value") var amount: Int
  var unit = "m"
  var place = "home"
}

final class LogConditionTests: ReadingTestCase {
  /// Asserts that conditions find what closures find.
  private func check(
    _ condition: ArchiveCondition<Record>, _ isIncluded: (Record) -> Bool, file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let all = try found().found.elements
    for start in [0, 1, 700, 1_500, all.count] {
      var (found, numbers, read) = ([Record](), [Int](), [Int]())
      for try await batch in reader.batches(from: start, where: condition) {
        let elements = try batch.elements()
        found += elements
        numbers += try batch.numbers()
        read += batch.first..<batch.first + batch.count
        XCTAssertEqual(
          try batch.elements(where: Record.path.number >= 0), elements, file: file, line: line)
      }
      let expected = all.filter { $0.number >= start && isIncluded($0) }
      XCTAssertEqual(found, expected, "from \(start)", file: file, line: line)
      XCTAssertEqual(numbers, expected.map(\.number), "from \(start)", file: file, line: line)
      XCTAssert(Set(read).isSuperset(of: numbers), file: file, line: line)
      var since: [Record] = []
      try reader.forEachBatch(since: Record.path.number >= start, where: condition) {
        since += try $0.elements()
      }
      XCTAssertEqual(
        since.filter { $0.number >= start }, expected, "since \(start)", file: file, line: line)
    }
  }

  func testConditionsFindWhatClosuresFind() async throws {
    try put([300, 1, 500], from: 0)
    try put([200], from: 801)
    try put([400, 3, 600], from: 1_001, isSealed: false)
    var random = SeededGenerator()
    for _ in 0..<Thoroughness.rounds(2, full: 5) {
      let (low, high) = (random.below(2_100), random.below(2_100))
      let time = Record(high).time
      try await check(Record.path.number > low) { $0.number > low }
      try await check(Record.path.time <= time) { $0.time <= time }
      try await check(Record.path.number > low && Record.path.time < time) {
        $0.number > low && $0.time < time
      }
      try await check(!(Record.path.number > low) || Record.path.name == "record \(high)") {
        $0.number <= low || $0.name == "record \(high)"
      }
    }
  }

  func testFieldsThatOlderSegmentsLackHaveTheirDefaults() async throws {
    try put(
      Self.segment([(0..<400).map { FirstRecord(number: $0) }, [FirstRecord(number: 400)]]).data, first: 0)
    try put([200, 600], from: 401)
    XCTAssertEqual(try found().found.elements.map(\.number), Array(0..<1_201))
    try await check(Record.path.name == "") { $0.name == "" }
    try await check(Record.path.name == "" && Record.path.number >= 100) { $0.name == "" && $0.number >= 100 }
    try await check(Record.path.time > Record(500).time) { $0.time > Record(500).time }
    try await check(Record.path.time == Record(0).time) { $0.time == Record(0).time }
    try await check(Record.path.number < 300) { $0.number < 300 }
    // A field is read as it is stored, so one that is not there has no values.
    try reader.forEachBatch { batch in
      guard batch.first == 0 else { return }
      XCTAssertThrowsError(try batch.values(at: Record.path.name)) {
        XCTAssertEqual(($0 as? ArchiveError)?.code, .missingField)
        XCTAssertEqual(($0 as? ArchiveError)?.file, batch.segment.path)
      }
      XCTAssertEqual(try batch.values(at: Record.path.number), Array(0..<400))
    }
  }

  func testRenamedFieldsAreFound() throws {
    try put(Self.segment([(0..<500).map { OldReading(value: $0) }]).data, first: 0)
    try put(Self.segment([(500..<900).map { NewReading(amount: $0) }]).data, first: 500)
    let reader = ArchiveLogReader<NewReading>(in: folder)
    var all: [NewReading] = []
    try reader.forEachBatch { all += try $0.elements() }
    XCTAssertEqual(all, (0..<900).map { NewReading(amount: $0) })
    var found: [NewReading] = []
    try reader.forEachBatch(where: NewReading.path.amount.isContained(in: 450..<550)) {
      found += try $0.elements()
    }
    XCTAssertEqual(found.map(\.amount), Array(450..<550))
    found = []
    try reader.forEachBatch(where: NewReading.path.place == "home" && NewReading.path.amount < 10) {
      found += try $0.elements()
    }
    XCTAssertEqual(found.map(\.amount), Array(0..<10))
  }

  func testBatchesWithoutMatchesArePassedOver() throws {
    for segment in 0..<4 { try put([500, 500], from: segment * 1_000, isSealed: segment < 3) }
    var firsts: [Int] = []
    try reader.forEachBatch(where: Record.path.number.isContained(in: 1_200..<1_300)) {
      firsts.append($0.first)
    }
    XCTAssertEqual(firsts, [1_000])
    firsts = []
    try reader.forEachBatch(since: Record.path.time >= Record(2_700).time) { firsts.append($0.first) }
    XCTAssertEqual(firsts, [2_500, 3_000, 3_500])
    firsts = []
    try reader.forEachBatch(
      since: Record.path.time >= Record(1_700).time, where: Record.path.number.isContained(in: 100..<3_100)
    ) { firsts.append($0.first) }
    XCTAssertEqual(firsts, [1_500, 2_000, 2_500, 3_000])
    firsts = []
    try reader.forEachBatch(where: Record.path.number < 0) { firsts.append($0.first) }
    XCTAssertEqual(firsts, [])
  }

  /// The columns of batches that are passed over are not even read: damage in them goes unnoticed.
  func testPassedOverBatchesAreNotRead() throws {
    let url = try put([5_000, 5_000])
    var data = try Data(contentsOf: url)
    let parts = try Self.segment(Self.batches([5_000, 5_000])).parts
    data[parts[1].lowerBound + 100] ^= 1
    try data.write(to: url)
    var found: [Int] = []
    try reader.forEachBatch(where: Record.path.number >= 9_000) { found += try $0.elements().map(\.number) }
    XCTAssertEqual(found, Array(9_000..<10_000))
    XCTAssertThrowsError(try reader.forEachBatch(where: Record.path.number >= 4_000) { _ in })
    // Without reading it, a batch before the start is skipped as well.
    XCTAssertEqual(try self.found(from: 5_000).damage.count, 0)
  }
}
