import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Elements in the order of one of their fields, compared with Foundation's comparators, which are stable.
final class SortTests: XCTestCase {
  private func archive<Value: ArchiveValue>(_ values: [Value], in size: Int = 64) throws -> ColumnArchive {
    try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: size)))
  }

  func testEveryPath() throws {
    var random = SeededGenerator()
    for count in [0, 1, 2, 50, Thoroughness.isFull ? 3000 : 700] {
      let journeys = (0..<count).map { _ in Journey.arbitrary(&random) }
      let archive = try archive(journeys, in: 77)
      func check(
        _ positions: (SortOrder) throws -> [Int], _ comparator: (SortOrder) -> KeyPathComparator<Journey>,
        line: UInt = #line
      ) throws {
        for order in [SortOrder.forward, .reverse] {
          let comparator = comparator(order)
          let expected = journeys.indices.sorted {
            let result = comparator.compare(journeys[$0], journeys[$1])
            return result == .orderedSame ? $0 < $1 : result == .orderedAscending
          }
          XCTAssertEqual(
            try positions(order), expected, "\(count) \(order), seed \(random.seed)", line: line)
        }
      }
      func check<Value: Comparable>(_ path: ArchivePath<Journey, Value>, line: UInt = #line) throws {
        try check({ try archive.positions(sortedBy: path, order: $0) }, path.comparator, line: line)
        XCTAssertEqual(
          try archive.elements(sortedBy: path), journeys.sorted(using: path.comparator()), line: line)
      }
      func check<Value: Comparable>(_ path: ArchivePath<Journey, Value?>, line: UInt = #line) throws {
        try check({ try archive.positions(sortedBy: path, order: $0) }, path.comparator, line: line)
        XCTAssertEqual(
          try archive.elements(sortedBy: path, order: .reverse),
          journeys.sorted(using: path.comparator(order: .reverse)), line: line)
      }
      try check(Journey.path.number)
      try check(Journey.path.cost)
      try check(Journey.path.name)
      try check(Journey.path.start)
      try check(Journey.path.rating)
      try check(Journey.path.place.latitude)
      try check(Journey.path.place.height)
      try check(Journey.path.home.latitude)
      try check(Journey.path.home.label)
      try check(Journey.path.region.size)
      try check(Journey.path.region.tint.red)
      try check(Journey.path.color.green)
      try check(Journey.path.watched)
    }
  }

  /// Every type that is sorted by its bits, with all of its edges, many times more than are sorted by comparing.
  func testNumbers() throws {
    var random = SeededGenerator()
    func check<Value: ArchiveValue & Arbitrary & Comparable & Sendable>(
      _ type: Value.Type, line: UInt = #line
    ) throws {
      for count in [255, 256, Thoroughness.isFull ? 5000 : 1500] {
        let values = (0..<count).map { _ in
          Pair(value: Value.arbitrary(&random), maybe: random.oneIn(5) ? nil : Value.arbitrary(&random))
        }
        let archive = try archive(values, in: 1000)
        let forward = values.indices.sorted { (values[$0].value, $0) < (values[$1].value, $1) }
        let message = "\(type) \(count), seed \(random.seed)"
        XCTAssertEqual(
          try archive.positions(sortedBy: Pair<Value>.path.value), forward, message, line: line)
        XCTAssertEqual(
          try archive.positions(sortedBy: Pair<Value>.path.value, order: .reverse),
          values.indices.sorted {
            values[$0].value == values[$1].value ? $0 < $1 : values[$0].value > values[$1].value
          }, message, line: line)
        let missing = values.indices.filter { values[$0].maybe == nil }
        let present = values.indices.filter { values[$0].maybe != nil }
        XCTAssertEqual(
          try archive.positions(sortedBy: Pair<Value>.path.maybe),
          missing + present.sorted { (values[$0].maybe!, $0) < (values[$1].maybe!, $1) }, message, line: line)
        XCTAssertEqual(
          try archive.positions(sortedBy: Pair<Value>.path.maybe, order: .reverse),
          present.sorted {
            values[$0].maybe == values[$1].maybe ? $0 < $1 : values[$0].maybe! > values[$1].maybe!
          } + missing, message, line: line)
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(Float.self)
    try check(Double.self)
    try check(CGFloat.self)
    try check(Date.self)
    try check(String.self)
  }

  /// Keys that differ in their lower halves only, in clusters far apart; and others that are all equal.
  func testClusters() throws {
    var random = SeededGenerator()
    let values = (0..<6000).map { _ in
      Point(
        x: [Int.min, -1, 1 << 40, Int.max - 5000].randomElement(using: &random)! &+ random.below(5000), y: 3)
    }
    let archive = try archive(values)
    XCTAssertEqual(
      try archive.positions(sortedBy: Point.path.x),
      values.indices.sorted { (values[$0].x, $0) < (values[$1].x, $1) }, "seed \(random.seed)")
    XCTAssertEqual(try archive.positions(sortedBy: Point.path.y, order: .reverse), Array(values.indices))
  }

  /// Both zeros are equal, and what is no number comes last.
  func testZerosAndNaN() throws {
    let numbers: [Double] = [.nan, 0, -0.0, -.nan, 0, -1, .infinity, -.infinity, -0.0]
    for repeats in [1, 100] {
      let values = (0..<repeats).flatMap { _ in numbers.map { Pair(value: $0, maybe: $0) } }
      let archive = try archive(values)
      let rank = { (number: Double) in number.isNaN ? 9.0 : number == .infinity ? 8 : max(number, -9) }
      let forward = values.indices.sorted { (rank(values[$0].value), $0) < (rank(values[$1].value), $1) }
      XCTAssertEqual(try archive.positions(sortedBy: Pair<Double>.path.value), forward)
      XCTAssertEqual(try archive.positions(sortedBy: Pair<Double>.path.maybe), forward)
      XCTAssertEqual(
        try archive.positions(sortedBy: Pair<Double>.path.value, order: .reverse),
        values.indices.sorted { (-rank(values[$0].value), $0) < (-rank(values[$1].value), $1) })
    }
  }

  func testErrors() throws {
    let points = try archive((0..<10).map { Point(x: $0, y: 0) })
    assertThrows(.missingField) { try points.positions(sortedBy: Event.path.timeStamp) }
    assertThrows(.missingField) { try points.elements(sortedBy: Event.path.eventTag) }
    assertThrows(.unsupported) { try points.positions(sortedBy: Session.path.count) }
    let one = try ColumnArchive(ColumnArchive.encode(Point(x: 1, y: 2)))
    assertThrows(.typeMismatch, saying: "a sequence") { try one.positions(sortedBy: Point.path.x) }
    XCTAssertEqual(try archive([Event]()).positions(sortedBy: Point.path.x), [])
  }
}

@Archivable(className: "Column_Pair")
private struct Pair<Value: ArchiveValue> {
  var value: Value
  var maybe: Value?
}
