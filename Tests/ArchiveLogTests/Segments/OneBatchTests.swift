import ArchiveLogs
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// The last segment has a single batch, so nothing but the batch itself tells damage from what was never written.
final class OneBatchTests: LogTestCase {
  /// Opening the log either refuses and changes nothing, or finds the batch.
  func testEachByteChanged() async throws {
    let log = try ArchiveLog<Record>(in: folder)
    try await log.append(contentsOf: (0..<5).map { Record($0) })
    try await log.close()
    let file = try XCTUnwrap(segments.first)
    let sealed = try Data(contentsOf: file)
    // The footer, without an index.
    let footer = 24
    for data in [sealed, sealed.dropLast(footer)] {
      var refused = 0
      let tried = Thoroughness.some(of: 0..<2 * data.count, oneIn: 5)
      for number in tried {
        let position = number / 2
        var changed = data
        changed[position] ^= number.isMultiple(of: 2) ? 1 : 0xFF
        try changed.write(to: file)
        do {
          let again = try ArchiveLog<Record>(in: folder)
          XCTAssertEqual(again.countWhenOpened, 5, "byte \(position)")
          try await again.close()
          var found: [Record] = []
          try ArchiveLogReader<Record>(in: folder).forEachBatch { found += try $0.elements() }
          XCTAssertEqual(found, (0..<5).map { Record($0) }, "byte \(position)")
        } catch let error as ArchiveError {
          refused += 1
          XCTAssertEqual(error.file, file.path, "\(error)")
          XCTAssertEqual(try Data(contentsOf: file), changed, "byte \(position)")
        }
      }
      // All but those of the footer, and of the header, which the log has once more.
      let header = try SequenceHeader(of: sealed).byteCount
      XCTAssertEqual(refused, tried.count { header..<sealed.count - footer ~= $0 / 2 })
    }
  }
}
