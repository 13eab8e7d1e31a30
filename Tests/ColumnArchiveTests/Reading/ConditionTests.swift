import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// Conditions hold for the same elements as closures with the same comparisons, whatever the archive says of its
/// batches.
final class ConditionTests: XCTestCase {
  /// A condition, and the same as a closure.
  private struct Pair {
    let condition: ArchiveCondition<Reading>
    let holds: (Reading) -> Bool
    let text: String
  }

  private struct Pairs {
    var random: SeededGenerator
    let readings: [Reading]
    var taste: ReadingTaste

    /// The value of some element, or another one.
    mutating func value<Value>(_ get: (Reading) -> Value?, _ other: (inout ReadingTaste) -> Value) -> Value {
      (random.oneIn(3) ? nil : readings.randomElement(using: &random).flatMap(get)) ?? other(&taste)
    }

    /// The description of a date that is NaN traps.
    private static func text<Value>(_ value: Value) -> String {
      " " + ((value as? Date)?.timeIntervalSinceReferenceDate.description ?? "\(value)")
    }

    /// Dates that are NaN are neither less than another nor in a range.
    static func isRange<Value: Comparable>(_ low: Value, _ high: Value) -> Bool {
      low < high || low == high
    }

    mutating func compare<Value: Comparable & Sendable>(
      _ path: ArchivePath<Reading, Value>, _ get: @escaping (Reading) -> Value,
      _ other: (inout ReadingTaste) -> Value
    ) -> Pair {
      let (value, second) = (self.value(get, other), self.value(get, other))
      let text = path.storedName! + Self.text(value)
      switch random.below(8) {
      case 0: return Pair(condition: path == value, holds: { get($0) == value }, text: "== " + text)
      case 1: return Pair(condition: path != value, holds: { get($0) != value }, text: "!= " + text)
      case 2: return Pair(condition: path < value, holds: { get($0) < value }, text: "< " + text)
      case 3: return Pair(condition: path <= value, holds: { get($0) <= value }, text: "<= " + text)
      case 4: return Pair(condition: path > value, holds: { get($0) > value }, text: "> " + text)
      case 5: return Pair(condition: path >= value, holds: { get($0) >= value }, text: ">= " + text)
      case 6 where Self.isRange(value, second):
        let range = value...second
        return Pair(
          condition: path.isContained(in: range), holds: { range.contains(get($0)) }, text: "range " + text)
      case 7 where Self.isRange(value, second):
        let range = value..<second
        return Pair(
          condition: path.isContained(in: range), holds: { range.contains(get($0)) }, text: "range " + text)
      default: return compare(path, get, other)
      }
    }

    mutating func compare<Value: Comparable & Sendable>(
      optional path: ArchivePath<Reading, Value?>, _ get: @escaping (Reading) -> Value?,
      _ other: (inout ReadingTaste) -> Value
    ) -> Pair {
      let (value, second) = (self.value(get, other), self.value(get, other))
      let text = path.storedName! + Self.text(value)
      func compared(_ compare: @escaping (Value) -> Bool) -> (Reading) -> Bool {
        { get($0).map(compare) ?? false }
      }
      switch random.below(11) {
      case 0: return Pair(condition: path == value, holds: { get($0) == value }, text: "== " + text)
      case 1: return Pair(condition: path != value, holds: { get($0) != value }, text: "!= " + text)
      case 2: return Pair(condition: path < value, holds: compared { $0 < value }, text: "< " + text)
      case 3: return Pair(condition: path <= value, holds: compared { $0 <= value }, text: "<= " + text)
      case 4: return Pair(condition: path > value, holds: compared { $0 > value }, text: "> " + text)
      case 5: return Pair(condition: path >= value, holds: compared { $0 >= value }, text: ">= " + text)
      case 6 where Self.isRange(value, second):
        return Pair(
          condition: path.isContained(in: value...second), holds: compared { (value...second).contains($0) },
          text: "... " + text)
      case 7 where Self.isRange(value, second):
        return Pair(
          condition: path.isContained(in: value..<second), holds: compared { (value..<second).contains($0) },
          text: "..< " + text)
      case 8: return Pair(condition: path == nil, holds: { get($0) == nil }, text: "nil " + text)
      case 9: return Pair(condition: path != nil, holds: { get($0) != nil }, text: "not nil " + text)
      case 10:
        let value: Value? = random.oneIn(2) ? nil : value
        return Pair(condition: path == value, holds: { get($0) == value }, text: "==? " + text)
      default: return compare(optional: path, get, other)
      }
    }

    mutating func prefix() -> Pair {
      var prefix = value(\.text) { $0.text() }
      prefix = String(prefix.unicodeScalars.prefix(random.below(18)))
      return random.oneIn(2)
        ? Pair(
          condition: Reading.path.text.hasPrefix(prefix), holds: { $0.text.hasPrefix(prefix) },
          text: "prefix \(Array(prefix.unicodeScalars))")
        : Pair(
          condition: Reading.path.remark.hasPrefix(prefix), holds: { $0.remark?.hasPrefix(prefix) ?? false },
          text: "prefix of remark \(Array(prefix.unicodeScalars))")
    }

    mutating func single() -> Pair {
      switch random.below(20) {
      case 0: return compare(Reading.path.number, \.number) { $0.reading().number }
      case 1: return compare(Reading.path.small, \.small) { $0.reading().small }
      case 2: return compare(Reading.path.large, \.large) { $0.reading().large }
      case 3: return compare(Reading.path.value, \.value) { $0.double() }
      case 4: return compare(Reading.path.ratio, \.ratio) { Float($0.double()) }
      case 5: return compare(Reading.path.time, \.time) { $0.reading().time }
      case 6, 7, 8: return compare(Reading.path.text, \.text) { $0.text() }
      case 9: return compare(optional: Reading.path.grade, \.grade) { $0.reading().number }
      case 10: return compare(optional: Reading.path.weight, \.weight) { $0.double() }
      case 11: return compare(optional: Reading.path.until, \.until) { $0.reading().time }
      case 12: return compare(optional: Reading.path.remark, \.remark) { $0.text() }
      case 13: return compare(Reading.path.origin.level, \.origin.level) { $0.reading().number }
      case 14: return compare(optional: Reading.path.origin.name, \.origin.name) { $0.text() }
      case 15:
        return compare(optional: Reading.path.target.level, \.target?.level) { $0.reading().number }
      case 16: return compare(optional: Reading.path.target.name, \.target?.name) { $0.text() }
      case 17: return prefix()
      case 18:
        let value = random.oneIn(2)
        return random.oneIn(2)
          ? Pair(
            condition: Reading.path.isOpen == value, holds: { $0.isOpen == value }, text: "isOpen \(value)")
          : Pair(
            condition: Reading.path.isFinal != value, holds: { $0.isFinal != value },
            text: "isFinal != \(value)")
      default:
        return random.oneIn(2)
          ? Pair(condition: Reading.path.target == nil, holds: { $0.target == nil }, text: "no target")
          : Pair(condition: Reading.path.tags != [], holds: { $0.tags != [] }, text: "tags")
      }
    }

    mutating func next(_ depth: Int = 0) -> Pair {
      guard depth < 3, random.oneIn(2) else { return single() }
      let first = next(depth + 1)
      if random.oneIn(4) {
        return Pair(condition: !first.condition, holds: { !first.holds($0) }, text: "!(\(first.text))")
      }
      let second = next(depth + 1)
      return random.oneIn(2)
        ? Pair(
          condition: first.condition && second.condition, holds: { first.holds($0) && second.holds($0) },
          text: "(\(first.text) && \(second.text))")
        : Pair(
          condition: first.condition || second.condition, holds: { first.holds($0) || second.holds($0) },
          text: "(\(first.text) || \(second.text))")
    }
  }

  /// Elements in batches of 50, where each batch has a taste of its own.
  private func readings(_ random: inout SeededGenerator, batches: Int = 4) -> [Reading] {
    (0..<batches).flatMap { _ in
      var taste = ReadingTaste(&random)
      return (0..<50).map { _ in taste.reading() }
    }
  }

  func testConditionsAreClosures() throws {
    var random = SeededGenerator()
    var (opened, all) = (0, 0)
    for _ in 0..<Thoroughness.rounds(4, full: 30) {
      let readings = readings(&random)
      let data = try ColumnArchive.encode(readings, options: .init(batchSize: 50))
      let archive = try ColumnArchive(data)
      let silent = try ColumnArchive(ArchiveParts.resealed(data))
      var pairs = Pairs(
        random: SeededGenerator(seed: random.next()), readings: readings, taste: ReadingTaste(&random))
      for _ in 0..<80 {
        let pair = pairs.next()
        let expected = readings.indices.filter { pair.holds(readings[$0]) }
        let message = "\(pair.text), seed \(random.seed)"
        let reader = try ConditionEvaluator(pair.condition, in: archive, budget: archive.budget)
        XCTAssertEqual(try reader.positions(), expected, message)
        XCTAssertEqual(try silent.positions(where: pair.condition), expected, message)
        opened += reader.openedBatchCount
        all += archive.batchCount
        if expected.count < 5 {
          XCTAssertEqual(
            try archive.elements(where: pair.condition).map(\.number), expected.map { readings[$0].number },
            message)
        }
      }
    }
    // It is not the conditions alone that are right: batches were passed over.
    XCTAssertLessThan(opened * 10, all * 9)
  }

  private func log(_ count: Int = 4_000) -> [Reading] {
    var random = SeededGenerator(seed: 1)
    var taste = ReadingTaste(&random)
    return (0..<count).map { row in
      var reading = taste.reading()
      reading.number = row
      reading.time = Date(timeIntervalSinceReferenceDate: Double(row) / 10)
      reading.text = "row \(100_000 + row)"
      reading.grade = row < 2_000 ? nil : row
      reading.isOpen = row < 1_000
      return reading
    }
  }

  /// Counts the batches that are opened, and the columns that are read in them.
  private func check(
    _ condition: ArchiveCondition<Reading>, in archive: ColumnArchive, opens batches: Int,
    columns: Int? = nil, finds count: Int, line: UInt = #line
  ) throws {
    let reader = try ConditionEvaluator(condition, in: archive, budget: archive.budget)
    XCTAssertEqual(try reader.positions().count, count, line: line)
    XCTAssertEqual(reader.openedBatchCount, batches, line: line)
    XCTAssertEqual(reader.readColumnCount, columns ?? batches, line: line)
  }

  func testBatchesArePassedOver() throws {
    let data = try ColumnArchive.encode(log(), options: .init(batchSize: 100))
    let archive = try ColumnArchive(data)
    XCTAssertEqual(archive.batchCount, 40)
    let time = Reading.path.time
    func date(_ row: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(row) / 10) }
    try check(time > date(3_949), in: archive, opens: 1, finds: 50)
    try check(time >= date(3_900), in: archive, opens: 0, finds: 100)
    try check(time < date(0), in: archive, opens: 0, finds: 0)
    try check(time == date(1_234), in: archive, opens: 1, finds: 1)
    try check(time != date(1_234), in: archive, opens: 1, finds: 3_999)
    try check(!(time.isContained(in: date(50)..<date(3_950))), in: archive, opens: 2, finds: 100)
    // Two tests of one path share its column.
    try check(time.isContained(in: date(50)...date(60)), in: archive, opens: 1, finds: 11)
    try check(Reading.path.number.isContained(in: 120..<130), in: archive, opens: 1, finds: 10)
    try check(Reading.path.text == "row 100123", in: archive, opens: 1, finds: 1)
    try check(Reading.path.text.hasPrefix("row 1012"), in: archive, opens: 1, finds: 100)
    try check(Reading.path.text.hasPrefix("column"), in: archive, opens: 0, finds: 0)
    try check(Reading.path.grade == nil, in: archive, opens: 0, finds: 2_000)
    try check(Reading.path.grade > 3_990, in: archive, opens: 1, finds: 9)
    try check(Reading.path.isOpen == true, in: archive, opens: 0, finds: 1_000)
    // The second column is read only where the first leaves something open.
    try check(
      Reading.path.number == 7 && Reading.path.tags == ["no such tag"], in: archive, opens: 1, columns: 2,
      finds: 0)
    try check(
      Reading.path.tags == ["no such tag"] && Reading.path.number < 0, in: archive, opens: 0, finds: 0)
    try check(Reading.path.number >= 0 || Reading.path.tags == [], in: archive, opens: 0, finds: 4_000)
  }

  /// A batch whose statistics decide is not read, not even to verify it.
  func testDamagedBatchesArePassedOver() throws {
    var data = try ColumnArchive.encode(log(), options: .init(batchSize: 100))
    let body = try ArchiveParts(data).header.count + 32
    for position in 2..<200 { data[body + position] ^= 0x55 }
    let archive = try ColumnArchive(data)
    try check(Reading.path.number > 3_949, in: archive, opens: 1, finds: 50)
    assertThrows(.damaged) { try archive.positions(where: Reading.path.number < 5) }
  }

  /// Batches without a directory, and columns with a storage method, say nothing of themselves.
  func testArchivesWithoutStatistics() throws {
    let silent = try ArchiveParts.resealed(ColumnArchive.encode(log(400), options: .init(batchSize: 100)))
    try check(Reading.path.number < 10, in: try ColumnArchive(silent), opens: 4, finds: 10)
    let notes = (0..<400).map {
      Note(day: Date(timeIntervalSince1970: Double($0) * 86_400), text: "note \($0)", number: $0)
    }
    let archive = try ColumnArchive(ColumnArchive.encode(notes, options: .init(batchSize: 100)))
    let condition = Note.path.day < Date(timeIntervalSince1970: 3 * 86_400)
    let reader = try ConditionEvaluator(condition, in: archive, budget: archive.budget)
    XCTAssertEqual(try reader.positions(), [0, 1, 2])
    XCTAssertEqual(reader.openedBatchCount, 4)
  }

  /// A missing optional is not a present one that is missing inside.
  func testOptionalsOfOptionals() throws {
    let layers = (0..<300).map { row in
      Layer(number: row, maybe: row % 3 == 0 ? .none : .some(row % 3 == 1 ? nil : row), text: "layer \(row)")
    }
    let archive = try ColumnArchive(ColumnArchive.encode(layers, options: .init(batchSize: 200)))
    func check(
      _ condition: ArchiveCondition<Layer>, line: UInt = #line, _ holds: (Int??) -> Bool
    ) throws {
      let expected = layers.indices.filter { holds(layers[$0].maybe) }
      XCTAssertEqual(try archive.positions(where: condition), expected, line: line)
    }
    try check(Layer.path.maybe == nil) { $0 == nil }
    try check(Layer.path.maybe != nil) { $0 != nil }
    try check(Layer.path.maybe == .some(nil)) { $0 == .some(nil) }
    try check(Layer.path.maybe == .some(.some(8))) { $0 == 8 }
  }

  /// A date is not a number, even if the bounds would say that none matches.
  func testOtherTypes() throws {
    let archive = try ColumnArchive(ColumnArchive.encode(log(300), options: .init(batchSize: 100)))
    assertThrows(.typeMismatch, at: "time") { try archive.positions(where: TimeAsNumber.path.time < -5) }
    assertThrows(.typeMismatch, at: "value") {
      try archive.positions(where: TimeAsNumber.path.value < .distantPast)
    }
  }

  func testErrors() throws {
    let readings = log(300)
    let archive = try ColumnArchive(ColumnArchive.encode(readings, options: .init(batchSize: 100)))
    assertThrows(.missingField, saying: "a field nowhere") {
      try archive.positions(where: Elsewhere.path.nowhere == 1)
    }
    assertThrows(.unsupported) { try archive.positions(where: Session.path.count > 1) }
    let one = try ColumnArchive(ColumnArchive.encode(readings[0]))
    assertThrows(.typeMismatch, saying: "a sequence") { try one.elements(where: Reading.path.number > 0) }
    let none = try ColumnArchive(ColumnArchive.encode([Reading]()))
    XCTAssertEqual(try none.elements(where: Reading.path.number > 0), [])
    // All columns of a condition share one budget, and so do the elements.
    var options = ColumnArchive.DecodingOptions(limits: ArchiveLimits(maximumDecodedSize: 60_000))
    var small = try ColumnArchive(archive.data, options: options)
    XCTAssertEqual(try small.positions(where: Reading.path.value < -.infinity), [])
    assertThrows(.limitExceeded) { try small.elements(where: Reading.path.number >= 0) }
    options.limits.maximumDecodedSize = 2_000
    small = try ColumnArchive(archive.data, options: options)
    assertThrows(.limitExceeded) { try small.positions(where: Reading.path.number == 250) }
  }

  /// A count that no bytes back up.
  func testLimits() throws {
    let parts = ArchiveParts(
      elements: Format.record(["x": Format.signed, "y": Format.signed]), count: 1 << 50,
      Format.integers([5]) + Format.integers([6]))
    let archive = try ColumnArchive(parts.data)
    assertThrows(.limitExceeded) { try archive.positions(where: Point.path.x > 0) }
    assertThrows(.limitExceeded) { try archive.positions(where: !(Point.path.x > 0)) }
  }
}

@Archivable(className: "Column_Reading")
private struct Elsewhere { var nowhere: Int }

@Archivable(className: "Column_Note")
private struct Note: Equatable {
  @Stored(.transformed(ISO8601DateTransformer.self)) var day: Date
  var text: String
  var number: Int
}

@Archivable(className: "Column_Layer")
private struct Layer: Equatable {
  var number: Int
  var maybe: Int??
  var text: String
}

@Archivable(className: "Column_Reading")
private struct TimeAsNumber {
  var time: Double
  var value: Date
}
