import ArchiveLogs
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Bytes that change in the last segment: each bit pattern of each byte, each shorter file, each zeroed end.
final class DamageTests: XCTestCase {
  /// A segment with three batches, and where they are.
  private struct Segment {
    let image: DiskImage
    let path: String
    let data: Data
    let batches: [Range<Int>]
    /// How many records there are up to each batch.
    let counts: [Int]

    /// - Parameter sizes: The numbers of the records of each batch.
    init(_ sizes: [Int], isSealed: Bool) async throws {
      let disk = SimulatedDisk()
      let log = try ProofLog(disk, ProofLog.options())
      var (first, counts) = (0, [0])
      for size in sizes {
        try await log.append(first..<first + size, until: .synced)
        first += size
        counts.append(first)
      }
      if isSealed { try await log.close([:]) } else { disk.kill() }
      image = disk.image
      (path, data) = image.contents(".column")[0]
      batches = try SequenceParts(ofFile: data).frames.map(\.range)
      self.counts = counts
    }

    /// The number of records in the batches before an offset.
    func count(before offset: Int) -> Int { counts[batches.prefix { $0.upperBound <= offset }.count] }

    enum Outcome {
      case refused(ArchiveError)
      case opened(ProofLog)
    }

    /// Opens the log with other bytes. What it has must be right.
    ///
    /// - Parameter isKnown: Whether something beside the segment says what was acknowledged: the catalog and the lock.
    func open(_ data: Data, isKnown: Bool) throws -> (Outcome, SimulatedDisk) {
      var image = image
      image.files[image.names[path]!] = data
      if !isKnown { image.names = image.names.filter { $0.key == path } }
      let disk = SimulatedDisk(image)
      do {
        let all = ProofPromise(certain: [:], possible: [0: counts.last!])
        return (.opened(try ProofLog(disk, ProofLog.options(), expecting: all)), disk)
      } catch ProofFault.cannotOpen(let error as ArchiveError) {
        XCTAssertEqual(disk.image.files[image.names[path]!], data, "a refused file was changed")
        return (.refused(error), disk)
      }
    }
  }

  /// Records without zeros over a whole sector.
  private let small = [2, 1, 2]
  /// The last batch has a record with zeros over sectors.
  private let zeros = [2, 1, 9]

  /// Of how many bytes one is tried, in a segment of these batches.
  private func step(
    _ sizes: [Int], full: (small: Int, zeros: Int), usual: (small: Int, zeros: Int)
  ) -> Int {
    let steps = Thoroughness.isFull ? full : usual
    return sizes == zeros ? steps.zeros : steps.small
  }

  func testEachByteOfAnIncompleteSegmentIsChanged() async throws {
    for (sizes, isKnown) in [(small, true), (zeros, true), (small, false), (zeros, false)] {
      let segment = try await Segment(sizes, isSealed: false)
      var cuts: [Int] = []
      let step = self.step(sizes, full: (1, 7), usual: (7, 17))
      for offset in stride(from: 0, to: segment.data.count, by: step) {
        for bits: UInt8 in [0x01, 0x80, 0xFF] {
          var data = segment.data
          data[offset] ^= bits
          switch try segment.open(data, isKnown: isKnown) {
          case (.refused(let error), _): assertLocated(error, segment, offset)
          case (.opened(let log), _) where isKnown:
            // The catalog has the header.
            XCTAssertLessThan(offset, segment.batches[0].lowerBound)
            XCTAssertEqual(log.counts[0], segment.counts[3], "byte \(offset)")
            XCTAssertNil(log.log.recovery)
          case (.opened(let log), _):
            cuts.append(offset)
            XCTAssertEqual(log.counts[0], segment.counts[2], "byte \(offset)")
            XCTAssertEqual(log.log.recovery?.nextElement, segment.counts[2])
          }
        }
      }
      // Only of the last batch, only if a part of it is zeros as if it had not arrived, and its head is right.
      let body = segment.batches[2].lowerBound + 32..<segment.data.count
      let tried = stride(from: 0, to: segment.data.count, by: step).count { body.contains($0) }
      XCTAssert(cuts.allSatisfy { body.contains($0) }, "\(cuts)")
      XCTAssertEqual(cuts.count, sizes == zeros && !isKnown ? 3 * tried : 0)
    }
  }

  func testEachByteOfACompleteSegmentIsChanged() async throws {
    for sizes in [small, zeros] {
      let segment = try await Segment(sizes, isSealed: true)
      let step = self.step(sizes, full: (1, 7), usual: (5, 17))
      for offset in stride(from: 0, to: segment.data.count, by: step) {
        for bits: UInt8 in [0x01, 0x80, 0xFF] {
          var data = segment.data
          data[offset] ^= bits
          switch try segment.open(data, isKnown: true) {
          case (.refused(let error), _): assertLocated(error, segment, offset)
          case (.opened(let log), _):
            // Only the header, which the catalog has, and the footer, which follows from the rest, and is written again.
            XCTAssert(
              offset < segment.batches[0].lowerBound || offset >= segment.batches[2].upperBound,
              "byte \(offset)")
            XCTAssertEqual(log.counts[0], segment.counts[3])
          }
        }
      }
    }
  }

  func testEachShorterFileHasItsCompleteBatches() async throws {
    for (sizes, isSealed) in [(small, true), (small, false), (zeros, true)] {
      let segment = try await Segment(sizes, isSealed: isSealed)
      // What was acknowledged is missing, and the log knows.
      for count in Thoroughness.some(of: 0..<segment.batches[2].upperBound, oneIn: 17, first: 1) {
        guard case (.refused(let error), _) = try segment.open(segment.data.prefix(count), isKnown: true)
        else {
          XCTFail("\(count) of \(segment.data.count) bytes: opened")
          continue
        }
        XCTAssertEqual(error.code, .damaged, "\(count) bytes: \(error)")
      }
      let header = segment.batches[0].lowerBound
      for count in Thoroughness.some(of: header..<segment.data.count, oneIn: 9, first: sizes.count) {
        guard case (.opened(let log), _) = try segment.open(segment.data.prefix(count), isKnown: false) else {
          XCTFail("\(count) of \(segment.data.count) bytes: refused")
          continue
        }
        XCTAssertEqual(log.counts[0, default: 0], segment.count(before: count), "\(count) bytes")
        if !segment.batches.contains(where: { $0.upperBound == count }), count != header {
          XCTAssertNotNil(log.log.recovery, "\(count) bytes")
        }
      }
    }
  }

  func testNoZeroedEndGivesWrongValues() async throws {
    for (sizes, isSealed) in [(small, true), (small, false), (zeros, true), (zeros, false)] {
      let segment = try await Segment(sizes, isSealed: isSealed)
      let step = self.step(sizes, full: (1, 11), usual: (4, 31))
      for count in stride(from: 0, to: segment.data.count, by: step) {
        let data = segment.data.prefix(count) + Data(count: segment.data.count - count)
        // What was zeros anyway has not changed.
        let same = zip(segment.data, data).prefix { $0 == $1 }.count
        switch try segment.open(data, isKnown: false) {
        case (.opened(let log), _):
          XCTAssertEqual(log.counts[0, default: 0], segment.count(before: same), "\(count) bytes")
        case (.refused(let error), _):
          // A part of the header, which is there before the file is, or of a checksum, which no disk leaves out.
          XCTAssert(
            count < segment.batches[0].lowerBound
              || segment.batches.contains { $0.upperBound - 3..<$0.upperBound ~= count },
            "\(count): \(error)")
          assertLocated(error, segment, count)
        }
      }
    }
  }

  /// An error has the code, the file, and the place of the batch. In the header, any code will do.
  private func assertLocated(_ error: ArchiveError, _ segment: Segment, _ offset: Int) {
    XCTAssertEqual(error.file, segment.path)
    guard let batch = segment.batches.first(where: { $0.contains(offset) }) else {
      return XCTAssertLessThan(offset, segment.batches[0].lowerBound, "\(error)")
    }
    XCTAssertEqual(error.code, .damaged, "byte \(offset): \(error)")
    XCTAssertEqual(error.offset, batch.lowerBound, "byte \(offset)")
  }

  /// Batches that reached the disk before one in front of them are set aside.
  func testBatchesBehindATornOneAreKept() async throws {
    let disk = SimulatedDisk()
    let log = try ProofLog(disk, ProofLog.options())
    for first in [0, 40, 44] { try await log.append(first..<(first == 0 ? 40 : first + 4), until: .written) }
    disk.kill()
    var image = disk.image
    let (path, data) = image.contents(".column")[0]
    let frames = try SequenceParts(ofFile: data).frames
    // A sector in the middle of the first batch.
    image.files[image.names[path]!]!.resetBytes(in: 1_024..<1_536)
    let again = try ProofLog(SimulatedDisk(image), ProofLog.options())
    XCTAssertEqual(again.counts, [:])
    let kept = try XCTUnwrap(again.log.recovery?.removedBytes)
    let bytes = try XCTUnwrap(again.disk.image.contents(kept.lastPathComponent).first?.data)
    XCTAssertNotNil(bytes.range(of: data[frames[2].range]))
  }
}
