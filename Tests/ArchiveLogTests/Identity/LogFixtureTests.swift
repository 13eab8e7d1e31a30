import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding
import XCTest

@testable import ArchiveLogs

/// A log that was written in version 1 of the format. It is read and never written again; what is appended goes to a copy.
/// `STRUCTCODING_RECORD=1` writes one that is missing.
final class LogFixtureTests: LogTestCase {
  private static let fixture = TestFiles.fixtures.appendingPathComponent("log-v1")
  /// The number of records in two segments that are complete, the first of more than 64 batches, and in one that its
  /// writer has not closed.
  private static let counts = [80, 20, 9]
  private static var all: [Record] { (0..<counts.reduce(0, +)).map { Record($0) } }

  override func setUp() async throws {
    try await super.setUp()
    try await record()
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.copyItem(at: Self.fixture, to: folder)
  }

  private func record() async throws {
    guard ProcessInfo.processInfo.environment["STRUCTCODING_RECORD"] != nil,
      !FileManager.default.fileExists(atPath: Self.fixture.path)
    else { return }
    var (number, open): (Int, ArchiveLog<Record>?) = (0, nil)
    for (segment, count) in Self.counts.enumerated() {
      let log = try ArchiveLog<Record>(in: folder)
      // The first segment has a batch for each record.
      if segment == 0 {
        for record in Self.all[number..<number + count] { try await log.append(record, until: .synced) }
      } else {
        try await log.append(contentsOf: Self.all[number..<number + count], until: .synced)
      }
      number += count
      guard segment < 2 else {
        try FileManager.default.copyItem(at: folder, to: Self.fixture)
        try FileManager.default.removeItem(at: Self.fixture.appendingPathComponent("lock"))
        open = log
        continue
      }
      try await log.close()
    }
    try await open?.close()
  }

  func testALogOfVersionOneIsRead() async throws {
    let counts = try segments.map { try Data(contentsOf: $0) }.map { data in
      XCTAssertEqual(data[4], 1, "the version")
      return try? ColumnArchive(data).count
    }
    // Without a footer, the last is no archive.
    XCTAssertEqual(counts, Self.counts.dropLast() + [nil])
    let reader = ArchiveLogReader<Record>(in: folder)
    var found: [Record] = []
    try reader.forEachBatch { found += try $0.elements() }
    XCTAssertEqual(found, Self.all)
    for first in [0, 1, 63, 64, 79, 80, 99, 100, 108] {
      found = []
      try reader.forEachBatch(from: first) { found += try $0.elements() }
      XCTAssertEqual(found, Array(Self.all[first...]), "\(first)")
    }
    found = []
    try reader.forEachBatch(where: Record.path.number == 77) { found += try $0.elements() }
    XCTAssertEqual(found, [Record(77)])
  }

  func testALogOfVersionOneGoesOn() async throws {
    let log = try ArchiveLog<Record>(in: folder)
    XCTAssertEqual(log.countWhenOpened, Self.all.count)
    XCTAssertNil(log.recovery)
    try await log.append(Record(Self.all.count), until: .synced)
    try await log.close()
    XCTAssertEqual(try records(), Self.all + [Record(Self.all.count)])
  }
}
