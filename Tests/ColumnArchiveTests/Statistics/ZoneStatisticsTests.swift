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
    var (data, bodies, zones, count) = (format.header, [SequenceFrames.Body](), ZoneStatistics(), 0)
    for batch in batches {
      var frames = try format.frames(of: batch, .init(batchSize: 10_000))
      frames.number(from: count, synced: count, salt: 0)
      data += frames.data
      bodies += frames.bodies
      zones.add(frames)
      count += batch.count
    }
    data += try SequenceFormat.footer(of: bodies, zones: zones, salt: 0)
    let archive = try ColumnArchive(data)
    XCTAssertEqual(archive.count, count)
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
  private func zones(_ archive: ColumnArchive) throws -> [Int] {
    try archive.data.withUnsafeBytes {
      let bytes = ByteCursor($0)
      let context = try archive.readContext(bytes)
      return try archive.storedZones(in: bytes, context)?.1.batches.map(\.count) ?? []
    }
  }

  /// Whatever the sizes of batches and zones, each batch with a row is a candidate for what the row has, and conditions find
  /// the same rows as closures.
  func testZonesSayWhatIsTrue() throws {
    var random = SeededGenerator()
    var (sizes, excluded) = (Set<Int>(), 0)
    for (count, batchSize) in [(4, 6_000), (9, 3_000), (64, 80), (65, 40), (300, 2), (700, 1), (1, 6_000)] {
      let batches = rows((0..<count).map { _ in 1 + random.below(batchSize) }, &random)
      let archive = try sequence(batches)
      let zones = try zones(archive)
      XCTAssertEqual(zones.reduce(0, +), count, "\(count) batches, seed \(random.seed)")
      sizes.formUnion(zones)
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
    let writer = try ColumnArchiveWriter<ZoneRow>(appendingTo: file)
    for batch in batches { try writer.append(contentsOf: batch) }
    try writer.close()
    XCTAssertEqual(try statistics(of: ColumnArchive(Data(contentsOf: file))), expected)
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
      if closes { XCTAssertEqual(try statistics(of: archive), expected) }
      let last = try XCTUnwrap(all.last)
      XCTAssertEqual(
        try archive.positions(where: ZoneRow.path.date == last.date),
        all.indices.filter { all[$0].date == last.date })
    }
    // What batches have that a repair finds is found in their values.
    let header = try SequenceFormat(of: ZoneRow.self).header
    let frames = try SequenceParts(FrameSequence(encoded, from: header.count, salt: 0)).frames
    var (repaired, bodies, found) = (header, [SequenceFrames.Body](), ZonesOfFrames(header: header))
    for frame in frames {
      repaired += encoded[frame.range]
      bodies.append(SequenceFrames.Body(frame.body.count, frame.count))
      found.add(frame, body: encoded[frame.body])
    }
    repaired += try SequenceFormat.footer(of: bodies, zones: found.zones, salt: 0)
    let archive = try ColumnArchive(repaired)
    XCTAssertNoThrow(try archive.verify())
    XCTAssertEqual(try zones(archive), try zones(ColumnArchive(encoded)))
    for condition in conditions(all[1_300]) {
      XCTAssertEqual(
        try archive.candidates(for: condition), try ColumnArchive(encoded).candidates(for: condition))
    }
  }

  private func statistics(of archive: ColumnArchive) throws -> [UInt8] {
    Array(archive.data[try XCTUnwrap(archive.statistics)])
  }

  /// However many batches there are, statistics are small beside them.
  func testStatisticsAreSmall() throws {
    var random = SeededGenerator()
    for (count, batchSize) in [
      (3, 4_096), (4_096, 4_096), (3_000, 1), (3_000, 7), (3_000, 100), (3_000, 500),
    ] {
      let all = Array(rows(Array(repeating: 30, count: (count + 29) / 30), &random).joined()).prefix(count)
      let archive = try ColumnArchive(ColumnArchive.encode(Array(all), options: .init(batchSize: batchSize)))
      let byteCount = archive.statistics?.count ?? 0
      XCTAssertLessThanOrEqual(byteCount * 10, archive.data.count, "\(count) in \(batchSize)")
      XCTAssertEqual(byteCount > 0, count > 3, "\(count) in \(batchSize)")
    }
  }

  /// By the letter of the format's description.
  func testBytes() throws {
    var zones = ZoneStatistics()
    for number in 0..<4 {
      let numbers = ColumnStatistics.signed(Int64(number), Int64(number) + 2)
      zones.add([numbers, number == 1 ? .empty : .missing(number), .unknown], byteCount: 500)
    }
    let numbers: [UInt8] = [2, 0, 3, 2, 4, 3]
    let missing: [UInt8] = [7, 0, 7, 5]
    func checksum(_ bytes: [UInt8]) -> [UInt8] { Format.bytes(UInt64(Format.checksum(bytes)), 4) }
    // Two zones of two batches; 6 bytes of integers; 4 bytes of missing values; nothing.
    let list: [UInt8] = [2, 2, 2, 6] + checksum(numbers) + [4] + checksum(missing) + [0]
    let expected =
      Format.bytes(300, 8) + numbers + missing + Format.checked(list + Format.bytes(UInt64(list.count), 4))
    func write(_ zones: ZoneStatistics, batchCount: Int) -> [UInt8] {
      let output = OutputBuffer(capacity: 64)
      zones.write(elementCount: 300, batchCount: batchCount, to: output)
      return Array(output.takeData())
    }
    XCTAssertEqual(write(zones, batchCount: 4), expected)
    XCTAssertEqual(write(zones, batchCount: 5), [], "another number of batches")
    var few = ZoneStatistics()
    few.add([.signed(1, 2), .missing(0), .unknown], byteCount: 767)
    XCTAssertEqual(write(few, batchCount: 1), [], "less than 256 bytes for each column")
    few.add([.signed(1, 2), .missing(0), .unknown], byteCount: 1)
    XCTAssertNotEqual(write(few, batchCount: 2), [])
    // Batches of which nothing is known are zones that say nothing.
    var late = ZoneStatistics()
    late.add([], byteCount: 10_000)
    XCTAssertEqual(write(late, batchCount: 1), [])
    late.add([.unsigned(1, 1)], byteCount: 10_000)
    late.add([], byteCount: 10_000)
    let bools: [UInt8] = [0, 3, 1, 0, 0]
    let laterList: [UInt8] = [3, 1, 1, 1, 5] + checksum(bools)
    XCTAssertEqual(
      write(late, batchCount: 3),
      Format.bytes(300, 8) + bools + Format.checked(laterList + Format.bytes(UInt64(laterList.count), 4)))
    try expected.withUnsafeBytes { bytes in
      func read(_ length: Int, batchCount: Int = 4, columnCount: Int = 3) throws -> StoredZones {
        try StoredZones(
          ByteCursor(bytes).part(0..<length), batchCount: batchCount, columnCount: columnCount, verifies: true
        )
      }
      for length in 0..<expected.count { XCTAssertThrowsError(try read(length), "\(length)") }
      for count in [0, 2, 3, 5] {
        XCTAssertThrowsError(try read(expected.count, batchCount: count), "\(count)")
      }
      for count in [0, 2, 4] {
        XCTAssertThrowsError(try read(expected.count, columnCount: count), "\(count)")
      }
      let stored = try read(expected.count)
      XCTAssertEqual(stored.batches, [0..<2, 2..<4])
      let all = ByteCursor(bytes)
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
          XCTAssert([.damaged, .malformed].contains(error.code), "\(error)")
          thrown += 1
        }
      }
      // Values are read as before.
      XCTAssertEqual(try changed.elements(of: ZoneRow.self, in: 0..<1).count, 1)
      XCTAssertThrowsError(try changed.verify(), "byte \(offset)")
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
    let condition = ZoneRow.path.number >= 0
    XCTAssertNoThrow(try ColumnArchive(archive(Array(list))).positions(where: condition))
    // Other numbers of zones than there are.
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
    var zones = ZoneStatistics()
    zones.add(frames)
    XCTAssertEqual(frames.bodies.map(\.count), [10, 10, 10])
    let sequence =
      try format.header + frames.data + SequenceFormat.footer(of: frames.bodies, zones: zones, salt: 0)
    XCTAssertNil(try ColumnArchive(sequence).statistics)
    XCTAssertEqual(try ColumnArchive.decode([Int].self, from: sequence), Array(0..<30))
  }
}
