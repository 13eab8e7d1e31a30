import ArchiveLogs
import ArchiveTestSupport
import XCTest

/// A segment whose end the next segment has as well: a repair was stopped when it had moved it there.
final class OverlapTests: InspectionTestCase {
  /// Batches that the next segment has are not missed, however damaged: the first of them neither.
  func testDamageInAnOverlapIsNone() async throws {
    var files = try await makeLog()
    let name = Self.segments(files)[0]
    let places = try parts(XCTUnwrap(files[name])).batches
    func flip(batch: Int, in files: inout Files) { files[name]?[places[batch].lowerBound + 40] ^= 4 }
    flip(batch: 1, in: &files)
    try restore(files)
    let all = StoppingCalls()
    _ = try log.repair(all)
    var overlaps = 0
    for last in Thoroughness.some(of: 0..<all.count, oneIn: 2) {
      try restore(files)
      _ = try? log.repair(StoppingCalls(after: last, .kill))
      var stopped = try self.files()
      guard stopped[name] == files[name], Self.segments(stopped).count == 4 else { continue }
      overlaps += 1
      for isDamaged in [false, true] {
        if isDamaged { flip(batch: 2, in: &stopped) }
        try restore(stopped)
        let damage = try log.verify(StoppingCalls()).damage
        XCTAssertEqual(damage.map(\.first), [2, 4], "call \(last): \(damage)")
        XCTAssertEqual(damage.last?.next, 6, "call \(last)")
        XCTAssertEqual(damage.last?.error.found, "elements up to 5", "call \(last)")
      }
    }
    XCTAssertGreaterThan(overlaps, 0)
  }
}
