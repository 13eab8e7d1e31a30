import ColumnArchives
import Foundation
import StructCoding
import XCTest

@testable import ArchiveLogs

/// A log whose segments were written in another version of the format goes on in this one.
final class LogVersionTests: InspectionTestCase {
  /// Makes the segments those of another version, as its writer would have left them.
  private func makeOtherVersion(isClosed: Bool) async throws -> Files {
    var files = try await makeLog(isClosed: isClosed)
    let header = Self.otherVersion(try SequenceFormat(of: Record.self).header)
    for name in Self.segments(files) { files[name]?.replaceSubrange(0..<header.count, with: header) }
    try restore(files)
    let folder = LogFolder(self.folder, StoppingCalls())
    var catalog = try XCTUnwrap(try folder.catalog())
    XCTAssertEqual(catalog.headers.count, 1)
    catalog.headers[0].bytes = header
    try folder.write(catalog)
    return try self.files()
  }

  private static func otherVersion(_ header: Data) -> Data {
    var header = header
    header[4] += 1
    let checksum = CRC32C.checksum(of: header.dropLast(4))
    return header.dropLast(4) + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
  }

  func testALogOfAnotherVersionGoesOn() async throws {
    let files = try await makeOtherVersion(isClosed: true)
    let log = try ArchiveLog<Record>(in: folder)
    XCTAssertEqual(log.countWhenOpened, Self.count)
    XCTAssertNil(log.recovery)
    try await log.append(contentsOf: (0..<3).map { Record(Self.count + $0) }, until: .synced)
    try await log.close()
    let again = try ArchiveLog<Record>(in: folder)
    XCTAssertEqual(again.countWhenOpened, Self.count + 3)
    try await again.close()

    // This version reads what it has written, and says why it does not read the rest.
    var found: [Int] = []
    let damage = Collected()
    try ArchiveLogReader<Record>(in: folder).forEachBatch(onDamage: damage.add) { batch in
      found += try batch.elements().map(\.number)
    }
    XCTAssertEqual(found, Array(Self.count..<Self.count + 3))
    XCTAssertEqual(damage.all.map(\.error.code), [.unsupported, .unsupported, .unsupported])
    XCTAssertEqual(damage.all.map(\.first), [0, 6, 12])
    XCTAssertEqual(damage.all.map(\.next), [6, 12, 18])

    // A repair leaves them as they are.
    XCTAssertEqual(
      try self.log.repair().remaining.map(\.error.code), [.unsupported, .unsupported, .unsupported])
    for name in Self.segments(files) { XCTAssertEqual(try self.files()[name], files[name]) }
  }

  /// Nothing can be said of the end of a segment that this version does not read.
  func testAnOpenLogOfAnotherVersionIsRefused() async throws {
    let files = try await makeOtherVersion(isClosed: false)
    XCTAssertThrowsError(try ArchiveLog<Record>(in: folder)) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .unsupported)
      XCTAssert("\(error)".contains("version"), "\(error)")
    }
    for name in Self.segments(files) { XCTAssertEqual(try self.files()[name], files[name]) }
  }

  /// A flipped bit of the number is damage, not another version.
  func testADamagedNumber() async throws {
    var files = try await makeLog()
    let name = Self.segments(files)[1]
    files[name]?[4] ^= 2
    try restore(files)
    var found: [Int] = []
    try ArchiveLogReader<Record>(in: folder).forEachBatch { found += try $0.elements().map(\.number) }
    XCTAssertEqual(found, Array(0..<Self.count))
    XCTAssert(try log.repair().remaining.isEmpty)
    XCTAssertEqual(try numberedRecords(), Array(0..<Self.count))
  }
}
