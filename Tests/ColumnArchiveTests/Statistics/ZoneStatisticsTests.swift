import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

@Archivable(className: "ZoneRow")
struct ZoneRow: Equatable, Sendable {
  var number: Int32
  var size: UInt64
  var amount: Double
  var ratio: Float
  var date: Date
  var name: String
  var note: String?
  var isOn: Bool
  var inner: ZoneInner?
}

@Archivable(className: "ZoneInner")
struct ZoneInner: Equatable, Sendable {
  var level: Int?
  var list: [Int]
  var label: String
}

/// What zones say is true of each element of their batches.
final class ZoneStatisticsTests: XCTestCase {
  private static let texts = [
    "", "a", "ab", "ab\u{301}", "abc", "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnoz", "b",
    "\u{FF}",
    "\u{17F}\u{301}", "z", "zzzzzzzzzzzzzzzzzzzz", "漢字", "👩‍👩‍👧",
  ]

  private func row(_ random: inout SeededGenerator) -> ZoneRow {
    let text = { (random: inout SeededGenerator) in Self.texts.randomElement(using: &random)! }
    return ZoneRow(
      number: [.min, -1, 0, 1, .max].randomElement(using: &random)!,
      size: [0, 1, .max].randomElement(using: &random)!,
      amount: [-.infinity, -0.0, 0, 1.5, .nan, .infinity].randomElement(using: &random)!,
      ratio: [-1, 0, .nan, 2].randomElement(using: &random)!,
      date: Date(timeIntervalSinceReferenceDate: Double(random.below(5))), name: text(&random),
      note: random.oneIn(3) ? nil : text(&random), isOn: random.oneIn(2),
      inner: random.oneIn(3)
        ? nil
        : ZoneInner(
          level: random.oneIn(3) ? nil : random.below(4) - 2,
          list: (0..<random.below(3)).map { $0 }, label: text(&random)))
  }

  /// Rows of which few are different in each batch, so that some batches are told apart.
  private func rows(_ counts: [Int], _ random: inout SeededGenerator) -> [[ZoneRow]] {
    var kinds: [ZoneRow] = []
    return counts.enumerated().map { number, count in
      if number % 5 == 0 || random.oneIn(4) { kinds = (0..<2).map { _ in row(&random) } }
      return (0..<count).map { _ in kinds.randomElement(using: &random)! }
    }
  }

  /// A sequence of batches as a segment of a log.
  private func sequence(_ batches: [[ZoneRow]]) throws -> ColumnArchive {
    let format = try SequenceFormat(of: ZoneRow.self)
    var (data, index) = (format.header, SequenceIndex())
    for batch in batches {
      var frames = try format.frames(of: batch, .init(batchSize: 10_000))
      frames.number(from: index.count, synced: index.count, salt: 0)
      data += frames.data
      for batch in frames.batches { index.add(batch) }
    }
    data += index.footer(salt: 0)
    let archive = try ColumnArchive(data)
    XCTAssertEqual(archive.count, index.count)
    return archive
  }

  /// Conditions that a row satisfies, by each of its fields.
  private func conditions(_ row: ZoneRow) -> [ArchiveCondition<ZoneRow>] {
    let path = ZoneRow.path
    return [
      path.number == row.number, path.size == row.size, path.date == row.date, path.name == row.name,
      path.note == row.note, path.isOn == row.isOn,
      row.amount.isNaN ? path.amount != 7 : path.amount == row.amount,
      row.ratio.isNaN ? path.ratio != 7 : path.ratio == row.ratio,
      path.inner.label == row.inner?.label, path.inner.level == row.inner?.level,
    ]
  }

  /// The numbers of batches of the zones.
  private func zones(_ archive: ColumnArchive) -> [Int] { archive.zones?.batches.map(\.count) ?? [] }

  /// Whatever the sizes of batches and zones, each batch with a row is a candidate for what the row has, and conditions find
  /// the same rows as closures.
  func testZonesSayWhatIsTrue() throws {
    var random = SeededGenerator()
    var (sizes, excluded) = (Set<Int>(), 0)
    for (count, batchSize) in [(4, 6_000), (9, 3_000), (64, 80), (65, 40), (300, 2), (700, 1), (1, 6_000)] {
      let batches = rows((0..<count).map { _ in 1 + random.below(batchSize) }, &random)
      let archive = try sequence(batches)
      let zones = zones(archive)
      XCTAssertEqual(zones.reduce(0, +), count, "\(count) batches, seed \(random.seed)")
      sizes.formUnion(zones)
      let all = Array(batches.joined())
      for _ in 0..<Thoroughness.rounds(4, full: 300) {
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
          try archive.positions(where: ZoneRow.path.name == row.name),
          all.indices.filter { all[$0].name == row.name }, "seed \(random.seed)")
        XCTAssertEqual(
          try archive.positions(where: ZoneRow.path.inner.level == nil && ZoneRow.path.date > row.date),
          all.indices.filter { all[$0].inner?.level == nil && all[$0].date > row.date },
          "seed \(random.seed)")
      }
      XCTAssertEqual(try archive.candidates(for: ZoneRow.path.date > .distantFuture), [])
    }
    XCTAssert(sizes.contains(1), "\(sizes)")
    XCTAssert(sizes.contains { $0 > 1 }, "\(sizes)")
    XCTAssertGreaterThan(excluded, Thoroughness.isFull ? 300 : 100)
  }

  /// The three ways to write a sequence give the same statistics of the same batches.
  func testAllSequencesHaveThem() throws {
    var random = SeededGenerator()
    let batches = rows(Array(repeating: 250, count: 12), &random)
    let all = Array(batches.joined())
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let encoded = try ColumnArchive.encode(all, options: .init(batchSize: 250))
    let expected = footer(of: try ColumnArchive(encoded))
    XCTAssertEqual(footer(of: try sequence(batches)), expected)
    let writer = try ColumnArchiveWriter<ZoneRow>(appendingTo: file)
    for batch in batches { try writer.append(contentsOf: batch) }
    try writer.close()
    XCTAssertEqual(footer(of: try ColumnArchive(Data(contentsOf: file))), expected)
    // A writer goes on with what is there; of a file that was not closed, nothing is known.
    for closes in [true, false] {
      try? FileManager.default.removeItem(at: file)
      for part in [batches[..<3], batches[3..<7], batches[7...]] {
        let writer = try ColumnArchiveWriter<ZoneRow>(appendingTo: file)
        for batch in part { try writer.append(contentsOf: batch) }
        if closes || part.endIndex == batches.endIndex { try writer.close() }
      }
      let archive = try ColumnArchive(Data(contentsOf: file))
      XCTAssertNoThrow(try archive.verify())
      if closes { XCTAssertEqual(footer(of: archive), expected) }
      let last = try XCTUnwrap(all.last)
      XCTAssertEqual(
        try archive.positions(where: ZoneRow.path.date == last.date),
        all.indices.filter { all[$0].date == last.date })
    }
    // What batches have that a repair finds is found in their values.
    let header = try SequenceFormat(of: ZoneRow.self).header
    let frames = try SequenceParts(FrameSequence(encoded, from: header.count, salt: 0)).frames
    let statistics = BatchStatistics(header: header)
    var (repaired, index) = (header, SequenceIndex())
    for frame in frames {
      repaired += encoded[frame.range]
      index.add(statistics.batch(frame, body: encoded[frame.body]))
    }
    repaired += index.footer(salt: 0)
    let archive = try ColumnArchive(repaired)
    XCTAssertNoThrow(try archive.verify())
    XCTAssertEqual(zones(archive), zones(try ColumnArchive(encoded)))
    for condition in conditions(all[1_300]) {
      XCTAssertEqual(
        try archive.candidates(for: condition), try ColumnArchive(encoded).candidates(for: condition))
    }
  }

  private func footer(of archive: ColumnArchive) -> [UInt8] { Array(archive.data[footerRange(archive)]) }

  private func footerRange(_ archive: ColumnArchive) -> Range<Int> {
    (archive.batches.last?.body.upperBound ?? 0)..<archive.data.count
  }

  /// However many batches there are, statistics are small beside them.
  func testStatisticsAreSmall() throws {
    var random = SeededGenerator()
    for (count, batchSize) in [
      (3, 4_096), (4_096, 4_096), (3_000, 1), (3_000, 7), (3_000, 100), (3_000, 500),
    ] {
      let all = Array(rows(Array(repeating: 30, count: (count + 29) / 30), &random).joined()).prefix(count)
      let archive = try ColumnArchive(ColumnArchive.encode(Array(all), options: .init(batchSize: batchSize)))
      let byteCount = archive.zones?.columns.reduce(0) { $0 + $1.part.count + 5 } ?? 0
      XCTAssertLessThanOrEqual(byteCount * 10, archive.data.count, "\(count) in \(batchSize)")
      XCTAssertEqual(byteCount > 0, count > 3, "\(count) in \(batchSize)")
    }
  }

  /// By the letter of the format's description.
  func testBytes() throws {
    func index(_ batches: [(statistics: [ColumnStatistics], byteCount: Int)]) -> SequenceIndex {
      var index = SequenceIndex()
      for (statistics, byteCount) in batches {
        index.add(WrittenBatch(byteCount: byteCount, count: 75, statistics: statistics))
      }
      return index
    }
    func checksum(_ bytes: [UInt8]) -> [UInt8] { Format.bytes(UInt64(Format.checksum(bytes)), 4) }
    func table(_ sizes: Int...) -> [UInt8] {
      Format.varint(sizes.count) + sizes.flatMap { Format.varint($0) + [75] }
    }
    let four = index(
      (0..<4).map { number in
        let numbers = ColumnStatistics.signed(Int64(number), Int64(number) + 2)
        return ([numbers, number == 1 ? .empty : .missing(number), .unknown], 500)
      })
    let numbers: [UInt8] = [2, 0, 3, 2, 4, 3]
    let missing: [UInt8] = [7, 0, 7, 5]
    // Two zones of two batches; 6 bytes of integers; 4 bytes of missing values; nothing.
    let list: [UInt8] = [2, 2, 2, 6] + checksum(numbers) + [4] + checksum(missing) + [0]
    let expected = Format.footer(count: 300, table(500, 500, 500, 500) + list, numbers + missing)
    XCTAssertEqual(Array(four.footer(salt: 0)), expected)
    let few: (statistics: [ColumnStatistics], byteCount: Int) = ([.signed(1, 2), .missing(0), .unknown], 767)
    XCTAssertEqual(
      Array(index([few]).footer(salt: 0)), Format.footer(count: 75, []), "less than 256 bytes for each column"
    )
    XCTAssertGreaterThan(index([few, (few.statistics, 1)]).footer(salt: 0).count, 24 + 16 + 9)
    // Batches of which nothing is known are zones that say nothing.
    XCTAssertEqual(Array(index([([], 10_000)]).footer(salt: 0)), Format.footer(count: 75, []))
    let late = index([([], 10_000), ([.unsigned(1, 1)], 10_000), ([], 10_000)])
    let bools: [UInt8] = [0, 3, 1, 0, 0]
    XCTAssertEqual(
      Array(late.footer(salt: 0)),
      Format.footer(
        count: 225, table(10_000, 10_000, 10_000) + [3, 1, 1, 1, 5] + checksum(bools), bools))
    try expected.withUnsafeBytes { bytes in
      let all = ByteCursor(bytes, origin: 4 * (500 + BatchFrame.byteCount))
      let footer = try SequenceFooter(all, from: 0, salt: 0, verifies: true)
      XCTAssertEqual([footer.range.lowerBound, footer.count], [all.origin, 300])
      for length in 0..<expected.count {
        XCTAssertThrowsError(
          try SequenceFooter(all.part(0..<length), from: 0, salt: 0, verifies: true), "\(length)")
      }
      XCTAssertThrowsError(try SequenceFooter(all, from: 0, salt: 1, verifies: true))
      let stored = try XCTUnwrap(footer.zones)
      XCTAssertEqual(stored.batches, [0..<2, 2..<4])
      XCTAssertEqual(try stored.statistics(ofColumn: 0, in: all), [.signed(0, 3), .signed(2, 5)])
      XCTAssertEqual(try stored.statistics(ofColumn: 1, in: all), [.missing(0), .missing(5)])
      XCTAssertEqual(try stored.statistics(ofColumn: 2, in: all), [.unknown, .unknown])
    }
  }

  /// Changed bytes are an error, or make no difference; without checksums, any bytes are read without a trap.
  func testDamagedStatistics() throws {
    var random = SeededGenerator()
    let batches = rows(Array(repeating: 100, count: 30), &random)
    let whole = try sequence(batches)
    let location = footerRange(whole)
    let wanted = batches[17][3]
    let conditions = conditions(wanted)
    let expected = try conditions.map { try whole.positions(where: $0) }
    var options = ColumnArchive.DecodingOptions()
    options.verifiesChecksums = false
    var (thrown, unchecked) = (0, 0)
    for offset in Thoroughness.some(of: location, oneIn: 60) {
      var data = whole.data
      data[offset] ^= UInt8(1 << random.below(8))
      for condition in conditions {
        unchecked +=
          assertDecodesOrThrows("byte \(offset), seed \(random.seed)") {
            try ColumnArchive(data, options: options).positions(where: condition)
          } ? 1 : 0
      }
      let changed: ColumnArchive
      do {
        changed = try ColumnArchive(data)
      } catch let error as ArchiveError {
        XCTAssert([.damaged, .malformed, .truncated].contains(error.code), "\(error)")
        thrown += 1
        continue
      }
      for (condition, expected) in zip(conditions, expected) {
        do {
          let positions = try changed.positions(where: condition)
          XCTAssertEqual(positions, expected, "byte \(offset)")
        } catch let error as ArchiveError {
          XCTAssert([.damaged, .malformed].contains(error.code), "\(error)")
          thrown += 1
        }
      }
      // Values are read as before.
      XCTAssertEqual(try changed.elements(of: ZoneRow.self, in: 0..<1).count, 1)
      XCTAssertThrowsError(try changed.verify(), "byte \(offset)")
    }
    XCTAssertGreaterThan(thrown, Thoroughness.isFull ? 16 : 8)
    XCTAssertGreaterThan(unchecked, Thoroughness.isFull ? 16 : 8)
  }

  /// Lists that lie have right checksums, and are errors.
  func testHostileLists() throws {
    var random = SeededGenerator()
    let whole = try sequence(rows(Array(repeating: 100, count: 30), &random))
    let footer = Array(whole.data[footerRange(whole)])
    let size = Int(Format.number(footer[8..<16]))
    let table = Array(footer[16..<16 + size])
    let statistics = Array(footer[(16 + size)...].dropLast(ArchiveParts.footerCount))
    let batches =
      Format.varint(30) + whole.batches.flatMap { Format.varint($0.body.count) + Format.varint($0.count) }
    let list = Array(table.dropFirst(batches.count))
    func archive(_ list: [UInt8]) -> Data {
      whole.data.dropLast(footer.count)
        + Data(Format.footer(count: UInt64(whole.count), batches + list, statistics))
    }
    XCTAssertEqual(archive(list), whole.data)
    let condition = ZoneRow.path.number >= 0
    XCTAssertNoThrow(try ColumnArchive(archive(list)).positions(where: condition))
    // Other numbers of zones than there are.
    for first: UInt8 in [0, 1, 2, 31, 127] where first != list.first {
      var changed = list
      changed[0] = first
      XCTAssertThrowsError(try ColumnArchive(archive(changed)).positions(where: condition), "\(first)") {
        XCTAssert([.malformed, .truncated].contains(($0 as? ArchiveError)?.code), "\(first): \($0)")
      }
    }
    // Too few columns, and too many.
    let cases: [[UInt8]] = [Array(list.prefix(1)), list + [0], list + [200], list + [1, 0, 0, 0, 0], []]
    for changed in cases {
      XCTAssertThrowsError(try ColumnArchive(archive(changed)).positions(where: condition)) {
        XCTAssert([.malformed, .truncated].contains(($0 as? ArchiveError)?.code), "\($0)")
      }
    }
    // Any bytes.
    for round in 0..<Thoroughness.rounds(200, full: 20_000) {
      var changed = list
      for _ in 0...random.below(3) { changed[random.below(changed.count)] = UInt8.arbitrary(&random) }
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        try ColumnArchive(archive(changed)).positions(where: condition)
      }
    }
  }

  /// Footers and indexes cannot say that more bytes are theirs than there are.
  func testFootersThatLie() throws {
    var random = SeededGenerator()
    let whole = try sequence(rows(Array(repeating: 100, count: 30), &random))
    let table = footerRange(whole).lowerBound + 8
    var options = ColumnArchive.DecodingOptions()
    options.verifiesChecksums = false
    for size in [0, 1, 15, UInt64(whole.data.count), UInt64(UInt32.max), .max] {
      for place in [whole.data.count - 8, table] {
        var changed = whole.data
        changed.replaceSubrange(place..<place + 8, with: Format.bytes(size, 8))
        XCTAssertThrowsError(try ColumnArchive(changed, options: options), "\(size)") {
          XCTAssert($0 is ArchiveError)
        }
      }
    }
  }

  /// Records of more columns than zones say something of have none; their batches are written all the same.
  func testVeryManyColumns() throws {
    for (count, isWithin) in [(4_095, true), (4_096, false), (9_000, false)] {
      let fields = (0..<count).flatMap { Format.name("f\($0)") + Format.signed }
      let header = ArchiveParts(elements: [14] + Format.varint(count) + fields, count: 0, []).header
      let columns = try unsafe header.withUnsafeBytes { bytes in
        let layout = try ArchiveLayout(unsafe ByteCursor(bytes), verifies: true)
        return ZoneColumns(try SchemaReader.read(layout, ArchiveLimits()))
      }
      XCTAssertEqual(columns != nil, isWithin, "\(count)")
    }
    // Elements that are no records have none, either.
    let format = try SequenceFormat(of: Int.self)
    let frames = try format.frames(of: Array(0..<30), .init(batchSize: 10))
    var index = SequenceIndex()
    for batch in frames.batches { index.add(batch) }
    XCTAssertEqual(frames.batches.map(\.count), [10, 10, 10])
    let sequence = format.header + frames.data + index.footer(salt: 0)
    XCTAssertNil(try ColumnArchive(sequence).zones)
    XCTAssertEqual(try ColumnArchive.decode([Int].self, from: sequence), Array(0..<30))
  }
}
