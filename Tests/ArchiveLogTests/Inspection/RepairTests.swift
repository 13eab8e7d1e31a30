import ArchiveLogs
import ArchiveTestSupport
import StructCoding
import XCTest

/// What repair makes of damaged logs: all undamaged batches are there, with their numbers, and the log goes on.
final class RepairTests: InspectionTestCase {
  func testAnUndamagedLogStaysAsItIs() async throws {
    let files = try await makeLog()
    let found = try log.verify()
    XCTAssert(found.isUndamaged)
    XCTAssertEqual(found.segments.map(\.isSealed), [true, true, true])
    XCTAssertEqual(found.segments.flatMap(\.batches), stride(from: 0, to: 18, by: 2).map { $0..<$0 + 2 })
    let repair = try log.repair()
    XCTAssert(repair.segments.isEmpty && repair.remaining.isEmpty && repair.recovery == nil)
    XCTAssertEqual(try self.files(), files)
  }

  /// Each byte of the log is flipped: one batch is lost at the most.
  func testEachByteFlipped() async throws {
    let files = try await makeLog()
    for (index, name) in Self.segments(files).enumerated() {
      let data = try XCTUnwrap(files[name])
      let (_, batches) = try parts(data)
      for position in Thoroughness.some(of: data.indices, oneIn: 29, first: index) {
        var changed = files
        changed[name]?[position] ^= 1 << (position % 8)
        try restore(changed)
        let place = "byte \(position) of segment \(index)"
        let lost = batches.firstIndex { $0.contains(position) }.map { index * 6 + $0 * 2 }
        let found = try log.verify(StoppingCalls())
        XCTAssertFalse(found.isUndamaged, place)
        XCTAssertEqual(found.damage.map(\.segment.lastPathComponent), [name], place)

        let repair = try log.repair(StoppingCalls())
        XCTAssert(repair.remaining.isEmpty, place)
        let expected = (0..<Self.count).filter { $0 / 2 * 2 != lost }
        XCTAssertEqual(try numberedRecords(), expected, place)
        if let broken = batches.first(where: { $0.contains(position) }) {
          let bytes = try repair.segments.flatMap(\.setAside).map { try Data(contentsOf: $0) }
          XCTAssertEqual(bytes, [changed[name]?[broken]], place)
        }
        let after = try log.verify(StoppingCalls())
        XCTAssert(after.isUndamaged, "\(place): \(after.damage)")
        // Nothing is missing before the first segment: old ones may be deleted.
        let setAside = lost.map { $0 == 0 ? [] : [$0, $0 + 1] } ?? []
        XCTAssertEqual(after.gaps.flatMap { Array($0.elements) }, setAside, place)
        let next = try await goOn()
        XCTAssertEqual(next, Self.count, place)
        XCTAssertEqual(try numberedRecords(), expected + [Self.count], place)
        XCTAssert(try log.verify(StoppingCalls()).isUndamaged, place)
      }
    }
  }

  /// The same in the last segment of a log that was not closed, whose last batch may also look incomplete.
  func testEachByteOfAnOpenSegmentFlipped() async throws {
    let files = try await makeLog(isClosed: false)
    let name = try XCTUnwrap(Self.segments(files).last)
    let data = try XCTUnwrap(files[name])
    let (_, batches) = try parts(data)
    for position in Thoroughness.some(of: data.indices, oneIn: 8) {
      var changed = files
      changed[name]?[position] ^= 0x10
      try restore(changed)
      let lost = batches.firstIndex { $0.contains(position) }.map { 12 + $0 * 2 }
      let repair = try log.repair(StoppingCalls())
      XCTAssert(repair.remaining.isEmpty, "\(position)")
      let expected = (0..<Self.count).filter { $0 / 2 * 2 != lost }
      XCTAssertEqual(try numberedRecords(), expected, "\(position)")
      XCTAssert(try log.verify(StoppingCalls()).isUndamaged, "\(position)")
      let next = try await goOn()
      // The number of lost elements at the very end may be lost with them.
      XCTAssert(next == Self.count || lost == 16 && next == 16, "\(position): \(next)")
    }
  }

  func testATornEndIsCutOff() async throws {
    let files = try await makeLog(isClosed: false)
    let name = try XCTUnwrap(Self.segments(files).last)
    let data = try XCTUnwrap(files[name])
    let end = try parts(data).batches[2].lowerBound
    for length in Thoroughness.some(of: end + 1..<data.count, oneIn: 4) {
      try restore(files)
      try data.prefix(length).write(to: folder.appendingPathComponent(name))
      let found = try log.verify(StoppingCalls())
      XCTAssert(found.isUndamaged)
      XCTAssertEqual(found.segments.last?.tornEnd, end..<length)
      let repair = try log.repair(StoppingCalls())
      XCTAssertEqual(repair.recovery?.removedByteCount, length - end)
      XCTAssertEqual(try numberedRecords(), Array(0..<16))
      let next = try await goOn()
      XCTAssertEqual(next, 16)
    }
  }

  /// Whole segments that are gone are told, and cannot be repaired.
  func testAMissingSegment() async throws {
    let files = try await makeLog()
    let names = Self.segments(files)
    try FileManager.default.removeItem(at: folder.appendingPathComponent(names[1]))
    let damage = try log.verify().damage
    XCTAssertEqual(damage.map(\.first), [6])
    XCTAssertEqual(damage.map(\.next), [12])
    XCTAssert("\(damage[0].error)".contains("elements 6 to 11"), "\(damage[0].error)")
    XCTAssert(try log.repair().segments.isEmpty)
    // Old segments may be deleted.
    try FileManager.default.removeItem(at: folder.appendingPathComponent(names[0]))
    XCTAssert(try log.verify().isUndamaged)
  }

  /// A header of which nothing is left is that of another segment, unless the type has changed meanwhile.
  func testHeadersOfZeros() async throws {
    let files = try await makeLog()
    for name in Self.segments(files) {
      var changed = files
      let header = try parts(XCTUnwrap(files[name])).header
      changed[name]?.replaceSubrange(0..<header, with: Data(count: header))
      try restore(changed)
      XCTAssertFalse(try log.verify().isUndamaged)
      XCTAssert(try log.repair().remaining.isEmpty)
      XCTAssertEqual(try numberedRecords(), Array(0..<Self.count))
    }
  }

  /// Two damaged headers, one behind the other, in a log whose first segments were deleted: their numbers follow from the
  /// segment before.
  func testHeadersOneBehindTheOther() async throws {
    for segment in 0..<6 {
      let log = try ArchiveLog<Record>(in: folder)
      try await log.append(Record(segment), until: .synced)
      try await log.close()
    }
    for old in try segments.prefix(2) { try FileManager.default.removeItem(at: old) }
    for damaged in try segments.dropFirst().prefix(2) {
      var data = try Data(contentsOf: damaged)
      data[10] ^= 1
      try data.write(to: damaged)
    }
    XCTAssert(try log.repair().remaining.isEmpty)
    XCTAssertEqual(try numberedRecords(), [2, 3, 4, 5])
    let after = try log.verify()
    XCTAssert(after.isUndamaged, "\(after.damage)")
    let next = try await goOn()
    XCTAssertEqual(next, 6)
  }

  /// A header with other names of the same lengths is not taken for the damaged one, which the catalog has.
  func testHeadersOfOtherTypes() async throws {
    for number in 0..<2 {
      let log = try ArchiveLog<Older>(in: folder)
      try await log.append(Older(nombre: number), until: .synced)
      try await log.close()
    }
    let newer = try ArchiveLog<Newer>(in: folder)
    try await newer.append(Newer(numero: 2))
    try await newer.close()
    let files = try files()
    let last = try XCTUnwrap(segments.last)
    var data = try Data(contentsOf: last)
    data[10] ^= 1
    try data.write(to: last)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("catalog"))
    let repair = try log.repair()
    XCTAssertEqual(repair.remaining.map(\.segment.lastPathComponent), [last.lastPathComponent])
    XCTAssertEqual(try Data(contentsOf: last), data)

    var damaged = files
    damaged[last.lastPathComponent] = data
    try restore(damaged)
    XCTAssertEqual(try log.repair().repairedNames, [last.lastPathComponent])
    XCTAssertEqual(try Data(contentsOf: last), files[last.lastPathComponent])
  }

  func testRepairNeedsTheLock() async throws {
    _ = try await makeLog()
    let writer = try ArchiveLog<Record>(in: folder)
    XCTAssertThrowsError(try log.repair()) { XCTAssertEqual(($0 as? ArchiveError)?.code, .inUse) }
    XCTAssert(try log.verify().isUndamaged)
    try await writer.close()
    XCTAssertNoThrow(try log.repair())
  }

  func testFoldersThatAreNotThere() {
    XCTAssertThrowsError(try log.verify()) { XCTAssertEqual(($0 as? ArchiveError)?.code, .fileSystem) }
    XCTAssertThrowsError(try log.repair()) { XCTAssertEqual(($0 as? ArchiveError)?.code, .fileSystem) }
  }
}

extension ArchiveLogRepair {
  fileprivate var repairedNames: [String] { segments.map(\.url.lastPathComponent) }
}

@Archivable(className: "LogRecord")
private struct Older: Equatable, Sendable {
  var nombre: Int
  var time = Date(timeIntervalSinceReferenceDate: 800_000_000)
  var name = ""
}

/// The same, with a new name of a field, which has the length of the old one.
@Archivable(className: "LogRecord")
private struct Newer: Equatable, Sendable {
  @Stored(formerly: "nombre") var numero: Int
  var time = Date(timeIntervalSinceReferenceDate: 800_000_000)
  var name = ""
}
