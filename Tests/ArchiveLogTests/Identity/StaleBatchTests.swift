import ArchiveLogs
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Complete batches of other files behind the end of a segment, as a disk may show them after a power cut in sectors that
/// it has not written.
final class StaleBatchTests: InspectionTestCase {
  /// The batches of each segment of another log, and of earlier segments of this one, whatever their numbers are.
  func testBatchesOfOtherFilesAreNotTheLogs() async throws {
    let others = try await makeLog(isClosed: false)
    try FileManager.default.removeItem(at: folder)
    let files = try await makeLog(isClosed: false)
    let last = try XCTUnwrap(Self.segments(files).last)
    let own = try XCTUnwrap(files[last])
    var sources = try Self.segments(others).map { try XCTUnwrap(others[$0]) }
    sources += try Self.segments(files).dropLast().map { try XCTUnwrap(files[$0]) }
    for (index, source) in sources.enumerated() {
      let batches = try parts(source).batches
      for first in batches.indices {
        // They lead to the end of the file.
        let stale = batches[first...].map { Data(source[$0]) }.reduce(Data(), +)
        for gap in Thoroughness.some(of: [0, 1, 100], oneIn: 3, first: index + first) {
          var changed = files
          changed[last] = own + Data(repeating: 0xA5, count: gap) + stale
          try restore(changed)
          let log = try ArchiveLog<Record>(in: folder)
          XCTAssertEqual(log.countWhenOpened, Self.count, "file \(index), from batch \(first), gap \(gap)")
          let removed = try XCTUnwrap(log.recovery?.removedBytes)
          XCTAssertEqual(try Data(contentsOf: removed).count, gap + stale.count)
          try await log.append(Record(Self.count))
          try await log.close()
          XCTAssertEqual(try numberedRecords(), Array(0...Self.count))
          try restore(changed)
          _ = try self.log.repair()
          XCTAssert(try self.log.verify().isUndamaged)
          XCTAssertEqual(try numberedRecords(), Array(0..<Self.count))
        }
      }
    }
  }

  /// The batches of a segment tell what they are marked with when its header does not.
  func testTheSaltIsFoundAgain() async throws {
    let files = try await makeLog()
    for name in Self.segments(files) {
      let data = try XCTUnwrap(files[name])
      let (header, batches) = try parts(data)
      let salt = try XCTUnwrap(SequenceHeader(of: data).origin).salt
      XCTAssertEqual(FrameSearch.salt(of: data), salt)
      for damaged in batches {
        var changed = data
        changed[header - 1] ^= 1
        changed[damaged.lowerBound + 6] ^= 1
        XCTAssertEqual(FrameSearch.salt(of: changed), salt)
      }
    }
    let salts = try files.filter { $0.key.hasSuffix(".column") }.map {
      try XCTUnwrap(SequenceHeader(of: $0.value).origin).salt
    }
    XCTAssertEqual(Set(salts).count, salts.count)
  }

  /// A writer of archives does not append to a segment of a log.
  func testASegmentIsNoArchiveToAppendTo() async throws {
    let files = try await makeLog()
    let url = folder.appendingPathComponent(Self.segments(files)[0])
    XCTAssertThrowsError(try ColumnArchiveWriter<Record>(appendingTo: url)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .unsupported)
    }
    XCTAssertEqual(try self.files(), files)
  }
}
