import ArchiveTestSupport
import ColumnArchives
import Foundation
import XCTest

/// Segments that are looked at batch by batch: what is found is what is found in the whole file, or nothing.
final class ScanInPiecesTests: InspectionTestCase {
  private struct Found: Equatable {
    let frames: [[Int]]
    let footer: Range<Int>?
    let torn: Range<Int>

    init(_ scan: FrameScan) {
      frames = scan.frames.map {
        [$0.first, $0.count, $0.synced, $0.range.lowerBound, $0.range.upperBound]
      }
      (footer, torn) = (scan.footer, scan.torn)
    }
  }

  /// Looks at a file, and returns whether nothing is wrong with it.
  private func look(_ data: Data, header: Int, salt: UInt32) -> Bool {
    let scan = FrameScan(undamaged: data.count, header: header, salt: salt) {
      data.dropFirst($0.lowerBound).prefix($0.count)
    }
    guard let scan else { return false }
    for isWhole in [false, true] {
      let whole = FrameScan(data, header: header, isWhole: isWhole)
      XCTAssertEqual(Found(scan), Found(whole))
      XCTAssertEqual(whole.damage.count, 0)
    }
    return true
  }

  func testSegmentsAndWhatBecomesOfThem() async throws {
    var random = SeededGenerator()
    let mutator = ByteMutator()
    for isClosed in [true, false] {
      let files = try await makeLog(isClosed: isClosed)
      for name in Self.segments(files) {
        let data = try XCTUnwrap(files[name])
        let header = try FrameScan.headerWithOrigin(of: data)
        let salt = FrameScan.salt(of: data, header: header.byteCount)
        XCTAssertTrue(look(data, header: header.byteCount, salt: salt), name)
        // Between two batches, nothing is incomplete.
        let ends = Set(
          FrameScan(data, header: header.byteCount).frames.map(\.range.upperBound) + [header.byteCount])
        for count in header.byteCount..<data.count {
          XCTAssertEqual(
            look(data.prefix(count), header: header.byteCount, salt: salt), ends.contains(count), "\(count)")
        }
        for _ in 0..<500 {
          let mutated = mutator.mutated(data, &random)
          if mutated.count >= header.byteCount {
            _ = look(mutated, header: header.byteCount, salt: salt)
          }
        }
      }
      try FileManager.default.removeItem(at: folder)
    }
  }
}
