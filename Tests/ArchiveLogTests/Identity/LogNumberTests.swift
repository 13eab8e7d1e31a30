import ColumnArchives
import Foundation
import StructCoding
import XCTest

@testable import ArchiveLogs

/// Numbers in a catalog or a lock that no log writes, under right checksums: nothing traps, and nothing is written that
/// readers refuse.
final class LogNumberTests: InspectionTestCase {
  /// The greatest number of a segment or an element.
  private static let greatest = Int.max >> 8

  /// Puts the files into the folder, with a change of what the catalog says.
  private func restore(_ files: Files, changing change: (inout LogCatalog) -> Void) throws {
    var files = files
    var catalog = try ColumnArchive.decode(LogCatalog.self, from: XCTUnwrap(files["catalog"]))
    change(&catalog)
    files["catalog"] = try ColumnArchive.encode(catalog)
    try restore(files)
  }

  private func read() throws -> [Int] {
    var found: [Int] = []
    try ArchiveLogReader<Record>(in: folder).forEachBatch { found += try $0.elements().map(\.number) }
    return found
  }

  func testNumbersOfACatalogThatNoLogHas() async throws {
    let files = try await makeLog()
    func gap(_ first: Int, _ next: Int) -> (inout LogCatalog) -> Void {
      { $0.gaps = [LogCatalog.Gap(first: first, next: next, date: Date(), reason: "forged")] }
    }
    var changes = [gap(1, .min), gap(.max, -2), gap(.min, .max), gap(5, 3), gap(-2, -1)]
    for number in [Int.min, -1, Self.greatest + 1, .max] {
      changes += [
        { $0.next = number }, { $0.last?.number = number }, { $0.last?.first = number },
        { $0.repaired = [number] }, { $0.headers[0].first = number }, gap(number, 4), gap(4, number),
      ]
    }
    for (number, change) in changes.enumerated() {
      try restore(files, changing: change)
      XCTAssertEqual(try log.verify().damage.map(\.segment.lastPathComponent), ["catalog"], "\(number)")
      XCTAssertEqual(try read(), Array(0..<Self.count), "\(number)")
      if number.isMultiple(of: 2) { XCTAssert(try log.repair().remaining.isEmpty, "\(number)") }
      let next = try await goOn()
      XCTAssertEqual(next, Self.count, "\(number)")
      XCTAssert(try log.verify().isUndamaged, "\(number)")
    }
  }

  func testNumbersOfAMarkThatNoLogHas() async throws {
    let files = try await makeLog(isClosed: false)
    let marks: [(segment: UInt64, count: UInt64)] = [
      (2, .max), (2, UInt64(Int.max)), (2, UInt64(Self.greatest) + 1), (.max, 6),
    ]
    for (segment, count) in marks {
      try restore(files)
      try noteSynced(count, inSegment: segment)
      let next = try await goOn()
      XCTAssertEqual(next, Self.count)
      XCTAssertEqual(try read(), Array(0...Self.count))
      try restore(files)
      try noteSynced(count, inSegment: segment)
      XCTAssert(try log.repair().remaining.isEmpty)
      XCTAssertEqual(try read(), Array(0..<Self.count))
    }
    try restore(files)
    try noteSynced(UInt64(Self.greatest), inSegment: 2)
    XCTAssertThrowsError(try ArchiveLog<Record>(in: folder)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .damaged)
    }
    // As the log says that there were elements of all numbers, there are none for others.
    XCTAssertThrowsError(try log.repair()) { XCTAssertEqual(($0 as? ArchiveError)?.code, .limitExceeded) }
    XCTAssertEqual(try read(), Array(0..<Self.count))
  }

  /// What readers would refuse is not written, and not acknowledged.
  func testNumbersEnd() async throws {
    let files = try await makeLog()
    for left in 0...2 {
      try restore(files) { $0.next = Self.greatest - left }
      XCTAssertThrowsError(try ArchiveLog<Record>(in: folder)) {
        XCTAssertEqual(($0 as? ArchiveError)?.code, .damaged)
      }
      XCTAssert(try log.repair().remaining.isEmpty)
      let log = try ArchiveLog<Record>(in: folder)
      XCTAssertEqual(log.countWhenOpened, Self.greatest - left)
      let new = (0..<left).map { Record(Self.count + $0) }
      if left > 0 { try await log.append(contentsOf: new, until: .synced) }
      let failure = try await error { try await log.append(Record(0), until: .synced) }
      XCTAssertEqual(failure.code, .limitExceeded, "\(failure)")
      XCTAssertEqual(try read(), Array(0..<Self.count + left))
      XCTAssert(try self.log.verify().isUndamaged)
      XCTAssertEqual(try ArchiveLog<Record>(in: folder).countWhenOpened, Self.greatest)
    }
    try restore(files) { $0.last?.number = Self.greatest }
    let log = try ArchiveLog<Record>(in: folder)
    let failure = try await error { try await log.append(Record(0), until: .synced) }
    XCTAssertEqual(failure.code, .limitExceeded, "\(failure)")
    XCTAssertEqual(try read(), Array(0..<Self.count))
    XCTAssert(try self.log.verify().isUndamaged)
  }

  // MARK: A catalog that is not the log's own

  /// One file does not outweigh the segments.
  func testTheCatalogOfAnotherLog() async throws {
    let other = try await makeLog()
    try FileManager.default.removeItem(at: folder)
    var files = try await makeLog()
    files["catalog"] = other["catalog"]
    for repairs in [true, false] {
      try restore(files)
      XCTAssertEqual(try log.verify().damage.map(\.segment.lastPathComponent), ["catalog"])
      if repairs {
        let repair = try log.repair()
        XCTAssert(repair.remaining.isEmpty && repair.segments.isEmpty)
        XCTAssert(try log.verify().isUndamaged)
        XCTAssertEqual(try read(), Array(0..<Self.count))
      }
      let next = try await goOn()
      XCTAssertEqual(next, Self.count)
      XCTAssertEqual(try read(), Array(0...Self.count))
      XCTAssert(try log.verify().isUndamaged)
    }
  }

  /// A segment that says itself of which version it is need not be asked of the catalog.
  func testACatalogWithHeadersOfAnotherVersion() async throws {
    for isClosed in [true, false] {
      try? FileManager.default.removeItem(at: folder)
      let files = try await makeLog(isClosed: isClosed)
      for next in [nil, 2, Self.count] {
        try restore(files) {
          $0.headers = [LogCatalog.Header(first: 0, bytes: Data([1, 2, 3]))]
          $0.next = next
        }
        let found = try await goOn()
        XCTAssertEqual(found, Self.count)
        XCTAssertEqual(try read(), Array(0...Self.count))
        XCTAssert(try log.verify().isUndamaged)
      }
    }
  }

  /// A header that is lost in a segment that the catalog does not name: the batches show that it was one.
  func testALostHeaderThatTheCatalogDoesNotName() async throws {
    var files = try await makeLog(isClosed: false)
    let name = try XCTUnwrap(Self.segments(files).last)
    files[name]?.replaceSubrange(8..<20, with: Data(count: 12))
    try restore(files) { $0.last = LogCatalog.Segment(number: 1, first: 6) }
    let next = try await goOn()
    XCTAssertEqual(next, Self.count)
    XCTAssertEqual(try read(), Array(0...Self.count))
    XCTAssertEqual(try log.repair().segments.map(\.url.lastPathComponent), [name])
    XCTAssert(try log.verify().isUndamaged)
    XCTAssertEqual(try read(), Array(0...Self.count))
  }
}
