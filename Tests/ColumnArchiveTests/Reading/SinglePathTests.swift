import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Values at paths that lead to one for each element, also where it is missing.
final class SinglePathTests: XCTestCase {
  private func check<Value: Equatable>(
    _ path: ArchivePath<Journey, Value>, in archive: ColumnArchive, _ journeys: [Journey], _ message: String,
    line: UInt = #line
  ) throws {
    XCTAssertEqual(
      try archive.values(at: path), journeys.map { $0[keyPath: path.keyPath] }, message, line: line)
  }

  func testEveryPath() throws {
    var random = SeededGenerator()
    for count in [0, 1, 2, 30, 500] {
      let journeys = (0..<count).map { _ in Journey.arbitrary(&random) }
      for size in [1, 7, 64, 1000] where size != 1 || count < 100 {
        let archive = try ColumnArchive(ColumnArchive.encode(journeys, options: .init(batchSize: size)))
        func check<Value: Equatable>(_ path: ArchivePath<Journey, Value>, line: UInt = #line) throws {
          try self.check(
            path, in: archive, journeys, "\(count) in batches of \(size), seed \(random.seed)", line: line)
        }
        try check(Journey.path)
        try check(Journey.path.number)
        try check(Journey.path.name)
        try check(Journey.path.start)
        try check(Journey.path.rating)
        try check(Journey.path.watched)
        try check(Journey.path.place)
        try check(Journey.path.place.latitude)
        try check(Journey.path.place.height)
        try check(Journey.path.home)
        try check(Journey.path.home.latitude)
        try check(Journey.path.home.height)
        try check(Journey.path.home.label)
        try check(Journey.path.region.center)
        try check(Journey.path.region.center.label)
        try check(Journey.path.region.center.height)
        // Through a raw record.
        try check(Journey.path.region.tint)
        try check(Journey.path.region.tint.green)
        try check(Journey.path.color.alpha)
        try check(Journey.path.region.size)
        // Stored by raw values.
        try check(Journey.path.mode)
        try check(Journey.path.maybeMode)
        try check(Journey.path.priority)
        XCTAssertEqual(
          try archive.values(at: Journey.path.spots.label), journeys.flatMap { $0.spots.map(\.label) })
        XCTAssertEqual(
          try archive.values(at: Journey.path.spots.height), journeys.flatMap { $0.spots.map(\.height) })
      }
    }
  }

  /// Paths through containers of containers, which give joined values.
  func testContainers() throws {
    let point = { (x: Int) in Point(x: x, y: -x) }
    let values = (0..<20).map { number in
      Shelf(
        gaps: number % 3 == 0 ? [nil, point(number), nil] : [],
        maybe: number % 2 == 0 ? nil : [point(number)],
        grid: [[point(number), point(1)], [], [point(2)]], byName: ["a": point(number), "b": point(7)],
        boxes: [Shelf.Box(gaps: [point(number), nil], point: number % 2 == 0 ? point(3) : nil)])
    }
    let archive = try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: 6)))
    XCTAssertEqual(
      try archive.values(of: Int.self, at: "gaps.x"), values.flatMap { $0.gaps.compactMap { $0?.x } })
    XCTAssertEqual(
      try archive.values(at: Shelf.path.maybe.y), values.flatMap { ($0.maybe ?? []).map(\.y) })
    XCTAssertEqual(
      try archive.values(of: Int.self, at: "grid.x"), values.flatMap { $0.grid.flatMap { $0.map(\.x) } })
    XCTAssertEqual(try archive.values(of: String.self, at: "byName.key"), values.flatMap { _ in ["a", "b"] })
    XCTAssertEqual(
      try archive.values(of: Point.self, at: "byName.value"), values.flatMap { [$0.byName["a"]!, point(7)] })
    XCTAssertEqual(
      try archive.values(of: Int.self, at: "byName.value.y"), values.flatMap { [$0.byName["a"]!.y, -7] })
    XCTAssertEqual(
      try archive.values(of: Int.self, at: "boxes.gaps.y"),
      values.flatMap { $0.boxes.flatMap { $0.gaps.compactMap { $0?.y } } })
    XCTAssertEqual(
      try archive.values(at: Shelf.path.boxes.point.x), values.flatMap { $0.boxes.compactMap { $0.point?.x } }
    )
    XCTAssertEqual(
      try archive.values(at: Shelf.path.boxes.point), values.flatMap { $0.boxes.map(\.point) })
  }

  /// The archive and the type differ in what may be missing.
  func testOtherOptionals() throws {
    // All of it was required once.
    let required = try ColumnArchive(
      ColumnArchive.encode([Required(part: .init(x: 1)), .init(part: .init(x: 2))]))
    XCTAssertEqual(try required.values(at: Optionals.path.part.x), [1, 2])
    XCTAssertEqual(try required.values(at: Optionals.path.part), [.init(x: 1), .init(x: 2)])
    // Some was optional once, and is required now: as long as nothing is missing.
    let optionals: [Optionals] = [.init(part: .init(x: 1)), .init(part: .init(x: 2))]
    XCTAssertEqual(
      try ColumnArchive(ColumnArchive.encode(optionals)).values(at: Required.path.part.x), [1, 2])
    let missing = try ColumnArchive(ColumnArchive.encode(optionals + [.init(part: nil)]))
    XCTAssertEqual(try missing.values(at: Optionals.path.part.x), [1, 2, nil])
    assertThrows(.typeMismatch, at: "part.x", saying: "nil") { try missing.values(at: Required.path.part.x) }
    let half = try ColumnArchive(ColumnArchive.encode([Optionals(part: .init(x: nil))]))
    XCTAssertEqual(try half.values(at: Optionals.path.part.x), [nil])
    assertThrows(.typeMismatch, at: "part.x") { try half.values(at: Required.path.part.x) }
    // A required part of an optional: a part without it is no such part.
    assertThrows(.typeMismatch, at: "part.x") { try half.values(at: HalfRequired.path.part.x) }
    XCTAssertEqual(try missing.values(at: HalfRequired.path.part.x), [1, 2, nil])
    let absent = try ColumnArchive(ColumnArchive.encode([Optionals(part: nil), Optionals(part: nil)]))
    XCTAssertEqual(try absent.values(at: HalfRequired.path.part.x), [nil, nil])
    XCTAssertEqual(try absent.values(at: Optionals.path.part.x), [nil, nil])
  }

  /// Optionals of optionals lose no more than one level.
  func testOptionalsOfOptionals() throws {
    let values = [nil, .init(y: nil), .init(y: .some(nil)), .init(y: 4)].map { Twice(part: $0) }
    let archive = try ColumnArchive(ColumnArchive.encode(values))
    let path: ArchivePath<Twice, Int??> = Twice.path.part.y
    XCTAssertEqual(try archive.values(at: path), [nil, nil, .some(nil), 4])
    XCTAssertEqual(try archive.values(at: path), values.map { $0[keyPath: path.keyPath] })
  }

  func testPathsToRawValues() throws {
    let archive = try ColumnArchive(
      ColumnArchive.encode([Modes(one: Mode(rawValue: 3), maybe: nil, many: [Mode(rawValue: 4)])]))
    XCTAssertEqual(try archive.values(at: Modes.path.one), [Mode(rawValue: 3)])
    XCTAssertEqual(try archive.values(at: Modes.path.maybe), [nil])
    XCTAssertEqual(try archive.values(at: Modes.path.many), [[Mode(rawValue: 4)]])
  }

  /// A raw value that the type does not have.
  func testRawValues() throws {
    let archive = try ColumnArchive(ColumnArchive.encode([NumberOf(priority: 0), NumberOf(priority: 7)]))
    assertThrows(.invalidValue, at: "priority", saying: "7") {
      try archive.values(at: PriorityOf.path.priority)
    }
  }

  /// Flat fields and nested ones are found by the same path, as long as their names are the same with dots.
  func testDottedNames() throws {
    let nested = [Nested(name: "a", location: .init(latitude: 1, longitude: 2))]
    let flat = [Flat(name: "a", latitude: 1, longitude: 2)]
    for data in [try ColumnArchive.encode(nested), try ColumnArchive.encode(flat)] {
      let archive = try ColumnArchive(data)
      XCTAssertEqual(try archive.values(at: Nested.path.location.latitude), [1])
      XCTAssertEqual(try archive.values(at: Nested.path.location), [nested[0].location])
      XCTAssertEqual(try archive.values(at: Flat.path.longitude), [2])
      XCTAssertEqual(try archive.values(of: Double.self, at: "location.latitude"), [1])
      XCTAssertEqual(try archive.positions(where: Nested.path.location.longitude) { $0 == 2 }, [0])
    }
    XCTAssertEqual(Nested.path.location.latitude.storedName, Flat.path.latitude.storedName)
    // Former names on each level.
    let older = try ColumnArchive(ColumnArchive.encode([OlderFlat(latitude: 3)]))
    XCTAssertEqual(try older.values(at: Nested.path.location.latitude), [3])
  }
}

@Archivable(className: "Column_Shelf")
private struct Shelf: Equatable {
  var gaps: [Point?]
  var maybe: [Point]?
  var grid: [[Point]]
  var byName: [String: Point]
  var boxes: [Box]

  @Archivable(className: "Column_Shelf_Box")
  struct Box: Equatable {
    var gaps: [Point?]
    var point: Point?
  }
}

@Archivable(className: "Column_Optionals")
private struct Optionals: Equatable {
  var part: Part?
  @Archivable(className: "Column_Optionals_Part")
  struct Part: Equatable { var x: Int? }
}
@Archivable(className: "Column_HalfRequired")
private struct HalfRequired: Equatable {
  var part: Part?
  @Archivable(className: "Column_HalfRequired_Part")
  struct Part: Equatable { var x: Int }
}
@Archivable(className: "Column_Required")
private struct Required: Equatable {
  var part: Part
  @Archivable(className: "Column_Required_Part")
  struct Part: Equatable { var x: Int }
}
@Archivable(className: "Column_Twice")
private struct Twice: Equatable {
  var part: Part?
  @Archivable(className: "Column_Twice_Part")
  struct Part: Equatable { var y: Int?? }
}

@Archivable(className: "Column_NumberOf")
private struct NumberOf: Equatable { var priority: Int }
@Archivable(className: "Column_PriorityOf")
private struct PriorityOf: Equatable { var priority: Priority }

@Archivable(className: "Column_Nested")
private struct Nested: Equatable {
  var name: String
  @Stored(formerly: "place") var location: Location

  @Archivable(className: "Column_Nested_Location")
  struct Location: Equatable {
    @Stored(formerly: "lat") var latitude: Double
    var longitude: Double
  }
}
@Archivable(className: "Column_Flat")
private struct Flat: Equatable {
  var name: String
  @Stored("location.latitude") var latitude: Double
  @Stored("location.longitude") var longitude: Double
}
@Archivable(className: "Column_OlderFlat")
private struct OlderFlat: Equatable {
  @Stored("place.lat") var latitude: Double
}
