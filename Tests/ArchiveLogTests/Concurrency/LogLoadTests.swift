import ArchiveLogs
import StructCoding
import XCTest

/// Many tasks append at once, while others follow, and while segments are completed and begun. `.ci/sanitize thread` runs this class.
final class LogLoadTests: LogTestCase {
  private static let taskCount = 64
  private static let elementCount = taskCount * 240

  func testManyTasksAndTwoFollowers() async throws {
    var options = ArchiveLogOptions()
    (options.batchSize, options.maximumPending, options.segmentSize) = (100, 300, 50_000)
    options.maximumDelay = .milliseconds(1)
    let log = try ArchiveLog<Record>(in: folder, options: options)
    let reader = ArchiveLogReader<Record>(in: folder)
    let followers = [0, 5_000].map { start in
      Task {
        var found: [Record] = []
        for try await batch in reader.following(from: start, every: .milliseconds(1)) {
          XCTAssertEqual(batch.first, start + found.count)
          found += try batch.elements()
          if start + found.count >= Self.elementCount { break }
        }
        return found
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<Self.taskCount {
        group.addTask { try await Self.append(to: log, task: task) }
      }
      try await group.waitForAll()
    }
    try await log.close()
    XCTAssertGreaterThan(try segments.count, 2)
    let records = try records()
    try check(records)
    let all = try await followers[0].value
    XCTAssertEqual(all, records)
    let last = try await followers[1].value
    XCTAssertEqual(last, Array(records[5_000...]))
  }

  /// Appends the elements of a task, in all ways.
  private static func append(to log: ArchiveLog<Record>, task: Int) async throws {
    for call in 0..<60 {
      let durability = [ArchiveLogDurability.buffered, .written, .synced][(task + call) % 3]
      let first = task << 16 | call << 4
      if call % 5 == 0 {
        try await log.append(contentsOf: (first..<first + 16).map { Record($0) }, until: durability)
      } else {
        try await log.append(Record(first), until: durability)
      }
      if call % 20 == 19 { try await log.flush() }
    }
  }

  /// Each task has all its elements, once, and in order.
  private func check(_ records: [Record]) throws {
    XCTAssertEqual(records, records.map { Record($0.number) })
    var numbers: [Int: [Int]] = [:]
    for record in records { numbers[record.number >> 16, default: []].append(record.number & 0xFFFF) }
    var expected: [Int] = []
    for call in 0..<60 { expected += (0..<(call % 5 == 0 ? 16 : 1)).map { call << 4 + $0 } }
    XCTAssertEqual(numbers.count, Self.taskCount)
    for (task, own) in numbers { XCTAssertEqual(own, expected, "task \(task)") }
  }
}
