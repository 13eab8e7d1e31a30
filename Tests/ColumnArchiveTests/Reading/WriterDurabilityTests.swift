import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// What a writer promises of the disk, and that a file has one writer.
final class WriterDurabilityTests: FileTestCase {
  private let calls = FailingCalls()

  private func open(discardsIncompleteBatch: Bool = false) throws -> ColumnArchiveWriter<Int> {
    try ColumnArchiveWriter<Int>(file, ColumnArchive.EncodingOptions(), discardsIncompleteBatch, calls)
  }

  private func all() throws -> [Int] { try ColumnArchive.decode([Int].self, from: Data(contentsOf: file)) }

  private func frames() throws -> [BatchFrame] {
    let data = try Data(contentsOf: file)
    let start = try SequenceHeader(of: data).byteCount
    return try SequenceParts(FrameSequence(data, from: start, salt: 0)).frames
  }

  func testOneWriterHasAFile() throws {
    let first = try open()
    assertThrows(.inUse, saying: file.path) { try self.open() }
    assertThrows(.inUse) { try ColumnArchiveWriter<Int>(appendingTo: self.file) }
    try first.append(1)
    try first.close()
    try open().append(2)
    XCTAssertEqual(try all(), [1, 2])
  }

  func testANewFileIsOnTheDisk() throws {
    let writer = try open()
    XCTAssertEqual([calls["sync"], calls["syncFolder"]], [1, 1])
    try writer.flush()
    XCTAssertEqual(calls["sync"], 1, "nothing was written")
  }

  func testFlushingWaits() throws {
    let writer = try open()
    let before = calls["sync"]
    try writer.append(contentsOf: [1, 2])
    try writer.append(3)
    XCTAssertEqual(calls["sync"], before)
    try writer.flush()
    XCTAssertEqual(calls["sync"], before + 1)
    try writer.flush()
    XCTAssertEqual(calls["sync"], before + 1)
    try writer.append(4)
    try writer.append(5)
    XCTAssertEqual(try frames().map(\.synced), [0, 0, 3, 3], "each batch says what was on the disk")
    try writer.close()
    // What a file has when it is opened is brought to the disk.
    let again = try open()
    try again.append(6)
    XCTAssertEqual(try frames().last?.synced, 5)
  }

  func testAClosedWriterIsClosed() throws {
    let writer = try open()
    try writer.append(1)
    try writer.close()
    try writer.close()
    assertThrows(.stopped) { try writer.append(2) }
    assertThrows(.stopped) { try writer.flush() }
    XCTAssertEqual(try all(), [1])
  }

  /// Nobody knows what is on the disk after waiting for it has failed.
  func testAWriterStopsIfWaitingFails() throws {
    let writer = try open()
    try writer.append(1)
    calls.fail("sync")
    assertThrows(.fileSystem, saying: file.path) { try writer.flush() }
    calls.fail()
    for _ in 0..<2 {
      assertThrows(.stopped) { try writer.append(2) }
      assertThrows(.stopped) { try writer.flush() }
      assertThrows(.stopped) { try writer.close() }
    }
    try open().append(3)
    XCTAssertEqual(try all(), [1, 3])
  }

  func testAWriterStopsIfTheFileCannotBeRestored() throws {
    let writer = try open()
    try writer.append(1)
    calls.fail("write")
    assertThrows(.fileSystem) { try writer.append(2) }
    calls.fail()
    assertThrows(.stopped) { try writer.append(2) }
    // Restoring needs a write too, and so the footer is missing.
    assertThrows(.truncated) { try self.all() }
    try open(discardsIncompleteBatch: true).append(3)
    XCTAssertEqual(try all(), [1, 3])
  }

  /// A part of the next batch over a part of a table: the rest of the table must not look like a damaged batch.
  func testATableIsCutOffBeforeItIsOverwritten() throws {
    let whole = try ColumnArchive.encode(Array(0..<300), options: .init(batchSize: 1))
    try whole.write(to: file)
    let writer = try open()
    let before = calls["truncate"]
    try writer.append(300)
    XCTAssertEqual(calls["truncate"], before + 1)
    try writer.append(301)
    XCTAssertEqual(calls["truncate"], before + 1, "the footer without a table is overwritten")
    try writer.close()
    XCTAssertEqual(try all(), Array(0..<302))
  }

  /// A program was stopped at each byte of a batch that overwrites a footer, with a table and without: what was there
  /// before is there.
  func testTornOverwrites() throws {
    for hasIndex in [false, true] {
      let old = Array(0..<300)
      try ColumnArchive.encode(old, options: .init(batchSize: hasIndex ? 1 : 300)).write(to: file)
      let before = try Data(contentsOf: file)
      let end = try XCTUnwrap(frames().last).range.upperBound
      try open().append(contentsOf: Array(300..<320))
      let after = try Data(contentsOf: file)
      for length in Thoroughness.some(of: end...after.count, oneIn: 3) {
        // A table is cut off first.
        let rest = hasIndex ? Data() : before.dropFirst(length)
        try (after.prefix(length) + rest).write(to: file)
        try open(discardsIncompleteBatch: true).close()
        let found = try all()
        XCTAssert(
          found == old || found == old + Array(300..<320) && length > after.count - 29,
          "\(hasIndex) \(length)")
      }
    }
  }

  func testAFileThatCannotBeCreatedIsEmpty() throws {
    calls.fail("sync")
    assertThrows(.fileSystem) { try self.open() }
    XCTAssertEqual(try Data(contentsOf: file).count, 0)
    calls.fail()
    try open().append(1)
    XCTAssertEqual(try all(), [1])
  }
}
