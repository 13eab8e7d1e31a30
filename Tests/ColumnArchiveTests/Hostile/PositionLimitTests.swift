import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Filtering takes memory for each element, also where the archive has no byte for it.
final class PositionLimitTests: XCTestCase {
  /// As many equal values, in an archive of some 80 bytes.
  private func equal(_ count: UInt64, _ field: [UInt8], _ column: [UInt8]) throws -> ColumnArchive {
    var parts = ArchiveParts(elements: Format.record(["value": field]), count: 1, column)
    parts.batches[0].count = count
    XCTAssertLessThan(parts.data.count, 100)
    return try ColumnArchive(parts.data)
  }

  /// The default is 64 MiB: 17 bytes for an element that is filtered.
  func testEqualValues() throws {
    let many = try equal(60_000_000, Format.signed, [0, 0])
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
      try many.positions(where: Small<Int8>.path.value) { _ in false }
    }
    assertThrows(.limitExceeded) { try many.elements(where: Small<Int8>.path.value) { _ in false } }
    assertThrows(.limitExceeded) { try many.positions(where: Small<Int8>.path.value == 0) }
    assertThrows(.limitExceeded) { try many.elements(where: Small<Int8>.path.value != 0) }
    let few = try equal(2_000_000, Format.signed, [0, 0])
    XCTAssertEqual(try few.positions(where: Small<Int8>.path.value) { $0 == 0 }.count, 2_000_000)
    assertThrows(.limitExceeded) {
      try equal(4_000_000, Format.signed, [0, 0]).positions(where: Small<Int8>.path.value) { $0 == 0 }
    }
    XCTAssertEqual(try few.positions(where: Small<Int8>.path.value == 0).count, 2_000_000)
  }

  /// What a caller allows.
  func testSmallLimits() throws {
    let values = (0..<100).map { Small(value: Int8($0)) }
    let data = try ColumnArchive.encode(values)
    func archive(_ size: Int) throws -> ColumnArchive {
      try ColumnArchive(data, options: .init(limits: ArchiveLimits(maximumDecodedSize: size)))
    }
    // A column that is opened is charged for as well, with 128 bytes: the record, and its field.
    let columns = 2 * 128
    let path = Small<Int8>.path.value
    XCTAssertEqual(try archive(columns + 1700).positions(where: path) { $0 > 97 }, [98, 99])
    assertThrows(.limitExceeded) { try archive(columns + 1699).positions(where: path) { $0 > 97 } }
  }

  /// Elements with bytes of their own are no reason for a refusal.
  func testManyEvents() throws {
    var random = SeededGenerator()
    let count = Thoroughness.isFull ? 1_000_000 : 300_000
    let events = (0..<count).map { number in
      Small(value: Date(timeIntervalSinceReferenceDate: Double(number)))
    }.shuffled(using: &random)
    let archive = try ColumnArchive(ColumnArchive.encode(events))
    let path = Small<Date>.path.value
    let last = try archive.positions(where: path) { $0.timeIntervalSinceReferenceDate >= Double(count - 10) }
    XCTAssertEqual(last.count, 10)
    XCTAssertEqual(
      try archive.positions(where: path >= Date(timeIntervalSinceReferenceDate: Double(count - 10))), last,
      "seed \(random.seed)")
  }
}

@Archivable(className: "Column_Small")
private struct Small<Value: ArchiveValue> { var value: Value }
