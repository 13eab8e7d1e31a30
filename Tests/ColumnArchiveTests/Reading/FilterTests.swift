import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Elements that are chosen by one of their fields, and by their positions.
final class FilterTests: XCTestCase {
  private func archive<Value: ArchiveValue>(_ values: [Value], in size: Int = 64) throws -> ColumnArchive {
    try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: size)))
  }

  private func check<Value>(
    _ path: ArchivePath<Journey, Value>, in archive: ColumnArchive, _ journeys: [Journey], _ message: String,
    line: UInt = #line, _ isIncluded: (Value) -> Bool
  ) throws {
    let expected = journeys.indices.filter { isIncluded(journeys[$0][keyPath: path.keyPath]) }
    XCTAssertEqual(try archive.positions(where: path, isIncluded), expected, message, line: line)
    XCTAssertEqual(
      try archive.elements(where: path, isIncluded), expected.map { journeys[$0] }, message, line: line)
  }

  func testFilters() throws {
    var random = SeededGenerator()
    for count in [0, 1, 5, 300] {
      let journeys = (0..<count).map { _ in Journey.arbitrary(&random) }
      for size in [1, 7, 64, 1000] where size != 1 || count < 100 {
        let archive = try archive(journeys, in: size)
        func check<Value>(
          _ path: ArchivePath<Journey, Value>, line: UInt = #line, _ isIncluded: (Value) -> Bool
        ) throws {
          try self.check(
            path, in: archive, journeys, "\(count) in batches of \(size), seed \(random.seed)", line: line,
            isIncluded)
        }
        try check(Journey.path.number) { $0 < 5 }
        try check(Journey.path.number) { _ in true }
        try check(Journey.path.number) { _ in false }
        try check(Journey.path.cost) { $0 > 0 }
        try check(Journey.path.name) { $0.hasSuffix("7") }
        try check(Journey.path.start) { $0 < Date(timeIntervalSinceReferenceDate: 0) }
        try check(Journey.path.rating) { $0 == nil }
        try check(Journey.path.home.latitude) { ($0 ?? -1) > 0 }
        try check(Journey.path.region.center.label) { $0 == "spot 1" }
        try check(Journey.path.region.tint.red) { ($0 ?? 0) > 99 }
        try check(Journey.path.color.blue) { $0 % 2 == 0 }
        try check(Journey.path.spots) { $0.count > 1 }
        try check(Journey.path.mode) { $0.rawValue == 2 }
        try check(Journey.path) { $0.number < 3 && $0.home != nil }
      }
    }
  }

  /// More elements than are read at a time, in one batch.
  func testLargeBatches() throws {
    let values = (0..<20_000).map {
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: Double($0 % 997)), eventTag: "\($0)")
    }
    let archive = try archive(values, in: 15_000)
    let expected = values.filter { $0.timeStamp.timeIntervalSinceReferenceDate < 10 }
    XCTAssertEqual(
      try archive.elements(where: Event.path.timeStamp) { $0.timeIntervalSinceReferenceDate < 10 }, expected)
    XCTAssertEqual(try archive.elements(where: Event.path.eventTag) { $0.hasSuffix("99") }.count, 200)
  }

  func testPositions() throws {
    var random = SeededGenerator()
    let journeys = (0..<100).map { _ in Journey.arbitrary(&random) }
    for size in [1, 8, 1000] {
      let archive = try archive(journeys, in: size)
      func check(_ positions: [Int], line: UInt = #line) {
        XCTAssertEqual(
          try archive.elements(of: Journey.self, at: positions), positions.map { journeys[$0] },
          "\(positions) in batches of \(size), seed \(random.seed)", line: line)
      }
      check([])
      check([0])
      check([99])
      check([7, 8, 9])
      check([0, 99])
      check([9, 8, 7])
      check([5, 5, 5])
      check([50, 3, 50, 3, 99, 0, 0])
      check(Array(journeys.indices))
      check(journeys.indices.reversed())
      check(journeys.indices.shuffled(using: &random))
      check((0..<400).map { _ in random.below(100) })
      check(journeys.indices.filter { _ in random.oneIn(4) })
      XCTAssertEqual(
        try archive.elements(of: Journey.self, at: IndexSet([3, 9, 10])), [3, 9, 10].map { journeys[$0] })
    }
  }

  /// Strings, optionals, lists and cases, each of which passes over values in its own way.
  func testPositionsOfEveryKind() throws {
    var random = SeededGenerator()
    func check<Value: ArchiveValue & Equatable & Arbitrary>(_ type: Value.Type, line: UInt = #line) throws {
      let values = (0..<60).map { _ in Value.arbitrary(&random) }
      for size in [5, 100] {
        let archive = try archive(values, in: size)
        for _ in 0..<10 {
          let positions = values.indices.filter { _ in random.oneIn(3) }
          XCTAssertEqual(
            try archive.elements(of: Value.self, at: positions), positions.map { values[$0] },
            "\(type), seed \(random.seed)", line: line)
          let shuffled = positions.shuffled(using: &random)
          XCTAssertEqual(
            try archive.elements(of: Value.self, at: shuffled), shuffled.map { values[$0] },
            "\(type), seed \(random.seed)", line: line)
        }
      }
    }
    try check(Int.self)
    try check(String.self)
    try check(Data.self)
    try check(Session?.self)
    try check([Shape].self)
    try check(Shape?.self)
    try check(Tree<[Bool?]>.self)
    try check(Person.self)
    try check(Remark.self)
    try check(Collections.self)
    try check(FoundationValues.self)
    try check(Empty.self)
  }

  /// Errors name the element.
  func testErrors() throws {
    let wide = try archive((0..<50).map { Point(x: $0 * 10, y: 0) }, in: 8)
    XCTAssertEqual(try wide.elements(of: Small.self, at: [1, 12]), [Small(x: 10), Small(x: 120)])
    assertThrows(.invalidValue, at: "[13].x", saying: "130") {
      try wide.elements(of: Small.self, at: [12, 13])
    }
    assertThrows(.invalidValue, at: "[49].x") { try wide.elements(of: Small.self, at: [49, 3]) }
    assertThrows(.missingField, saying: "a field z", "x, y") {
      try wide.positions(where: Other.path.z) { _ in true }
    }
    assertThrows(.typeMismatch, at: "x") { try wide.positions(where: InWords.path.x) { _ in true } }
    assertThrows(.unsupported) { try wide.positions(where: Session.path.count) { _ in true } }
    let one = try ColumnArchive(ColumnArchive.encode(Point(x: 1, y: 2)))
    assertThrows(.typeMismatch, saying: "a sequence") { try one.positions(where: Point.path.x) { _ in true } }
    assertThrows(.typeMismatch, saying: "a sequence") { try one.elements(of: Point.self, at: []) }
    // One position could not name an element.
    let lists = try archive([[Point(x: 1, y: 2)]])
    XCTAssertEqual(try lists.values(at: Point.path.x), [1])
    assertThrows(.typeMismatch, saying: "an array") { try lists.positions(where: Point.path.x) { _ in true } }
    assertThrows(.typeMismatch) { try archive([Point?.none]).positions(where: Point.path.x) { _ in true } }
  }

  /// An error of the condition comes out as it is.
  func testThrowingConditions() throws {
    struct Enough: Error {}
    let archive = try archive((0..<50).map { Point(x: $0, y: 0) }, in: 8)
    var seen: [Int] = []
    XCTAssertThrowsError(
      try archive.positions(where: Point.path.x) { x in
        seen.append(x)
        if x == 20 { throw Enough() }
        return true
      }
    ) { XCTAssert($0 is Enough) }
    XCTAssertEqual(seen, Array(0...20))
  }

  /// Fields that have another name in the archive.
  func testOlderArchives() throws {
    let archive = try archive((0..<30).map { Point(x: $0, y: -$0) }, in: 8)
    let renamed = try archive.elements(where: Renamed.path.across) { $0 > 26 }
    XCTAssertEqual(renamed, (27..<30).map { Renamed(across: Double($0), y: -$0) })
  }

  /// What is not asked for is not looked at: a fault in one field, or in one batch, does not reach the others.
  func testOtherColumnsAreNotRead() throws {
    let texts = Format.integers([1, 1] as [UInt]) + Format.varint(2) + [0xFF, 0xFF]
    let parts = ArchiveParts(
      elements: Format.record(["bad": Format.string, "good": Format.signed]), count: 2,
      [0] + texts + Format.integers([5, 6]))
    let archive = try ColumnArchive(parts.data)
    XCTAssertEqual(try archive.positions(where: Faulty.path.good) { $0 > 5 }, [1])
    assertThrows(.malformed, at: "bad") { try archive.positions(where: Faulty.path.bad) { _ in true } }
    assertThrows(.malformed, at: "[1].bad") { try archive.elements(where: Faulty.path.good) { $0 > 5 } }
    var batches = try ArchiveParts(
      ColumnArchive.encode((0..<30).map { "\($0 * 1000)" }, options: .init(batchSize: 10)))
    batches.batches[1].columns[0] = 0xFF
    let others = try ColumnArchive(batches.data)
    XCTAssertEqual(try others.elements(of: String.self, at: [29, 3]), ["29000", "3000"])
    assertThrows(.malformed) { try others.elements(of: String.self, at: [29, 3, 12]) }
  }

  func testTruncatedArchives() throws {
    var random = SeededGenerator()
    let data = try ColumnArchive.encode(
      (0..<20).map { _ in Journey.arbitrary(&random) }, options: .init(batchSize: 8))
    for length in 0..<data.count {
      XCTAssertThrowsError(
        try ColumnArchive(data.prefix(length)).positions(where: Journey.path.number) { _ in true }
      ) { XCTAssert($0 is ArchiveError) }
    }
    // Bytes that are wrong give positions, or an error.
    for _ in 0..<2000 {
      var bytes = data
      bytes[random.below(bytes.count)] = UInt8.arbitrary(&random)
      assertDecodesOrThrows("seed \(random.seed)") {
        let archive = try ColumnArchive(bytes)
        _ = try archive.elements(where: Journey.path.home.height) { $0 != nil }
        _ = try archive.values(at: Journey.path.spots.label)
      }
    }
  }

  /// A count that no bytes back up.
  func testLimits() throws {
    let parts = ArchiveParts(
      elements: Format.record(["x": Format.signed, "y": Format.signed]), count: 1 << 50,
      Format.integers([5]) + Format.integers([6]))
    let archive = try ColumnArchive(parts.data)
    assertThrows(.limitExceeded) { try archive.positions(where: Point.path.x) { _ in false } }
    XCTAssertEqual(try archive.elements(of: Point.self, at: [7]), [Point(x: 5, y: 6)])
  }
}

@Archivable(className: "Test_Point")
private struct Small: Equatable { var x: Int8 }
@Archivable(className: "Test_Point")
private struct Other: Equatable { var z: Int }
@Archivable(className: "Test_Point")
private struct InWords: Equatable { var x: String }
@Archivable(className: "Test_Point")
private struct Renamed: Equatable {
  @Stored(formerly: "a", "x") var across: Double
  var y: Int
}
@Archivable(className: "Column_Faulty")
private struct Faulty: Equatable {
  var bad: String
  var good: Int
}
