import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// What a path knows of itself: its names, its key path, and the order and the predicates made of it.
final class PathTests: XCTestCase {
  private let trips = [
    Trip(name: "b", base: Place(latitude: 1, height: nil), home: nil),
    Trip(name: "a", base: Place(latitude: 3, height: 20), home: Place(latitude: 5, height: nil)),
    Trip(name: "c", base: Place(latitude: 2, height: -1), home: Place(latitude: 4, height: 7)),
    Trip(
      name: "a", base: Place(latitude: 3, height: 0), home: Place(latitude: 6, height: 7),
      area: Area(center: Place(latitude: 9, height: 8))),
  ]

  /// The type of a path says to how many values it leads.
  func testTypes() {
    let _: ArchivePath<Trip, Trip> = Trip.path
    let _: ArchivePath<Trip, Double> = Trip.path.base.latitude
    let _: ArchivePath<Trip, Double?> = Trip.path.base.height
    let _: ArchivePath<Trip, Double?> = Trip.path.home.latitude
    // One optional, not two.
    let _: ArchivePath<Trip, Double?> = Trip.path.home.height
    let _: ArchivePath<Trip, Double?> = Trip.path.area.center.latitude
    let _: ArchivePath<Trip, Double?> = Trip.path.area.center.height
    let _: ArchivePath<Trip, [Place]> = Trip.path.stops
    let _: ArchivePath<Trip, Means> = Trip.path.mode
    let _: ArchivePath<Trip, Means?> = Trip.path.lastMode
    let _: ArchivePath<Trip, Means?> = Trip.path.area.mode
    let _: ArchiveValuesPath<Trip, Double> = Trip.path.stops.latitude
    let _: ArchiveValuesPath<Trip, Double?> = Trip.path.stops.height
    let _: ArchiveValuesPath<Trip, Double> = Trip.path.maybe.latitude
    let _: ArchiveValuesPath<Trip, Double> = Trip.path.area.corners.latitude
    let _: ArchiveValuesPath<Trip, Double> = Trip.path.areas.center.latitude
    let _: ArchiveValuesPath<Trip, Double> = Trip.path.areas.corners.latitude
  }

  func testStoredNames() {
    XCTAssertEqual(Trip.path.storedName, "")
    XCTAssertEqual(Trip.path.name.storedName, "name")
    XCTAssertEqual(Trip.path.base.latitude.storedName, "base.lat")
    XCTAssertEqual(Trip.path.home.height.storedName, "house.height")
    XCTAssertEqual(Trip.path.area.center.latitude.storedName, "area.center.lat")
    XCTAssertEqual(Trip.path.areas.corners.latitude.storedName, "areas.corners.lat")
    XCTAssertNil(Trip.path.summary.storedName)
    XCTAssertNil(Trip.path.stops.text.storedName)
  }

  func testKeyPaths() {
    XCTAssertEqual(Trip.path.keyPath, \Trip.self)
    XCTAssertEqual(Trip.path.name.keyPath, \Trip.name)
    XCTAssertEqual(Trip.path.base.latitude.keyPath, \Trip.base.latitude)
    XCTAssertEqual(Trip.path.home.keyPath, \Trip.home)
    XCTAssertEqual(Trip.path.summary.keyPath, \Trip.summary)
    func check<Value: Equatable>(
      _ path: ArchivePath<Trip, Value>, _ expected: KeyPath<Trip, Value>, line: UInt = #line
    ) {
      XCTAssertEqual(
        trips.map { $0[keyPath: path.keyPath] }, trips.map { $0[keyPath: expected] }, line: line)
    }
    check(Trip.path, \.self)
    check(Trip.path.base.height, \.base.height)
    check(Trip.path.home.latitude, \.home?.latitude)
    check(Trip.path.home.height, \.home?.height)
    check(Trip.path.area.center.latitude, \.area?.center?.latitude)
    check(Trip.path.area.center.height, \.area?.center?.height)
    check(Trip.path.stops, \.stops)
    check(Trip.path.mode, \.mode)
    check(Trip.path.home.text, \.home?.text)
  }

  func testOrder() {
    func check<Value: Comparable>(_ path: ArchivePath<Trip, Value>, _ forward: [Int], _ reverse: [Int]) {
      XCTAssertEqual(trips.sorted(using: path.comparator()), forward.map { trips[$0] })
      XCTAssertEqual(trips.sorted(using: path.comparator(order: .reverse)), reverse.map { trips[$0] })
      XCTAssertEqual(trips.sorted(using: path.sortDescriptor()), forward.map { trips[$0] })
      XCTAssertEqual(trips.sorted(using: path.sortDescriptor(order: .reverse)), reverse.map { trips[$0] })
    }
    func check<Value: Comparable>(_ path: ArchivePath<Trip, Value?>, _ forward: [Int], _ reverse: [Int]) {
      XCTAssertEqual(trips.sorted(using: path.comparator()), forward.map { trips[$0] })
      XCTAssertEqual(trips.sorted(using: path.comparator(order: .reverse)), reverse.map { trips[$0] })
      XCTAssertEqual(trips.sorted(using: path.sortDescriptor()), forward.map { trips[$0] })
      XCTAssertEqual(trips.sorted(using: path.sortDescriptor(order: .reverse)), reverse.map { trips[$0] })
    }
    check(Trip.path.name, [1, 3, 0, 2], [2, 0, 1, 3])
    check(Trip.path.base.latitude, [0, 2, 1, 3], [1, 3, 2, 0])
    // What is missing comes first.
    check(Trip.path.home.latitude, [0, 2, 1, 3], [3, 1, 2, 0])
    check(Trip.path.home.height, [0, 1, 2, 3], [2, 3, 0, 1])
    XCTAssertEqual(
      trips.sorted(using: [Trip.path.name.sortDescriptor(), Trip.path.base.height.sortDescriptor()]),
      [3, 1, 0, 2].map { trips[$0] })
  }

  func testPredicates() throws {
    func check<Value: Comparable & Codable & Sendable>(
      _ path: ArchivePath<Trip, Value>, _ values: [Value], line: UInt = #line
    ) throws {
      for value in values {
        for (comparison, expected) in [
          (ArchiveComparison.equal, { $0 == value }), (.notEqual, { $0 != value }), (.less, { $0 < value }),
          (.lessOrEqual, { $0 <= value }), (.greater, { $0 > value }), (.greaterOrEqual, { $0 >= value }),
        ] as [(ArchiveComparison, (Value) -> Bool)] {
          XCTAssertEqual(
            try trips.filter(path.predicate(comparison, value)),
            trips.filter { expected($0[keyPath: path.keyPath]) }, "\(comparison) \(value)", line: line)
        }
      }
    }
    try check(Trip.path.name, ["a", "b", "d"])
    try check(Trip.path.base.latitude, [0, 1, 2, 3, 4])
    func latitudes(_ comparison: ArchiveComparison, _ latitude: Double) throws -> [Double?] {
      try trips.filter(Trip.path.home.latitude.predicate(comparison, latitude)).map(\.home?.latitude)
    }
    XCTAssertEqual(try latitudes(.equal, 5), [5])
    XCTAssertEqual(try latitudes(.notEqual, 5), [nil, 4, 6])
    XCTAssertEqual(try latitudes(.less, 5), [4])
    XCTAssertEqual(try latitudes(.lessOrEqual, 5), [5, 4])
    XCTAssertEqual(try latitudes(.greater, 5), [6])
    XCTAssertEqual(try latitudes(.greaterOrEqual, 4), [5, 4, 6])
    XCTAssertEqual(try trips.filter(Trip.path.home.height.predicate(.greater, 6)).count, 2)
  }

  /// A key path of a path is a part of a predicate that is built by hand.
  func testKeyPathInPredicate() throws {
    let keyPath = Trip.path.name.keyPath
    let predicate = Predicate<Trip> {
      PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_KeyPath(root: $0, keyPath: keyPath),
        rhs: PredicateExpressions.build_Arg("b"), op: .greaterThanOrEqual)
    }
    XCTAssertEqual(try trips.filter(predicate), [trips[0], trips[2]])
  }

  /// Paths cross to other tasks, and what is made of them as well.
  func testTasks() async {
    let (path, trips) = (Trip.path.home.latitude, trips)
    let latitudes = await Task.detached {
      trips.sorted(using: path.comparator()).map { $0[keyPath: path.keyPath] }
    }
    .value
    XCTAssertEqual(latitudes, [nil, 4, 5, 6])
  }
}

@Archivable(className: "Path_Trip")
private struct Trip: Equatable, Sendable {
  var name: String
  var base: Place
  @Stored("house") var home: Place?
  var area: Area?
  var stops: [Place] = []
  var gaps: [Place?] = []
  var maybe: [Place]?
  var grid: [[Place]] = []
  var areas: [Area] = []
  var places: [String: Place] = [:]
  var mode = Means(rawValue: 1)
  var lastMode: Means?
  var summary: String { "\(name), \(stops.count) stops" }
}

@Archivable(className: "Path_Place")
private struct Place: Equatable, Sendable {
  @Stored("lat") var latitude: Double
  var height: Double?
  var text: String { "\(latitude)" }
}

@Archivable(className: "Path_Area")
private struct Area: Equatable, Sendable {
  var center: Place?
  var corners: [Place] = []
  var mode = Means(rawValue: 2)
}

/// A type that archives store by its raw value.
private struct Means: RawRepresentable, ArchiveValue, Equatable, Sendable { var rawValue: Int }
