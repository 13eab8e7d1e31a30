import ArchiveLogs
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// What a log knows of itself: files that are not its own, that are missing or elsewhere, and headers that are lost.
final class LogIdentityTests: InspectionTestCase {
  private var paths: [String] { get throws { try segments.map(\.lastPathComponent) } }

  /// The numbers that a reader finds, and the first numbers of the damage that it passes over.
  private func read(_ damage: Collected = Collected()) throws -> [Int] {
    var found: [Int] = []
    let reader = ArchiveLogReader<Record>(in: folder)
    try reader.forEachBatch(onDamage: damage.add) { batch in
      let elements = try batch.elements()
      XCTAssertEqual(elements.map(\.number), try batch.numbers())
      found += elements.map(\.number)
    }
    return found
  }

  private func assertRefused(_ words: String..., file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertThrowsError(try ArchiveLog<Record>(in: folder), file: file, line: line) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .damaged, "\(error)", file: file, line: line)
      for word in words { XCTAssert("\(error)".contains(word), "\(error)", file: file, line: line) }
    }
  }

  // MARK: Headers

  /// One bit of a header, or all of it: nothing is lost, and nothing is asked.
  func testDamagedHeaders() async throws {
    for isClosed in [true, false] {
      try? FileManager.default.removeItem(at: folder)
      let files = try await makeLog(isClosed: isClosed)
      for name in Self.segments(files) {
        let data = try XCTUnwrap(files[name])
        let header = try parts(data).header
        for kind in Thoroughness.some(of: 0..<17, oneIn: 6) {
          var changed = files
          if kind == 0 {
            changed[name]?.replaceSubrange(0..<header, with: Data(count: header))
          } else if kind == 1 {
            changed[name]?.replaceSubrange(0..<header, with: Data(repeating: 0xA5, count: header))
          } else {
            changed[name]?[kind * (header - 1) / 16] ^= UInt8(1 << (kind % 8))
          }
          try restore(changed)
          XCTAssertEqual(try read(), Array(0..<Self.count), "kind \(kind) of \(name)")
          XCTAssertEqual(try log.verify().damage.map(\.segment.lastPathComponent), [name])
          let log = try ArchiveLog<Record>(in: folder)
          XCTAssertEqual(log.countWhenOpened, Self.count)
          try await log.append(Record(Self.count))
          try await log.close()
          XCTAssertEqual(try read(), Array(0...Self.count))
          let repair = try self.log.repair()
          XCTAssertEqual(repair.segments.map(\.url.lastPathComponent), [name])
          XCTAssert(try self.log.verify().isUndamaged)
          XCTAssertEqual(try numberedRecords(), Array(0...Self.count))
        }
      }
    }
  }

  // MARK: Places

  func testACopyUnderALaterTime() async throws {
    let files = try await makeLog()
    let names = Self.segments(files)
    for (index, name) in names.enumerated() {
      try restore(files)
      let copy = "20991231T235959.000000Z" + name.dropFirst(23)
      try XCTUnwrap(files[name]).write(to: folder.appendingPathComponent(copy))
      assertRefused(copy)
      let damage = Collected()
      XCTAssertEqual(try read(damage), Array(0..<Self.count), "copy of \(index)")
      XCTAssertEqual(damage.all.map(\.segment.lastPathComponent), [copy])
      XCTAssertEqual(try log.verify().damage.map(\.segment.lastPathComponent), [copy])
      let repair = try log.repair()
      XCTAssertEqual(repair.segments.flatMap(\.setAside).map(\.lastPathComponent), [copy + ".misplaced"])
      XCTAssert(try log.verify().isUndamaged)
      let next = try await goOn()
      XCTAssertEqual(next, Self.count)
      XCTAssertEqual(try read(), Array(0...Self.count))
    }
  }

  func testSwappedSegments() async throws {
    let files = try await makeLog()
    let names = Self.segments(files)
    for (one, other) in [(0, 1), (1, 2), (0, 2)] {
      var changed = files
      (changed[names[one]], changed[names[other]]) = (files[names[other]], files[names[one]])
      try restore(changed)
      assertRefused(names[one])
      XCTAssertEqual(
        try log.verify().damage.prefix(2).map(\.segment.lastPathComponent), [names[one], names[other]])
      let damage = Collected()
      let found = try read(damage)
      XCTAssertEqual(found, found.sorted())
      XCTAssertEqual(Set(damage.all.map(\.segment.lastPathComponent)).isSuperset(of: [names[one]]), true)
    }
  }

  func testASegmentOfAnotherLog() async throws {
    let other = try await makeLog()
    try FileManager.default.removeItem(at: folder)
    let files = try await makeLog()
    for index in 0..<3 {
      var changed = files
      let name = Self.segments(files)[index]
      changed[name] = other[Self.segments(other)[index]]
      try restore(changed)
      assertRefused(name, "another log")
      let damage = Collected()
      XCTAssertEqual(try read(damage), (0..<Self.count).filter { $0 / 6 != index })
      XCTAssertEqual(damage.all.first?.segment.lastPathComponent, name)
      XCTAssertEqual(try log.verify().damage.first?.segment.lastPathComponent, name)
    }
  }

  /// A segment from a copy of the log that went on for itself has the same numbers and other content.
  func testASegmentOfACopyOfTheLog() async throws {
    let files = try await makeLog()
    let names = Self.segments(files)
    var before = files.filter { $0.key != names[2] && $0.key != names[1] && $0.key != "catalog" }
    try restore(before)
    let copy = try ArchiveLog<Record>(in: folder)
    try await copy.append(contentsOf: (0..<6).map { Record(100 + $0) })
    try await copy.close()
    let added = try XCTUnwrap(Self.segments(try self.files()).last)
    before = files
    before[names[1]] = try self.files()[added]
    try restore(before)
    let damage = try log.verify().damage
    XCTAssertEqual(damage.map(\.segment.lastPathComponent), [names[1]])
    XCTAssert("\(damage[0].error)".contains("other content"), "\(damage[0].error)")
  }

  // MARK: What is missing

  func testAMissingEnd() async throws {
    for isClosed in [true, false] {
      try? FileManager.default.removeItem(at: folder)
      var files = try await makeLog(isClosed: isClosed)
      let last = try XCTUnwrap(Self.segments(files).last)
      files[last] = nil
      try restore(files)
      assertRefused("element 12")
      let damage = Collected()
      XCTAssertEqual(try read(damage), Array(0..<12))
      XCTAssertEqual(damage.all.map(\.first), [12])
      XCTAssertEqual(try log.verify().damage.map(\.first), [12])
      _ = try log.repair()
      XCTAssert(try log.verify().isUndamaged)
      let next = try await goOn()
      // How many elements an open segment had is not known.
      XCTAssertEqual(next, isClosed ? Self.count : 1 << 32)
      let gaps = CollectedGaps()
      var found: [Int] = []
      try ArchiveLogReader<Record>(in: folder, onGap: gaps.add).forEachBatch { found += try $0.numbers() }
      XCTAssertEqual(found, Array(0..<12) + [next])
      XCTAssertEqual(gaps.all.map(\.elements), [12..<next])
    }
  }

  /// The last segment has lost its end, although that was acknowledged: it is refused, and a repair goes on without it.
  func testALostEnd() async throws {
    for isClosed in [true, false] {
      try? FileManager.default.removeItem(at: folder)
      let files = try await makeLog(isClosed: isClosed)
      let lock = try Data(contentsOf: folder.appendingPathComponent("lock"))
      let name = try XCTUnwrap(Self.segments(files).last)
      let data = try XCTUnwrap(files[name])
      let batches = try parts(data).batches
      for end in [
        batches[2].upperBound - 3, batches[2].lowerBound + 5, batches[1].upperBound, batches[0].upperBound,
      ] {
        var changed = files
        changed[name] = data.prefix(end)
        try restore(changed)
        // While it was written, the lock says what was synced.
        if !isClosed {
          try lock.write(to: folder.appendingPathComponent("lock"))
          try noteSynced(6, inSegment: 2)
        }
        let there = 12 + 2 * batches.count { $0.upperBound <= end }
        assertRefused(name)
        if isClosed { XCTAssertEqual(try log.verify().damage.map(\.next), [Self.count], "\(end)") }
        let repair = try log.repair()
        XCTAssert(repair.remaining.isEmpty, "\(repair.remaining)")
        XCTAssert(try log.verify().isUndamaged, "\(end)")
        let next = try await goOn()
        XCTAssertEqual(next, Self.count, "\(end)")
        let gaps = CollectedGaps()
        var found: [Int] = []
        try ArchiveLogReader<Record>(in: folder, onGap: gaps.add).forEachBatch { found += try $0.numbers() }
        XCTAssertEqual(found, Array(0..<there) + [Self.count], "\(end)")
        XCTAssertEqual(gaps.all.map(\.elements), [there..<Self.count])
      }
    }
  }

  func testNumbersGoOnWhenAllSegmentsAreGone() async throws {
    _ = try await makeLog()
    for url in try segments { try FileManager.default.removeItem(at: url) }
    XCTAssert(try log.verify().isUndamaged)
    let next = try await goOn()
    XCTAssertEqual(next, Self.count)
    let again = try await goOn()
    XCTAssertEqual(again, Self.count + 1)
  }

  func testADamagedCatalog() async throws {
    let files = try await makeLog()
    for position in Thoroughness.some(of: 0..<(files["catalog"]?.count ?? 0), oneIn: 7) {
      var changed = files
      changed["catalog"]?[position] ^= 0x20
      try restore(changed)
      XCTAssertEqual(try read(), Array(0..<Self.count))
      XCTAssertEqual(try log.verify().damage.map(\.segment.lastPathComponent), ["catalog"])
      if position.isMultiple(of: 2) { XCTAssert(try log.repair().remaining.isEmpty) }
      let next = try await goOn()
      XCTAssertEqual(next, Self.count)
      XCTAssert(try log.verify().isUndamaged, "\(position)")
    }
  }

  // MARK: Gaps

  /// What a repair has set aside is told to whom asks, and stops nobody else.
  func testReadersGoOnBehindAGap() async throws {
    var files = try await makeLog()
    let name = Self.segments(files)[1]
    let batch = try parts(XCTUnwrap(files[name])).batches[1]
    files[name]?[batch.lowerBound + 40] ^= 4
    try restore(files)
    XCTAssertThrowsError(try ArchiveLogReader<Record>(in: folder).forEachBatch { _ in })
    _ = try log.repair()
    let expected = (0..<Self.count).filter { $0 != 8 && $0 != 9 }
    XCTAssertEqual(try read(), expected)

    let gaps = CollectedGaps()
    var found: [Int] = []
    try ArchiveLogReader<Record>(in: folder, onGap: gaps.add).forEachBatch { found += try $0.numbers() }
    XCTAssertEqual(found, expected)
    XCTAssertEqual(gaps.all.map(\.elements), [8..<10])
    XCTAssert(gaps.all[0].reason.contains("elements 8 to 9"), gaps.all[0].reason)
    XCTAssertLessThan(abs(gaps.all[0].date.timeIntervalSinceNow), 3_600)
    XCTAssertEqual(try log.verify().gaps, gaps.all)

    struct Stop: Error {}
    let strict = ArchiveLogReader<Record>(in: folder, onGap: { _ in throw Stop() })
    XCTAssertThrowsError(try strict.forEachBatch { _ in }) { XCTAssert($0 is Stop) }

    let following = ArchiveLogReader<Record>(in: folder).following(from: 6, every: .milliseconds(1))
    var followed: [Int] = []
    for try await batch in following {
      followed += try batch.numbers()
      if followed.last == Self.count - 1 { break }
    }
    XCTAssertEqual(followed, expected.filter { $0 >= 6 })
  }

  // MARK: Types

  func testALogOfAnotherType() async throws {
    _ = try await makeLog()
    XCTAssertThrowsError(try ArchiveLog<Invoice>(in: folder)) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .classMismatch)
      XCTAssert("\(error)".contains("LogInvoice") && "\(error)".contains("LogRecord"), "\(error)")
    }
    XCTAssertThrowsError(try ArchiveLog<String>(in: folder)) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .typeMismatch)
      XCTAssert("\(error)".contains("String") && "\(error)".contains("LogRecord"), "\(error)")
    }
    XCTAssertEqual(try read(), Array(0..<Self.count))
    let evolved = try ArchiveLog<Evolved>(in: folder)
    try await evolved.append(Evolved(number: Self.count, host: "eu-1"))
    try await evolved.close()
    XCTAssertEqual(try read(), Array(0...Self.count))
    try FileManager.default.removeItem(at: folder)
    let numbers = try ArchiveLog<Int>(in: folder)
    try await numbers.append(1)
    try await numbers.close()
    XCTAssertThrowsError(try ArchiveLog<String>(in: folder)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .typeMismatch)
    }
  }

  // MARK: The order of batches

  func testTwoBatchesSwapped() async throws {
    for isClosed in [true, false] {
      try? FileManager.default.removeItem(at: folder)
      let files = try await makeLog(isClosed: isClosed)
      let name = try XCTUnwrap(Self.segments(files).last)
      let data = try XCTUnwrap(files[name])
      let batches = try parts(data).batches
      for (one, other) in [(0, 1), (1, 2), (0, 2)] {
        // All batches have the same size.
        XCTAssertEqual(batches[one].count, batches[other].count)
        var swapped = data
        swapped.replaceSubrange(batches[one], with: data[batches[other]])
        swapped.replaceSubrange(batches[other], with: data[batches[one]])
        var changed = files
        changed[name] = swapped
        try restore(changed)
        XCTAssertFalse(try log.verify().isUndamaged)
        let found = try read()
        XCTAssertEqual(found, Array(0..<Self.count), "\(one) and \(other), closed: \(isClosed)")
        let repair = try log.repair()
        XCTAssert(repair.remaining.isEmpty)
        XCTAssertEqual(repair.segments.flatMap(\.setAside), [])
        XCTAssertEqual(try numberedRecords(), Array(0..<Self.count))
        XCTAssert(try log.verify().isUndamaged)
      }
    }
  }
}

@Archivable(className: "LogInvoice")
private struct Invoice: Equatable, Sendable {
  var number: Int
}

@Archivable(className: "LogRecord")
private struct Evolved: Equatable, Sendable {
  var number: Int
  var time = Date(timeIntervalSinceReferenceDate: 800_000_000)
  var name = ""
  var host = "unknown"
}

/// The gaps that a handler was called with.
final class CollectedGaps: @unchecked Sendable {
  private let lock = NSLock()
  private var gaps: [ArchiveLogGap] = []

  func add(_ found: ArchiveLogGap) { lock.withLock { gaps.append(found) } }
  var all: [ArchiveLogGap] { lock.withLock { gaps } }
}
