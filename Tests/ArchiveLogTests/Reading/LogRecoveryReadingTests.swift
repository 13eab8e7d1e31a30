import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

@testable import ArchiveLogs

/// A reader goes on where it is, whatever becomes of the end of the log.
final class LogRecoveryReadingTests: ReadingTestCase {
  private static let counts = [3, 1, 2]

  private func stream(from number: Int = 0) throws -> LogStream {
    try LogStream(reader.reading(from: number, nil))
  }

  /// Reads everything that is there.
  private func readOn(_ stream: inout LogStream) throws -> [Int] {
    var numbers: [Int] = []
    while let batch = try stream.next() {
      XCTAssertEqual(batch.first, numbers.last.map { $0 + 1 } ?? batch.first)
      let elements = try batch.archive.elements(of: Record.self, in: batch.positions)
      XCTAssertEqual(elements, (batch.first..<batch.next).map { Record($0) })
      numbers += batch.first..<batch.next
    }
    return numbers
  }

  /// Opens the log, appends some records, and closes it.
  private func append(_ count: Int, from number: Int) async throws {
    let log = try ArchiveLog<Record>(in: folder)
    XCTAssertEqual(log.countWhenOpened, number)
    try await log.append(contentsOf: (number..<number + count).map { Record($0) })
    try await log.close()
  }

  /// Each beginning of the last segment, from its header on, is a state in which the writer may have stopped.
  func testEachShorterLastSegmentIsNotYetComplete() async throws {
    for isSealed in [true, false] {
      let (whole, parts) = try Self.segment(Self.batches(Self.counts, from: 4), isSealed: isSealed)
      for length in Thoroughness.some(of: parts[0].upperBound...whole.count, oneIn: 9, first: whole.count) {
        try setUpWithError()
        try put([4])
        try put(whole.prefix(length), first: 4)
        let place = "\(length) of \(parts)"
        let complete = parts[1...3].filter { $0.upperBound <= length }.count
        let count = 4 + Self.counts.prefix(complete).reduce(0, +)
        for (found, damage) in [try found(), try foundUntyped()] {
          assert(found, has: Array(0..<count), place)
          XCTAssert(damage.isEmpty, place)
        }
        // A reader that has seen this end goes on after the log was opened again.
        if length % 5 == 0 || length == whole.count {
          var stream = try stream()
          XCTAssertEqual(try readOn(&stream), Array(0..<count), place)
          XCTAssertNil(try stream.next())
          try await append(2, from: count)
          XCTAssertEqual(try readOn(&stream), [count, count + 1], place)
          assert(try found().found, has: Array(0..<count + 2), place)
        }
        try tearDownWithError()
      }
    }
  }

  func testZerosAtTheEndAreNotYetThere() async throws {
    let (whole, parts) = try Self.segment(Self.batches(Self.counts), isSealed: false)
    for start in [parts[1].lowerBound, parts[2].lowerBound, parts[3].lowerBound + 40, whole.count] {
      try setUpWithError()
      try put(whole.prefix(start) + Data(count: whole.count + 600 - start), first: 0)
      let complete = parts[1...3].filter { $0.upperBound <= start }.count
      let count = Self.counts.prefix(complete).reduce(0, +)
      var stream = try stream()
      XCTAssertEqual(try readOn(&stream), Array(0..<count), "\(start) of \(parts)")
      XCTAssertNil(try stream.next())
      try await append(2, from: count)
      XCTAssertEqual(try readOn(&stream), [count, count + 1], "\(start) of \(parts)")
      try tearDownWithError()
    }
  }

  /// A writer's bytes come one after another.
  func testASegmentIsReadWhileItGrows() throws {
    let (whole, parts) = try Self.segment(Self.batches(Self.counts))
    let header = parts[0].upperBound
    let handle = try FileHandle(forWritingTo: try put(whole.prefix(header), first: 0))
    try handle.seekToEnd()
    var stream = try stream()
    XCTAssertNil(try stream.next())
    var numbers: [Int] = []
    for (index, byte) in whole.enumerated().dropFirst(header) {
      try handle.write(contentsOf: Data([byte]))
      numbers += try readOn(&stream)
      let complete = parts[1...3].filter { $0.upperBound <= index + 1 }.count
      XCTAssertEqual(numbers, Array(0..<Self.counts.prefix(complete).reduce(0, +)), "\(index) of \(parts)")
    }
    try put([2], from: 6)
    XCTAssertEqual(try readOn(&stream), [6, 7])
  }

  func testAStartThatIsNotThereIsWaitedFor() async throws {
    try put([3])
    var stream = try stream(from: 5)
    XCTAssertNil(try stream.next())
    try await append(1, from: 3)
    XCTAssertNil(try stream.next())
    try await append(3, from: 4)
    XCTAssertEqual(try readOn(&stream), [5, 6])
  }

  func testSegmentsMayBeDeletedWhileTheyAreRead() throws {
    let urls = try (0..<5).map { try put([1, 1], from: $0 * 2) }
    var stream = try stream()
    XCTAssertEqual(try stream.next()?.first, 0)
    for url in urls[..<3] { try FileManager.default.removeItem(at: url) }
    // The open segment is still read; the others are gone on purpose.
    XCTAssertEqual(try stream.next()?.first, 1)
    XCTAssertEqual(try readOn(&stream), [6, 7, 8, 9])
  }

  func testSegmentsDeletedBehindTheReaderAreMissing() throws {
    let urls = try (0..<5).map { try put([1, 1], from: $0 * 2) }
    var stream = try stream()
    XCTAssertEqual(try stream.next()?.first, 0)
    try FileManager.default.removeItem(at: urls[2])
    XCTAssertEqual(try [stream.next()?.first, stream.next()?.first, stream.next()?.first], [1, 2, 3])
    XCTAssertThrowsError(try stream.next())
  }

  func testAllSegmentsMayBeDeletedWhileAReaderWaits() async throws {
    try put([2])
    var stream = try stream()
    XCTAssertEqual(try readOn(&stream), [0, 1])
    for url in try segments { try FileManager.default.removeItem(at: url) }
    XCTAssertNil(try stream.next())
    try put([2], from: 7)
    XCTAssertEqual(try readOn(&stream), [7, 8])
  }
}
