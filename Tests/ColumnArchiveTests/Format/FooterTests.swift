import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Where the batches of a sequence are, and what is left of a file that lost its end.
final class FooterTests: XCTestCase {
  private func events(_ range: Range<Int>) -> [Event] {
    range.map {
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: Double($0)), eventTag: "tag \($0 % 5)")
    }
  }

  private var whole: Data {
    get throws { try ColumnArchive.encode(events(0..<50), options: .init(batchSize: 20)) }
  }

  func testBatchesWithoutATable() throws {
    var parts = try ArchiveParts(whole)
    parts.hasIndex = false
    let archive = try ColumnArchive(parts.data)
    XCTAssertEqual([archive.batchCount, archive.count], [3, 50])
    XCTAssertEqual(try archive.elements(of: Event.self, in: 18..<45), events(18..<45))
    XCTAssertEqual(try ColumnArchive.decode([Event].self, from: parts.data), events(0..<50))
  }

  /// A cut file is an error, unless its end may be missing; then all complete batches are there.
  func testEveryLength() throws {
    let data = try whole
    let parts = try ArchiveParts(data)
    let first = parts.header.count
    let ends = parts.batches.indices.map { last in
      parts.batches[...last].reduce(first) { $0 + 32 + $1.body.count }
    }
    for length in first..<data.count {
      let cut = data.prefix(length)
      assertThrows(.truncated) { try ColumnArchive(cut) }
      let archive = try ColumnArchive(cut, options: .init(readsIncompleteFiles: true))
      let count = min(50, 20 * ends.count { $0 <= length })
      XCTAssertEqual(archive.count, count, "\(length)")
      XCTAssertEqual(try archive.elements(of: Event.self), events(0..<count))
      XCTAssertEqual(
        try ColumnArchive.decode([Event].self, from: cut, options: .init(readsIncompleteFiles: true)),
        events(0..<count))
    }
    for length in 0..<first {
      XCTAssertThrowsError(
        try ColumnArchive(data.prefix(length), options: .init(readsIncompleteFiles: true)))
    }
  }

  /// After a power cut, a file may have its length but not its content.
  func testAnEndOfZeros() throws {
    let data = try whole
    let parts = try ArchiveParts(data)
    let end = parts.batches[...1].reduce(parts.header.count) { $0 + 32 + $1.body.count }
    for length in stride(from: end, to: data.count, by: 7) {
      let zeroed = data.prefix(length) + Data(repeating: 0, count: data.count - length)
      // The size of the index ends with zeros.
      if zeroed == data { continue }
      assertThrows(.truncated) { try ColumnArchive(zeroed) }
      let archive = try ColumnArchive(zeroed, options: .init(readsIncompleteFiles: true))
      let count = length < end + 32 + parts.batches[2].body.count ? 40 : 50
      XCTAssertEqual(try archive.elements(of: Event.self), events(0..<count), "\(length)")
    }
  }

  /// A damaged batch before others is no missing end: nothing is passed over in silence.
  func testADamagedBatchBeforeOthers() throws {
    let data = try whole
    let parts = try ArchiveParts(data)
    let start = parts.header.count
    let end = parts.batches.reduce(start) { $0 + 32 + $1.body.count }
    for position in start..<(start + 32 + parts.batches[0].body.count) {
      var changed = data.prefix(end)
      changed[position] ^= 0x10
      assertThrows(.damaged, saying: "elements 0 to 19") {
        try ColumnArchive(changed, options: .init(readsIncompleteFiles: true))
      }
    }
  }

  /// A file with its footer lacks nothing, so a damaged last batch is no missing end either.
  func testADamagedLastBatch() throws {
    var data = try whole
    let parts = try ArchiveParts(data)
    let last = parts.batches[...1].reduce(parts.header.count) { $0 + 32 + $1.body.count }
    data[last + 40] ^= 1
    let archive = try ColumnArchive(data, options: .init(readsIncompleteFiles: true))
    XCTAssertEqual(archive.count, 50)
    XCTAssertEqual(try archive.elements(of: Event.self, in: 0..<40), events(0..<40))
    assertThrows(.damaged) { try archive.elements(of: Event.self) }
  }

  /// Indexes and footers that say anything, with right checksums and without any.
  func testDamagedTables() throws {
    var random = SeededGenerator()
    let data = try whole
    let archive = try ColumnArchive(data)
    let table = try XCTUnwrap(archive.batchRanges.last?.bytes.upperBound)
    let end = data.count - table
    for round in 0..<5_000 {
      var changed = Array(data)
      for _ in 0...random.below(3) {
        changed[table + random.below(end)] = UInt8.random(in: 0...255, using: &random)
      }
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        try ColumnArchive(Data(changed), options: .unverified).elements(of: Event.self)
      }
      if (try? ColumnArchive(Data(changed)).verify()) != nil, changed != Array(data) {
        let places = data.indices.filter { data[$0] != changed[$0] }.map { data.count - $0 }
        XCTFail("bytes \(places) from the end, round \(round), seed \(random.seed)")
      }
    }
  }
}
