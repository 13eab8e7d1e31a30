import ArchiveLogs
import ColumnArchives
import StructCoding
import XCTest

/// Content that looks like a part of a segment. The power cuts found each of these.
final class LookalikeTests: XCTestCase {
  /// Nothing tells the body of a batch that has 13 bytes from a footer, but its head.
  func testALastBatchThatLooksLikeAFooter() async throws {
    let disk = SimulatedDisk()
    let log = try ProofLog(disk, ProofLog.options())
    try await log.append(0..<1, until: .synced)
    disk.kill()
    let (_, data) = disk.image.contents(".column")[0]
    XCTAssertNil(try SequenceParts(ofFile: data).footer)
    var options = ColumnArchive.DecodingOptions()
    options.readsIncompleteFiles = true
    XCTAssertEqual(try ColumnArchive(data, options: options).count, 1)
    XCTAssertEqual(try ProofLog(disk, ProofLog.options()).counts, [0: 1])
  }

  /// A file that ends in a batch, directly after an archive in it, seems to have a footer.
  func testAnEndAfterAnArchiveInABatch() async throws {
    let disk = SimulatedDisk()
    let log = try ProofLog(disk, ProofLog.options())
    try await log.append(0..<9, until: .synced)
    try await log.append(9..<10, until: .written)
    disk.kill()
    var image = disk.image
    let (path, data) = image.contents(".column")[0]
    let archive = try XCTUnwrap(data.range(of: ProofPayload.nestedArchive))
    image.files[image.names[path]!] = data.prefix(archive.upperBound)
    let again = try ProofLog(SimulatedDisk(image), ProofLog.options())
    XCTAssertEqual(again.counts, [0: 9])
    XCTAssertNotNil(again.log.recovery)
  }

  /// The batches of an archive in a batch whose head was changed are not the log's.
  func testArchivesInDamagedBatchesAreNotTheLogs() async throws {
    let disk = SimulatedDisk()
    let log = try ProofLog(disk, ProofLog.options())
    try await log.append(0..<1, until: .synced)
    try await log.append(1..<10, until: .synced)
    try await log.append(10..<12, until: .synced)
    disk.kill()
    var (_, data) = disk.image.contents(".column")[0]
    let frames = try SequenceParts(ofFile: data).frames
    data[frames[1].range.lowerBound + 8] ^= 1
    let parts = try SequenceParts(ofFile: data)
    XCTAssertEqual(parts.frames.map(\.first), [0, 10])
    XCTAssertEqual(parts.damage.map(\.range), [frames[1].range])
    XCTAssertNil(parts.torn)
  }
}
