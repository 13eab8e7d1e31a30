import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

@Archivable(className: "RunRow")
struct RunRow: Equatable, Sendable {
  var number: Int32
  var size: UInt64
  var amount: Double
  var ratio: Float
  var date: Date
  var name: String
  var note: String?
  var isOn: Bool
  var inner: RunInner?
}

@Archivable(className: "RunInner")
struct RunInner: Equatable, Sendable {
  var level: Int?
  var list: [Int]
  var label: String
}

/// What runs of batches say is true of each element of the batches.
final class RunTreeTests: XCTestCase {
  private static let texts = [
    "", "a", "ab", "ab\u{301}", "abc", "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnoz", "b",
    "\u{FF}",
    "\u{17F}\u{301}", "z", "zzzzzzzzzzzzzzzzzzzz", "漢字", "👩‍👩‍👧",
  ]

  private func row(_ random: inout SeededGenerator) -> RunRow {
    let text = { (random: inout SeededGenerator) in Self.texts.randomElement(using: &random)! }
    return RunRow(
      number: [.min, -1, 0, 1, .max].randomElement(using: &random)!,
      size: [0, 1, .max].randomElement(using: &random)!,
      amount: [-.infinity, -0.0, 0, 1.5, .nan, .infinity].randomElement(using: &random)!,
      ratio: [-1, 0, .nan, 2].randomElement(using: &random)!,
      date: Date(timeIntervalSinceReferenceDate: Double(random.below(5))), name: text(&random),
      note: random.oneIn(3) ? nil : text(&random), isOn: random.oneIn(2),
      inner: random.oneIn(3)
        ? nil
        : RunInner(level: random.oneIn(3) ? nil : random.below(4) - 2, list: [1], label: text(&random)))
  }

  /// A sequence of batches with a footer that has runs, as a segment of a log.
  private func sequence(_ batches: [[RunRow]]) throws -> ColumnArchive {
    let format = try SequenceFormat(of: RunRow.self)
    var (data, bodies, runs, count) = (format.header, [SequenceFrames.Body](), RunTree(), 0)
    for batch in batches {
      var frames = try format.frames(of: batch, .init())
      frames.number(from: count, synced: count, salt: 0)
      data += frames.data
      bodies += frames.bodies
      runs.add(frames)
      count += batch.count
    }
    data += try SequenceFormat.footer(of: bodies, runs: runs)
    let archive = try ColumnArchive(data)
    XCTAssertEqual(archive.count, count)
    return archive
  }

  /// Whether a run may hold a row, by each of its fields.
  private func mayHold(_ run: ColumnArchive, _ row: RunRow) throws -> Bool {
    let path = RunRow.path
    var conditions = [
      path.number == row.number, path.size == row.size, path.date == row.date, path.name == row.name,
      path.note == row.note, path.isOn == row.isOn,
    ]
    conditions.append(row.amount.isNaN ? path.amount != 7 : path.amount == row.amount)
    conditions.append(row.ratio.isNaN ? path.ratio != 7 : path.ratio == row.ratio)
    return try conditions.allSatisfy { try run.mayHold($0) }
  }

  func testRunsSayWhatIsTrue() throws {
    var random = SeededGenerator()
    for count in Thoroughness.isFull ? [65, 128, 129, 1_000, 4_096, 4_097, 4_161] : [65, 129, 4_097] {
      // Few different values in each run, so that some are told apart.
      var kinds: [RunRow] = []
      let batches = (0..<count).map { number -> [RunRow] in
        if number % 150 == 0 { kinds = (0..<2).map { _ in row(&random) } }
        return (0..<(random.oneIn(9) ? 3 : 1)).map { _ in kinds.randomElement(using: &random)! }
      }
      let runs = try XCTUnwrap(SequenceRuns(try sequence(batches), verifies: true))
      var (seen, excluded) = ([Int: Int](), 0)
      for first in 0..<count {
        for run in runs.runs(from: first) {
          XCTAssertEqual(run.batches.lowerBound, first)
          seen[run.batches.count, default: 0] += 1
          let rows = Array(batches[run.batches].joined())
          XCTAssertEqual(run.archive.count, rows.count)
          for _ in 0..<20 {
            let row = rows.randomElement(using: &random)!
            XCTAssert(try mayHold(run.archive, row), "\(row) in \(run.batches) of \(count)")
          }
          let absent = [RunRow.path.name == "absent", RunRow.path.number == 7, RunRow.path.size == 7]
          excluded += try absent.count { try !run.archive.mayHold($0) }
        }
      }
      XCTAssertEqual(seen[64], count / 64, "\(seen)")
      XCTAssertEqual(seen[count], 1, "the largest run has all: \(seen)")
      XCTAssertGreaterThan(excluded, 0)
    }
  }

  func testFewBatchesHaveNoRuns() throws {
    var random = SeededGenerator()
    let archive = try sequence((0..<64).map { _ in [row(&random)] })
    XCTAssertNil(SequenceRuns(archive, verifies: true))
  }

  /// Any bytes in the place of runs say something, or nothing, and never trap.
  func testHostileRuns() throws {
    var random = SeededGenerator()
    let whole = try sequence((0..<200).map { _ in [row(&random)] }).data
    var options = ColumnArchive.DecodingOptions()
    options.verifiesChecksums = false
    var asked = 0
    for _ in 0..<Thoroughness.rounds(1_000, full: 50_000) {
      var data = whole
      for _ in 0..<1 + random.below(4) {
        let place = data.count - 1 - random.below(random.oneIn(2) ? 60 : 1_500)
        data[place] = random.oneIn(2) ? UInt8.random(in: 0...255, using: &random) : data[place] ^ 1
      }
      guard let changed = try? ColumnArchive(data, options: options),
        let runs = SequenceRuns(changed, verifies: false)
      else { continue }
      for first in stride(from: 0, to: 200, by: 64) {
        for run in runs.runs(from: first) {
          _ = try? run.archive.mayHold(RunRow.path.name == "absent")
          asked += 1
        }
      }
    }
    XCTAssertGreaterThan(asked, 500)
  }
}
