import ArchiveDocuments
import ArchiveValues
import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// Compressed batches that are not what a writer makes.
final class HostileCompressionTests: XCTestCase {
  private let texts = (0..<400).map { "text \($0 % 7) of \($0)" }

  override func setUpWithError() throws { try requireZlib() }

  private func parts(_ compression: ColumnArchive.Compression) throws -> ArchiveParts {
    try ArchiveParts(ColumnArchive.encode(texts, options: .init(compression: compression)))
  }

  /// The archive of columns, compressed.
  private func archive(_ columns: [UInt8], size: Int? = nil) throws -> Data {
    var parts = try parts(.external)
    parts.batches[0].columns = try zlib(columns)
    parts.batches[0].compression = .init(flag: 2, size: UInt64(size ?? columns.count))
    return parts.data
  }

  private func read(_ data: Data) throws { _ = try ColumnArchive.decode([String].self, from: data) }

  func testWrongSizes() throws {
    let columns = try parts(.external).batches[0].columns
    XCTAssertNoThrow(try read(archive(columns)))
    for size in [1, columns.count / 2, columns.count - 1, columns.count + 1, columns.count * 2] {
      let error = assertThrows(.malformed) { try read(archive(columns, size: size)) }
      XCTAssertNotNil(error?.offset, "\(size)")
    }
    // More than so many bytes can give at all is refused before there is memory for it, whatever the limits are.
    for size in [0, Int.max, Int.max >> 8, 1 << 40] {
      let data = try archive(columns, size: size)
      assertThrows(.malformed) { try read(data) }
      let limits = ArchiveLimits(maximumDecodedSize: .max)
      assertThrows(.malformed) {
        try ColumnArchive.decode([String].self, from: data, options: .init(limits: limits))
      }
      assertThrows(.malformed) { try ColumnArchive(data).verify() }
    }
  }

  /// A few bytes that give many count with all of them.
  func testBombs() throws {
    // One string of 100 million spaces.
    let count = 100_000_000
    let columns =
      [0] + Format.integers([UInt(count)]) + Format.varint(count) + [UInt8](repeating: 32, count: count)
    var parts = ArchiveParts(elements: Format.string, count: 1, [])
    parts.batches[0].columns = try zlib(columns)
    parts.batches[0].compression = .init(flag: 2, size: UInt64(columns.count))
    let data = parts.data
    XCTAssertLessThan(data.count, count / 500)
    let archive = try ColumnArchive(data)
    assertThrows(.limitExceeded) { try read(data) }
    assertThrows(.limitExceeded) { try archive.values(of: String.self, at: "") }
    assertThrows(.limitExceeded) { try archive.verify() }
    assertThrows(.limitExceeded) { try archive.parts() }
  }

  /// All batches of a call count together, also those that were read before.
  func testManyBatches() throws {
    let columns = [0] + Format.run((0..<3).map { String(repeating: "\($0)", count: 50_000) })
    var parts = try ArchiveParts(archive(columns))
    parts.batches[0].count = 3
    parts.batches = Array(repeating: parts.batches[0], count: 200)
    let data = parts.data
    func read(_ limit: Int) throws -> Int {
      let archive = try ColumnArchive(
        data, options: .init(limits: ArchiveLimits(maximumDecodedSize: limit)))
      return try archive.values(of: String.self, at: "").count
    }
    XCTAssertEqual(try read(200 * columns.count + 1_000_000), 600)
    assertThrows(.limitExceeded) { try read(200 * columns.count - 1) }
  }

  func testDamagedStreams() throws {
    let sound = try parts(.zlib)
    let stream = sound.batches[0].columns
    func check(_ changed: [UInt8], line: UInt = #line) throws {
      var parts = sound
      parts.batches[0].columns = changed
      parts.batches[0].trailer = sound.batches[0].trailer
      XCTAssertThrowsError(try read(parts.data), line: line) { XCTAssert($0 is ArchiveError, line: line) }
    }
    for length in 0..<stream.count { try check(Array(stream.prefix(length))) }
    for byte: UInt8 in [0, 1, 0x28, 0x78, 0xFF] { try check(stream + [byte]) }
    try check(stream + stream)
    try check([])
    // What is not compressed.
    var other = sound
    try check(parts(.external).batches[0].columns)
    // A body that says that it is not compressed.
    other = sound
    other.batches[0].compression = nil
    XCTAssertThrowsError(try read(other.data)) { XCTAssert($0 is ArchiveError) }
  }

  /// What is compressed twice is not decompressed twice.
  func testNestedStreams() throws {
    let columns = try parts(.external).batches[0].columns
    let once = try zlib(columns)
    XCTAssertThrowsError(try read(archive(once))) { XCTAssert($0 is ArchiveError) }
  }

  func testFlags() throws {
    var parts = try parts(.zlib)
    for flag: UInt8 in [4, 6, 8, 16, 128, 12] {
      parts.batches[0].compression?.flag = flag
      assertThrows(.malformed) { try read(parts.data) }
    }
    // Bodies that are too short for their sizes.
    for flags: UInt8 in 0..<8 {
      for count in 0..<13 {
        let body = Format.checked([UInt8](repeating: 0xFF, count: count) + [flags])
        do {
          try body.withUnsafeBytes { _ = try BatchBody(ByteCursor($0), verifies: true) }
          XCTAssertEqual(flags, 0, "\(count) bytes")
        } catch {
          XCTAssertEqual((error as? ArchiveError)?.code, .malformed, "\(flags), \(count) bytes")
        }
      }
    }
  }

  /// Bytes changed in what is decompressed, and in the stream: values, or errors.
  func testRandomMutations() throws {
    var random = SeededGenerator()
    let sessions = (0..<20).map { _ in Session.arbitrary(&random) }
    let work = WorkGuard()
    var values = 0
    let plain = try ArchiveParts(
      ColumnArchive.encode(sessions, options: .init(batchSize: 7, compression: .external)))
    let packed = try ColumnArchive.encode(sessions, options: .init(batchSize: 7, compression: .zlib))
    let mutator = ByteMutator(donors: [packed, plain.data])
    for round in 0..<Thoroughness.rounds(160, full: 5_000) {
      var data = packed
      if round % 2 == 0 {
        data = mutator.mutated(packed, &random)
      } else {
        var parts = plain
        let index = random.below(parts.batches.count)
        let columns = Array(mutator.mutated(Data(parts.batches[index].columns), &random))
        parts.batches[index].columns = try zlib(columns)
        parts.batches[index].compression = .init(flag: 2, size: UInt64(columns.count))
        data = parts.data
      }
      let message = "round \(round), seed \(random.seed)"
      values +=
        assertDecodesOrThrows(
          message, { try ColumnArchive.decode([Session].self, from: data, options: .unverified) }) ? 1 : 0
      guard let archive = try? ColumnArchive(data, options: .unverified), archive.count > 0 else {
        continue
      }
      assertDecodesOrThrows(message) { try archive.values(of: String.self, at: "events.eventTag") }
      assertDecodesOrThrows(message) { try archive.elements(of: OtherSession.self, in: 0..<1) }
      assertDecodesOrThrows(message) { try archive.positions(where: Session.path.endTime != nil) }
      assertDecodesOrThrows(message) { try archive.node(excerpt: nil) }
      assertDecodesOrThrows(message) { try archive.parts() }
      assertDecodesOrThrows(message) { try archive.verify() }
    }
    XCTAssertGreaterThan(values, 0)
    work.assertAtMost(archives: 5_000)
  }
}
