import ArchiveFiles
import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

@testable import ArchiveLogs

/// Followers see every element once, in order, also if the clock is set back.
final class LogClockTests: XCTestCase {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)
  private let disk = SimulatedDisk()
  private var next = 0

  private func open() throws -> ArchiveLog<ProofRecord> {
    try ArchiveLog(in: DiskImage.log, options: ProofLog.options(), calls: disk.process)
  }

  private func append(to log: ArchiveLog<ProofRecord>) async throws {
    try await log.append(contentsOf: (next..<next + 3).map { ProofRecord($0) }, until: .synced)
    next += 3
  }

  private func appendAndClose() async throws {
    let log = try open()
    try await append(to: log)
    try await log.close()
  }

  /// A writer is killed behind a new segment, before the first batch is in it.
  private func beginSegment() async throws {
    let log = try open()
    disk.setFault { $0.name == "pwrite" && $0.path.hasSuffix(".column") ? .fails(EIO) : nil }
    do {
      try await log.append(ProofRecord(0), until: .written)
      XCTFail("appended")
    } catch {}
    disk.kill()
    disk.setFault { _ in nil }
  }

  private func follower(from number: Int = 0) throws -> LogStream {
    try LogStream(
      ArchiveLogReader<ProofRecord>(in: DiskImage.log, calls: disk.process).reading(from: number, nil))
  }

  private func readOn(_ stream: inout LogStream) throws -> [Int] {
    var numbers: [Int] = []
    while let batch = try stream.next() {
      let elements = try batch.archive.elements(of: ProofRecord.self, in: batch.positions)
      XCTAssertEqual(elements, (batch.first..<batch.next).map { ProofRecord($0) })
      numbers += batch.first..<batch.next
    }
    return numbers
  }

  private func names() -> [String] { disk.image.contents(".column").map(\.path) }

  func testASegmentWithoutElementsAndAnEarlierOneInItsPlace() async throws {
    for (before, after) in [(0.0, -60.0), (10, -60), (-60, -60), (-60, -120), (-120, -60), (10, 20)] {
      for opensInVain in [false, true] {
        let place = "\(before), then \(after)"
        disk.setClock(start)
        try await appendAndClose()
        var stream = try follower()
        XCTAssertEqual(try readOn(&stream), Array(0..<next), place)
        disk.setClock(start + before)
        try await beginSegment()
        // The follower's descriptors stay, and so does what they lead to.
        stream = try follower()
        XCTAssertEqual(try readOn(&stream), Array(0..<next), place)
        // One that begins at the end has seen no other segment.
        var late = try follower(from: next)
        XCTAssertEqual(try readOn(&late), [], place)
        let first = next
        disk.setClock(start + after)
        if opensInVain {
          try await open().close()
          XCTAssertEqual(try readOn(&stream), [], place)
          XCTAssertEqual(try readOn(&late), [], place)
        }
        try await appendAndClose()
        XCTAssertEqual(try readOn(&stream), Array(first..<next), place)
        XCTAssertEqual(try readOn(&late), Array(first..<next), place)
        try await appendAndClose()
        XCTAssertEqual(try readOn(&stream), Array(first + 3..<next), place)
      }
    }
  }

  func testAllSegmentsAreDeletedAndTheClockIsSetBack() async throws {
    disk.setClock(start)
    let log = try open()
    try await append(to: log)
    var stream = try follower()
    XCTAssertEqual(try readOn(&stream), [0, 1, 2])
    try await log.close()
    XCTAssertEqual(try readOn(&stream), [])
    for name in names() { try disk.process.remove(name) }
    for back in [60.0, 120, 30] {
      disk.setClock(start - back)
      let first = next
      try await appendAndClose()
      XCTAssertEqual(try readOn(&stream), Array(first..<next), "\(back)")
      for name in names() { try disk.process.remove(name) }
    }
  }
}
