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
final class BatchRunsTests: XCTestCase {
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
        : RunInner(
          level: random.oneIn(3) ? nil : random.below(4) - 2,
          list: (0..<random.below(3)).map { $0 }, label: text(&random)))
  }

  /// Rows of which few are different in each batch, so that some batches are told apart.
  private func rows(_ counts: [Int], _ random: inout SeededGenerator) -> [[RunRow]] {
    var kinds: [RunRow] = []
    return counts.enumerated().map { number, count in
      if number % 5 == 0 || random.oneIn(4) { kinds = (0..<2).map { _ in row(&random) } }
      return (0..<count).map { _ in kinds.randomElement(using: &random)! }
    }
  }

  /// A sequence of batches as a segment of a log.
  private func sequence(_ batches: [[RunRow]]) throws -> ColumnArchive {
    let format = try SequenceFormat(of: RunRow.self)
    var (data, bodies, runs, count) = (format.header, [SequenceFrames.Body](), BatchRuns(), 0)
    for batch in batches {
      var frames = try format.frames(of: batch, .init(batchSize: 10_000))
      frames.number(from: count, synced: count, salt: 0)
      data += frames.data
      bodies += frames.bodies
      runs.add(try XCTUnwrap(frames.runs))
      count += batch.count
    }
    data += try SequenceFormat.footer(of: bodies, runs: runs, salt: 0)
    let archive = try ColumnArchive(data)
    XCTAssertEqual(archive.count, count)
    return archive
  }

  /// Conditions that a row satisfies, by each of its fields.
  private func conditions(_ row: RunRow) -> [ArchiveCondition<RunRow>] {
    let path = RunRow.path
    return [
      path.number == row.number, path.size == row.size, path.date == row.date, path.name == row.name,
      path.note == row.note, path.isOn == row.isOn,
      row.amount.isNaN ? path.amount != 7 : path.amount == row.amount,
      row.ratio.isNaN ? path.ratio != 7 : path.ratio == row.ratio,
      path.inner.label == row.inner?.label, path.inner.level == row.inner?.level,
    ]
  }

  private func stored(_ archive: ColumnArchive) throws -> StoredRuns {
    let location = try XCTUnwrap(archive.statistics)
    return try archive.data.withUnsafeBytes {
      try StoredRuns(ByteCursor($0).part(location), verifies: true)
    }
  }

  /// Whatever the sizes of batches and runs, each batch with a row is a candidate for what the row has, and conditions find
  /// the same rows as closures.
  func testRunsSayWhatIsTrue() throws {
    var random = SeededGenerator()
    var (sizes, excluded) = (Set<Int>(), 0)
    for (count, batchSize) in [(4, 6_000), (9, 3_000), (64, 80), (65, 40), (300, 2), (700, 1), (3, 6_000)] {
      let batches = rows((0..<count).map { _ in 1 + random.below(batchSize) }, &random)
      let archive = try sequence(batches)
      XCTAssertEqual(archive.statistics == nil, count < 4, "\(count) batches, seed \(random.seed)")
      if archive.statistics == nil { continue }
      let size = try stored(archive).size
      sizes.insert(size)
      let all = Array(batches.joined())
      for _ in 0..<Thoroughness.rounds(30, full: 300) {
        let row = all.randomElement(using: &random)!
        for (index, condition) in conditions(row).enumerated() {
          let candidates = try archive.candidates(for: condition)
          XCTAssert(zip(candidates, candidates.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
          for (number, batch) in batches.enumerated() where batch.contains(row) {
            XCTAssert(
              candidates.contains { $0.contains(number) },
              "condition \(index) of \(row) in \(number) of \(count), seed \(random.seed)")
          }
          excluded += count - candidates.reduce(0) { $0 + $1.count }
        }
        XCTAssertEqual(
          try archive.positions(where: RunRow.path.name == row.name),
          all.indices.filter { all[$0].name == row.name }, "seed \(random.seed)")
        XCTAssertEqual(
          try archive.positions(where: RunRow.path.inner.level == nil && RunRow.path.date > row.date),
          all.indices.filter { all[$0].inner?.level == nil && all[$0].date > row.date },
          "seed \(random.seed)")
      }
      XCTAssertEqual(try archive.candidates(for: RunRow.path.date > .distantFuture), [])
    }
    XCTAssert(sizes.contains(1), "\(sizes)")
    XCTAssert(sizes.contains { $0 > 1 }, "\(sizes)")
    XCTAssertGreaterThan(excluded, 1_000)
  }

  /// The three ways to write a sequence give the same statistics of the same batches.
  func testAllSequencesHaveThem() throws {
    var random = SeededGenerator()
    let batches = rows(Array(repeating: 250, count: 12), &random)
    let all = Array(batches.joined())
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let encoded = try ColumnArchive.encode(all, options: .init(batchSize: 250))
    let expected = try statistics(of: ColumnArchive(encoded))
    XCTAssertEqual(try statistics(of: sequence(batches)), expected)
    let writer = try ColumnArchiveWriter<RunRow>(appendingTo: file)
    for batch in batches { try writer.append(contentsOf: batch) }
    try writer.close()
    XCTAssertEqual(try statistics(of: ColumnArchive(Data(contentsOf: file))), expected)
    // A writer goes on with what is there: statistics of runs, or those of batches if the file was not closed.
    for closes in [true, false] {
      try? FileManager.default.removeItem(at: file)
      for part in [batches[..<3], batches[3..<7], batches[7...]] {
        let writer = try ColumnArchiveWriter<RunRow>(appendingTo: file)
        for batch in part { try writer.append(contentsOf: batch) }
        if closes || part.endIndex == batches.endIndex { try writer.close() }
      }
      XCTAssertEqual(try statistics(of: ColumnArchive(Data(contentsOf: file))), expected)
    }
    // Batches that a repair finds say what they said.
    let header = try SequenceFormat(of: RunRow.self).header
    let frames = try SequenceParts(FrameSequence(encoded, from: header.count, salt: 0)).frames
    var (repaired, bodies, runs) = (header, [SequenceFrames.Body](), RunsOfFrames(header: header))
    for frame in frames {
      repaired += encoded[frame.range]
      bodies.append(SequenceFrames.Body(frame.body.count, frame.count))
      runs.add(frame, body: encoded[frame.body])
    }
    repaired += try SequenceFormat.footer(of: bodies, runs: runs.runs, salt: 0)
    XCTAssertEqual(try statistics(of: ColumnArchive(repaired)), expected)
  }

  private func statistics(of archive: ColumnArchive) throws -> [UInt8] {
    Array(archive.data[try XCTUnwrap(archive.statistics)])
  }

  /// However many batches there are, statistics are small beside them.
  func testStatisticsAreSmall() throws {
    var random = SeededGenerator()
    for (count, batchSize) in [(1, 4_096), (3_000, 1), (3_000, 7), (3_000, 100), (3_000, 500)] {
      let all = Array(rows(Array(repeating: 30, count: (count + 29) / 30), &random).joined()).prefix(count)
      let archive = try ColumnArchive(ColumnArchive.encode(Array(all), options: .init(batchSize: batchSize)))
      let byteCount = archive.statistics?.count ?? 0
      XCTAssertLessThanOrEqual(byteCount * 64, archive.data.count, "\(count) in \(batchSize)")
      XCTAssertEqual(byteCount > 0, archive.batchCount >= 4, "\(count) in \(batchSize)")
    }
  }

  /// By the letter of the format's description.
  func testBytes() throws {
    var runs = BatchRuns()
    for number in 0..<4 {
      let numbers = ColumnStatistics.signed(Int64(number), Int64(number) + 2)
      runs.add([.known(numbers), number == 1 ? .empty : .known(.missing(number)), .unknown])
    }
    let numbers: [UInt8] = [1, 0, 2, 1, 2, 2, 1, 4, 2, 1, 6, 2]
    let missing: [UInt8] = [11, 0, 12, 11, 2, 11, 3]
    func checksum(_ bytes: [UInt8]) -> [UInt8] { Format.bytes(UInt64(Format.checksum(bytes)), 4) }
    // Runs of one batch; 12 bytes of integers from 0 to 5; 7 bytes of 5 missing values; nothing.
    let list: [UInt8] = [1, 12] + checksum(numbers) + [1, 0, 5, 7] + checksum(missing) + [11, 5, 0]
    let expected =
      Format.bytes(300, 8) + numbers + missing + Format.checked(list + Format.bytes(UInt64(list.count), 4))
    func write(besides byteCount: Int) -> [UInt8]? {
      let output = OutputBuffer(capacity: 64)
      let isWritten = runs.write(elementCount: 300, batchByteCount: byteCount, to: output)
      return isWritten ? Array(output.takeData()) : nil
    }
    XCTAssertEqual(write(besides: 64 * expected.count), expected)
    // If that takes too much room, runs would be larger; and fewer than four are none.
    XCTAssertNil(write(besides: 64 * expected.count - 1))
    try expected.withUnsafeBytes { bytes in
      for length in 0..<expected.count {
        XCTAssertThrowsError(try StoredRuns(ByteCursor(bytes).part(0..<length), verifies: true), "\(length)")
      }
      let stored = try StoredRuns(ByteCursor(bytes), verifies: true)
      XCTAssertEqual(stored.columns.map(\.all), [.known(.signed(0, 5)), .known(.missing(5)), .unknown])
      XCTAssertEqual(try stored.runs(0, of: 4, in: ByteCursor(bytes)), runs.runs.map { $0[0] })
      XCTAssertEqual(try stored.runs(1, of: 4, in: ByteCursor(bytes)), runs.runs.map { $0[1] })
      XCTAssertEqual(try stored.runs(2, of: 4, in: ByteCursor(bytes)), Array(repeating: .unknown, count: 4))
    }
  }

  /// Runs are joined before they take much memory.
  func testVeryManyRuns() throws {
    var runs = BatchRuns(greatestCount: 100)
    for number in 0..<1_000 { runs.add([.known(.signed(Int64(number), Int64(number) + 1)), .empty]) }
    XCTAssertEqual([runs.batchCount, runs.size], [1_000, 32])
    XCTAssertEqual(runs.runs.count, 32)
    XCTAssertEqual(runs.runs[1], [.known(.signed(32, 64)), .empty])
    XCTAssertEqual(runs.runs[31], [.known(.signed(992, 1_000)), .empty])
    runs.add([])
    XCTAssertEqual(runs.runs[31], [])
  }

  /// Changed bytes are an error, or make no difference; without checksums, any bytes are read without a trap.
  func testDamagedStatistics() throws {
    var random = SeededGenerator()
    let batches = rows(Array(repeating: 100, count: 30), &random)
    let whole = try sequence(batches)
    let location = try XCTUnwrap(whole.statistics)
    let wanted = batches[17][3]
    let conditions = conditions(wanted)
    let expected = try conditions.map { try whole.positions(where: $0) }
    var options = ColumnArchive.DecodingOptions()
    options.verifiesChecksums = false
    var (thrown, unchecked) = (0, 0)
    for offset in Thoroughness.some(of: location, oneIn: 8) {
      var data = whole.data
      data[offset] ^= UInt8(1 << random.below(8))
      let changed = try ColumnArchive(data)
      for (condition, expected) in zip(conditions, expected) {
        do {
          let positions = try changed.positions(where: condition)
          XCTAssertEqual(positions, expected, "byte \(offset)")
        } catch let error as ArchiveError {
          XCTAssertEqual(error.code, .damaged)
          thrown += 1
        }
      }
      // Values are read as before.
      XCTAssertEqual(try changed.elements(of: RunRow.self, in: 0..<1).count, 1)
      if offset >= location.lowerBound + 8 { assertThrows(.damaged) { try changed.verify() } }
      for condition in conditions {
        unchecked +=
          assertDecodesOrThrows("byte \(offset), seed \(random.seed)") {
            try ColumnArchive(data, options: options).positions(where: condition)
          } ? 1 : 0
      }
    }
    XCTAssertGreaterThan(thrown, 50)
    XCTAssertGreaterThan(unchecked, 50)
  }

  /// Lists that lie have right checksums, and are errors.
  func testHostileLists() throws {
    var random = SeededGenerator()
    let whole = try sequence(rows(Array(repeating: 100, count: 30), &random))
    let location = try XCTUnwrap(whole.statistics)
    let section = Array(whole.data[location])
    let size = Int(Format.number(section[(section.count - 8)..<(section.count - 4)]))
    let list = section[(section.count - 8 - size)..<(section.count - 8)]
    func archive(_ list: [UInt8], size: Int? = nil) -> Data {
      let sized = list + Format.bytes(UInt64(size ?? list.count), 4)
      let statistics = section.dropLast(8 + self.size(of: section)) + Format.checked(sized)
      // The footer is that of before, but for the statistics.
      let end = Array(whole.data.suffix(ArchiveParts.footerCount))
      let table = Array(whole.data[location.upperBound...].dropLast(end.count))
      return whole.data[..<location.lowerBound]
        + Data(
          Format.footer(count: Format.number(end[0..<8]), table, Array(statistics)))
    }
    XCTAssertEqual(archive(Array(list)), whole.data)
    let condition = RunRow.path.number >= 0
    XCTAssertNoThrow(try ColumnArchive(archive(Array(list))).positions(where: condition))
    // Runs of no batches, or of others than there are.
    for first: UInt8 in [0, 1, 2, 31, 127] where first != list.first {
      var changed = Array(list)
      changed[0] = first
      XCTAssertThrowsError(try ColumnArchive(archive(changed)).positions(where: condition), "\(first)") {
        XCTAssert([.malformed, .truncated].contains(($0 as? ArchiveError)?.code), "\(first): \($0)")
      }
    }
    // Too few columns, too many, and a list that is longer than everything.
    let cases: [[UInt8]] = [Array(list.prefix(1)), Array(list) + [0], Array(list) + [200], []]
    for changed in cases {
      XCTAssertThrowsError(try ColumnArchive(archive(changed)).positions(where: condition)) {
        XCTAssert([.malformed, .truncated].contains(($0 as? ArchiveError)?.code), "\($0)")
      }
    }
    for size in [list.count + 1, section.count, Int(UInt32.max)] {
      assertThrows(size == list.count + 1 ? .damaged : .malformed) {
        try ColumnArchive(archive(Array(list), size: size)).positions(where: condition)
      }
    }
    // Any bytes.
    for round in 0..<Thoroughness.rounds(500, full: 20_000) {
      var changed = Array(list)
      for _ in 0...random.below(3) { changed[random.below(changed.count)] = UInt8.arbitrary(&random) }
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        try ColumnArchive(archive(changed)).positions(where: condition)
      }
    }
  }

  private func size(of section: [UInt8]) -> Int {
    Int(Format.number(section[(section.count - 8)..<(section.count - 4)]))
  }

  /// A footer cannot say that more bytes are statistics than there are.
  func testFootersThatLie() throws {
    var random = SeededGenerator()
    let whole = try sequence(rows(Array(repeating: 100, count: 30), &random)).data
    for size in [0, 1, 15, whole.count, Int(UInt32.max)] {
      let changed = whole.dropLast(12) + Data(Format.bytes(UInt64(size), 4)) + whole.suffix(8)
      var options = ColumnArchive.DecodingOptions()
      options.verifiesChecksums = false
      XCTAssertThrowsError(try ColumnArchive(changed, options: options), "\(size)") {
        XCTAssert($0 is ArchiveError)
      }
    }
  }

  /// Records of more columns than runs say something of have none; their batches are written all the same.
  func testVeryManyColumns() throws {
    for (count, isWithin) in [(4_095, true), (4_096, false), (9_000, false)] {
      let fields = (0..<count).flatMap { Format.name("f\($0)") + Format.signed }
      let header = ArchiveParts(elements: [14] + Format.varint(count) + fields, count: 0, []).header
      let columns = try unsafe header.withUnsafeBytes { bytes in
        let layout = try ArchiveLayout(unsafe ByteCursor(bytes), verifies: true)
        return ColumnDirectory(ofRunsIn: try SchemaReader.read(layout, ArchiveLimits()))
      }
      XCTAssertEqual(columns != nil, isWithin, "\(count)")
    }
    // Elements that are no records have none, either.
    let format = try SequenceFormat(of: Int.self)
    let frames = try format.frames(of: Array(0..<30), .init(batchSize: 10))
    XCTAssertNil(frames.runs)
    XCTAssertEqual(frames.bodies.map(\.count), [10, 10, 10])
    let sequence =
      try format.header + frames.data + SequenceFormat.footer(of: frames.bodies, runs: frames.runs, salt: 0)
    XCTAssertEqual(try ColumnArchive.decode([Int].self, from: sequence), Array(0..<30))
  }
}
