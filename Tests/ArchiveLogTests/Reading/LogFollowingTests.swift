import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding
import XCTest

@testable import ArchiveLogs

/// Follows the log up to an element, and returns the numbers that it has seen.
private func follow(
  _ reader: ArchiveLogReader<Record>, from start: Int = 0, to end: Int
) async throws -> [Int] {
  var numbers: [Int] = []
  if start >= end { return [] }
  for try await batch in reader.following(from: start, every: .milliseconds(1)) {
    XCTAssertEqual(batch.first, numbers.last.map { $0 + 1 } ?? start)
    let elements = try batch.elements()
    XCTAssertEqual(elements, (batch.first..<batch.first + batch.count).map { Record($0) })
    numbers += elements.map(\.number)
    if numbers.last == end - 1 { break }
  }
  return numbers
}

/// Readers beside a writer see every element once, in order.
final class LogFollowingTests: ReadingTestCase {
  private static func options(_ random: inout SeededGenerator) -> ArchiveLogOptions {
    var options = ArchiveLogOptions()
    options.segmentSize = 500 + random.below(20_000)
    options.encoding.batchSize = 1 + random.below(50)
    options.maximumDelay = .milliseconds(1)
    return options
  }

  func testFollowersBesideAWriterThatRotates() async throws {
    var random = SeededGenerator()
    let (count, reader) = (2_000, self.reader)
    let options = Self.options(&random)
    let starts = [0, 0, random.below(count), random.below(count)]
    let followers = starts.map { start in
      Task { try await follow(reader, from: start, to: count) }
    }
    let log = try ArchiveLog<Record>(in: folder, options: options)
    var next = 0
    while next < count {
      let end = min(next + 1 + random.below(60), count)
      let durability = random.oneIn(10) ? ArchiveLogDurability.synced : .written
      try await log.append(contentsOf: (next..<end).map { Record($0) }, until: durability)
      next = end
    }
    for (start, follower) in zip(starts, followers) {
      let numbers = try await follower.value
      XCTAssertEqual(numbers, Array(start..<count))
    }
    try await log.close()
    XCTAssertGreaterThan(try segments.count, 1)
  }

  /// The writer stops again and again, sometimes with a part of a batch at the end, and opens the log again.
  func testFollowersBesideAWriterThatCrashes() async throws {
    var random = SeededGenerator()
    let (count, reader) = (3_000, self.reader)
    let follower = Task { try await follow(reader, to: count) }
    var next = 0
    while next < count {
      let log = try await open(Self.options(&random))
      XCTAssertEqual(log.countWhenOpened, next)
      for _ in 0..<random.below(8) where next < count {
        let end = min(next + 1 + random.below(60), count)
        try await log.append(contentsOf: (next..<end).map { Record($0) })
        next = end
      }
      if next == count || random.oneIn(3) {
        try await log.close()
        if next < count, random.oneIn(2) { try beginSegment(from: next, &random) }
      } else {
        // The log is deallocated without being closed, as after a kill.
        try leaveTornEnd(&random)
      }
    }
    let numbers = try await follower.value
    XCTAssertEqual(numbers, Array(0..<count))
    assert(try found().found, has: Array(0..<count))
  }

  /// Opens the log, as soon as the last writer has been deallocated.
  private func open(_ options: ArchiveLogOptions) async throws -> ArchiveLog<Record> {
    while true {
      do {
        return try ArchiveLog<Record>(in: folder, options: options)
      } catch let error as ArchiveError where error.code == .inUse {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  /// The writer stopped while it created a segment.
  private func beginSegment(from first: Int, _ random: inout SeededGenerator) throws {
    let header = try Self.segment([[Record]]()).data.prefix(40)
    let last = try segments.last.flatMap { SegmentName($0.lastPathComponent) }
    let name = SegmentName(after: last, first: first, at: Date()).text
    try header.prefix(random.below(header.count)).write(to: folder.appendingPathComponent("\(name).new"))
  }

  /// The writer stopped while it wrote a batch.
  private func leaveTornEnd(_ random: inout SeededGenerator) throws {
    guard let last = try ArchiveLogFolder(folder).segments.last, !last.isSealed else { return }
    let batch = [Record(last.first + last.count), Record(last.first + last.count + 1)]
    var frames = try SequenceFormat(of: Record.self).frames(of: batch, .init())
    let origin = try XCTUnwrap(SequenceHeader(of: Data(contentsOf: last.url)).origin)
    frames.number(from: last.count, synced: 0, salt: origin.salt)
    let handle = try FileHandle(forWritingTo: last.url)
    try handle.seekToEnd()
    let isShort = random.oneIn(2)
    try handle.write(
      contentsOf: isShort
        ? frames.data.prefix(random.below(frames.data.count)) : Data(count: random.below(2_000)))
    try handle.close()
  }

  func testFollowingEndsWithItsTask() async throws {
    try put([2])
    let reader = self.reader
    let (stream, seen) = AsyncStream<Int>.makeStream()
    let follower = Task {
      var count = 0
      for try await batch in reader.following(every: .milliseconds(1)) {
        count += batch.count
        seen.yield(count)
      }
      return count
    }
    for await count in stream where count == 2 { break }
    follower.cancel()
    let count = try await follower.value
    XCTAssertEqual(count, 2)
  }

  /// Elements that are deleted before they are read are not missing; all others are seen once, in order.
  func testOldSegmentsMayBeDeletedBesideAWriter() async throws {
    var random = SeededGenerator()
    let (count, reader) = (3_000, self.reader)
    let follower = Task {
      var last = -1
      for try await batch in reader.following(every: .milliseconds(1)) {
        XCTAssertGreaterThan(batch.first, last)
        XCTAssertEqual(try batch.elements(), (batch.first..<batch.first + batch.count).map { Record($0) })
        last = batch.first + batch.count - 1
        if last == count - 1 { break }
      }
    }
    var options = ArchiveLogOptions()
    options.segmentSize = 500
    let log = try ArchiveLog<Record>(in: folder, options: options)
    for number in stride(from: 0, to: count, by: 10) {
      try await log.append(contentsOf: (number..<number + 10).map { Record($0) })
      let old = try segments.dropLast()
      for url in old.prefix(random.below(old.count + 1)) { try FileManager.default.removeItem(at: url) }
    }
    try await follower.value
    try await log.close()
  }

  @MainActor func testTheMainActorFollows() async throws {
    try put([2, 3])
    var count = 0
    for try await batch in reader.following() {
      count += try batch.elements().count
      if count == 5 { break }
    }
  }

  func testFollowingWithoutTheType() async throws {
    try put([2, 3])
    var numbers: [Int] = []
    for try await batch in ArchiveLogFolder(folder).following(from: 1, every: .milliseconds(1)) {
      numbers += batch.first..<batch.first + batch.count
      if numbers.count == 4 { break }
    }
    XCTAssertEqual(numbers, [1, 2, 3, 4])
  }

  func testFollowingAConditionAndABeginning() async throws {
    try put([500, 500])
    try put([500, 500], from: 1_000, isSealed: false)
    var numbers: [Int] = []
    for try await batch in reader.following(where: Record.path.number >= 1_400, every: .milliseconds(1)) {
      numbers += try batch.numbers()
      if numbers.last == 1_999 { break }
    }
    XCTAssertEqual(numbers, Array(1_400..<2_000))
    numbers = []
    for try await batch in reader.following(since: Record.path.number >= 1_600, every: .milliseconds(1)) {
      numbers += try batch.numbers()
      if numbers.last == 1_999 { break }
    }
    XCTAssertEqual(numbers, Array(1_500..<2_000))
  }

  func testAnIterationThatHasThrownIsOver() async throws {
    let url = try put([2, 3])
    var data = try Data(contentsOf: url)
    data[0] ^= 1
    try data.write(to: url)
    var iterator = reader.following(every: .milliseconds(1)).makeAsyncIterator()
    do {
      _ = try await iterator.next()
      XCTFail("read")
    } catch {}
    let after = try await iterator.next()
    XCTAssertNil(after)
  }
}
