import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import StructCodingTesting
import XCTest

/// An optional struct that is stored flat: `nil` is none of its fields.
final class OptionalCompositionTests: XCTestCase {
  @Archivable
  struct Point: Equatable {
    @Stored("lat") var latitude: Double
    @Stored(formerly: "lon") var longitude: Double = 0
    var place: String?
    var seen: Date?
  }

  @Archivable(className: "Test_Optional_Stop")
  struct Stop: Equatable {
    var name: String
    @Stored(.composition) var point: Point?
    @Stored("back", .composition, formerly: "return") var way: Way? = nil
    var number = 0
  }

  /// Compositions in a composition.
  @Archivable
  struct Way: Equatable {
    @Stored(.composition) var start: Point
    @Stored(.composition) var end: Point?
    @Stored(.raw) var kind: Kind
  }

  enum Kind: String, CaseIterable { case walk, ride }

  @Archivable(className: "Test_Optional_Stop")
  struct Nested: Equatable {
    var name: String
    var point: Point?
    @Stored("back") var way: Way?
    var number = 0
  }

  /// Before the fields became those of an optional.
  @Archivable(className: "Test_Optional_Stop")
  struct Required: Equatable {
    var name: String
    @Stored(.composition) var point: Point
  }

  @Archivable(className: "Test_Optional_Stop")
  struct Bare: Equatable { var name: String }

  @Archivable
  struct Loose: Equatable { var a: Int?, b: String? }

  @Archivable
  struct LooseHolder: Equatable { @Stored(.composition) var loose: Loose? }

  private var stops: [Stop] {
    let full = Point(latitude: 1.5, longitude: -2, place: "é", seen: Date(timeIntervalSinceReferenceDate: 3))
    let bare = Point(latitude: 0, longitude: 0, place: nil, seen: nil)
    return [
      Stop(name: "a", point: full), Stop(name: "b", point: nil), Stop(name: "c", point: bare, number: 4),
      Stop(name: "d", point: nil, way: Way(start: full, end: nil, kind: .ride)),
      Stop(name: "e", point: bare, way: Way(start: bare, end: full, kind: .walk)),
    ]
  }

  func testRoundTrips() throws {
    for stop in stops {
      StructCodingTesting.assertRoundTrip(stop, damagedCopies: Thoroughness.isFull ? 100 : 30)
      try assertCoderRoundTrip(stop)
    }
    StructCodingTesting.assertRoundTrip(stops)
    StructCodingTesting.assertRoundTrip(arbitrary: Stop.self, count: Thoroughness.isFull ? 200 : 50)
    let many = (0..<(Thoroughness.isFull ? 3_000 : 600)).map { stops[$0 % stops.count] }
    for road in Road.allCases { XCTAssertEqual(try road.carry(many, to: [Stop].self), many, "\(road)") }
  }

  /// A key for each field, and none for `nil`.
  func testStoredForm() throws {
    let names = try stops.map { try XCTUnwrap(ArchiveNode(encoding: $0).fields).names }
    let point = ["point.lat", "point.longitude", "point.place", "point.seen"]
    XCTAssertEqual(names[0], ["name", "number"] + point)
    XCTAssertEqual(names[1], ["name", "number"])
    XCTAssertEqual(
      names[3],
      [
        "name", "number", "back.kind", "back.start.lat", "back.start.longitude", "back.start.place",
        "back.start.seen",
      ])
  }

  /// The struct as a field of its own, fields that were always there, and no fields.
  func testOtherForms() throws {
    let nested = try ColumnArchive.decode([Nested].self, from: ColumnArchive.encode(stops))
    XCTAssertEqual(nested.map(\.point), stops.map(\.point))
    XCTAssertEqual(nested.map(\.way), stops.map(\.way))
    for road in Road.allCases {
      let values = stops.map { Nested(name: $0.name, point: $0.point, way: $0.way, number: $0.number) }
      XCTAssertEqual(try road.carry(values, to: [Stop].self), stops, "\(road)")
      let required = [Required(name: "r", point: stops[0].point!)]
      XCTAssertEqual(
        try road.carry(required, to: [Stop].self), [Stop(name: "r", point: stops[0].point)], "\(road)")
      XCTAssertEqual(
        try road.carry([Bare(name: "x")], to: [Stop].self), [Stop(name: "x", point: nil)], "\(road)")
      XCTAssertThrowsError(try road.carry([stops[1]], to: [Required].self), "\(road)")
    }
  }

  /// A part of the fields is an error that names the missing one.
  func testPartsOfAValue() throws {
    var fields = ArchiveNode.Fields(className: "Test_Optional_Stop", ["name": "x", "point.place": "y"])
    assertThrows(.missingField, at: "point.lat") { try ArchiveNode.record(fields).decode(Stop.self) }
    fields["point.lat"] = 2
    XCTAssertEqual(
      try ArchiveNode.record(fields).decode(Stop.self).point,
      Point(latitude: 2, longitude: 0, place: "y", seen: nil))
  }

  /// A struct whose fields may all be `nil` could not be told from `nil`.
  func testAStructThatMayBeEmpty() throws {
    for value in [LooseHolder(loose: nil), LooseHolder(loose: Loose(a: 1, b: nil))] {
      assertThrows(.unsupported) { try KeyedArchive.encode(value) }
      assertThrows(.unsupported) { try ColumnArchive.encode(value) }
      assertThrows(.unsupported) { try ColumnArchive.encode([value]) }
      assertThrows(.unsupported) {
        try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
      }
    }
  }

  func testPaths() throws {
    XCTAssertEqual(Stop.path.point.latitude.storedName, "point.lat")
    let archive = try ColumnArchive(ColumnArchive.encode(stops))
    XCTAssertEqual(try archive.values(at: Stop.path.point.latitude), stops.map { $0.point?.latitude })
    XCTAssertEqual(try archive.values(at: Stop.path.point.place), stops.map { $0.point?.place })
    XCTAssertEqual(try archive.values(at: Stop.path.way.end.latitude), stops.map { $0.way?.end?.latitude })
    XCTAssertEqual(try archive.positions(where: Stop.path.point.latitude > 1), [0])
    XCTAssertEqual(try archive.elements(where: Stop.path.point.longitude == 0), [stops[2], stops[4]])
    XCTAssertEqual(try archive.values(at: Stop.path.point), stops.map(\.point))
  }
}
