import ArchiveLogs
import ColumnArchives
import StructCoding
import XCTest

/// A place of three numbers without gaps.
@Archivable(className: "LogPlace")
struct LoggedPlace: Equatable, Sendable {
  var x: Double
  var y: Double
  var z: Double
}

@Archivable(className: "LogMove")
struct LoggedMove: Equatable, Sendable {
  var number: Int
  var place: LoggedPlace
  var name: String
}

/// Logs whose batches are compressed.
final class CompressedLogTests: LogTestCase {
  private func moves(_ range: Range<Int>) -> [LoggedMove] {
    range.map {
      LoggedMove(
        number: $0, place: LoggedPlace(x: Double($0) / 3, y: 1, z: -Double($0)), name: "move \($0 % 9)")
    }
  }

  /// A log may be written with one compression after another. Each time it is opened, it goes on in a segment of its own.
  func testOneCompressionAfterAnother() async throws {
    var (count, compressedBytes, plainBytes) = (0, 0, 0)
    for compression in [.zlib, .none, .external, .zlib] as [ColumnArchive.Compression] {
      var options = ArchiveLogOptions(durability: .buffered)
      (options.batchSize, options.encoding.compression) = (200, compression)
      let log: ArchiveLog<LoggedMove>
      do {
        log = try ArchiveLog<LoggedMove>(in: folder, options: options)
      } catch let error as ArchiveError where error.code == .unsupported {
        throw XCTSkip("\(error)")
      }
      XCTAssertEqual(log.countWhenOpened, count)
      try await log.append(contentsOf: moves(count..<count + 1_000))
      try await log.close()
      count += 1_000
      let size = try Data(contentsOf: XCTUnwrap(try segments.last)).count
      if compression == .zlib { compressedBytes = size }
      if compression == .none { plainBytes = size }
    }
    XCTAssertLessThan(compressedBytes, plainBytes)
    let all = moves(0..<count)
    XCTAssertEqual(
      try segments.flatMap { try ColumnArchive(contentsOf: $0).elements(of: LoggedMove.self) }, all)
    let reader = ArchiveLogReader<LoggedMove>(in: folder)
    var found: [LoggedMove] = []
    for try await batch in reader.batches() { found += try batch.elements() }
    XCTAssertEqual(found, all)
    let condition = LoggedMove.path.number >= 2_990 && LoggedMove.path.number < 3_020
    found = []
    for try await batch in reader.batches(where: condition) { found += try batch.elements() }
    XCTAssertEqual(found, Array(all[2_990..<3_020]))
  }

  /// A segment that was cut off is continued, as without compression.
  func testTornSegments() async throws {
    var options = ArchiveLogOptions(durability: .written)
    options.encoding.compression = .zlib
    let log = try ArchiveLog<LoggedMove>(in: folder, options: options)
    for start in stride(from: 0, to: 500, by: 100) {
      try await log.append(contentsOf: moves(start..<start + 100))
    }
    try await log.close()
    let segment = try XCTUnwrap(try segments.last)
    let data = try Data(contentsOf: segment)
    for length in [data.count - 20, data.count / 2] {
      try data.prefix(length).write(to: segment)
      let archive = try ColumnArchive(contentsOf: segment, options: .init(readsIncompleteFiles: true))
      XCTAssertLessThan(archive.count, 501)
      XCTAssertEqual(try archive.elements(of: LoggedMove.self), moves(0..<archive.count))
    }
  }
}
