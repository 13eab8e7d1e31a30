import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Fields and cases under a name of their own, and archives that have them under older ones.
final class RenamedFieldTests: XCTestCase {
  @Archivable(className: "Test_Place")
  struct Place: Equatable {
    @Stored("lat") var latitude: Double
    @Stored("lon", formerly: "lng", "$long") var longitude: Double
    @Stored(formerly: "tag", "title") var label: String?
    @Stored(formerly: "zoomLevel") var zoom = 1
    @Stored(formerly: "size") var extent: (width: Int, height: Int) = (0, 0)

    static func == (left: Place, right: Place) -> Bool {
      (left.latitude, left.longitude, left.label, left.zoom) == (
        right.latitude, right.longitude, right.label, right.zoom
      )
        && left.extent == right.extent
    }
  }

  @Archivable(className: "Test_Place")
  struct OldPlace {
    var lat: Double
    @Stored("$long") var long: Double
    var title: String?
    var zoomLevel: Int
    var size: (Int, Int)
  }

  @Archivable(className: "Test_Step")
  enum Step: Hashable {
    @Stored("wait", formerly: "sleep") case pause
    @Stored(formerly: "go", "walk") case move(by: Int, String)
    case stop
  }

  @Archivable(className: "Test_Step")
  enum OldStep: Hashable {
    case sleep
    case walk(by: Int, String)
    case stop
  }

  @Archivable(className: "Test_Light")
  enum Light: Hashable {
    @Stored("stop", formerly: "halt") case red
    case green
  }

  @Archivable(className: "Test_Light")
  enum OldLight: Hashable { case halt, green }

  private let place = Place(latitude: 1.5, longitude: 2, label: "a", zoom: 3, extent: (4, 5))

  func testPresentNamesAreWritten() throws {
    try assertRoundTrip(place)
    try assertRoundTrip([Step.pause, .move(by: 1, "a"), .stop])
    try assertRoundTrip([Light.red, .green])
    XCTAssertEqual(Place.archiveSchema.cases[0].fields, ["lat", "lon", "label", "zoom", "extent"])
    let archive = try KeyedArchive(KeyedArchive.encode(place))
    XCTAssertEqual(archive.keys, ["root"])
    XCTAssertNotNil(try KeyedArchive.encode(place).range(of: Data("lon".utf8)))
    XCTAssertNil(try KeyedArchive.encode(place).range(of: Data("longitude".utf8)))
    XCTAssertNotNil(try KeyedArchive.encode(Step.pause).range(of: Data("wait".utf8)))
  }

  func testFormerNamesAreRead() throws {
    let old = OldPlace(lat: 1.5, long: 2, title: "a", zoomLevel: 3, size: (4, 5))
    XCTAssertEqual(try KeyedArchive.decode(Place.self, from: KeyedArchive.encode(old)), place)
    XCTAssertEqual(
      try KeyedArchive.decode([Place].self, from: KeyedArchive.encode([old, old])), [place, place])
    let wrapped = try KeyedArchive.archivedData(withRootObject: old.encoded, requiringSecureCoding: true)
    XCTAssertEqual(
      try KeyedArchive.unarchivedObject(ofClass: Place.Coding.self, from: wrapped)?.decoded, place)

    let steps = [OldStep.sleep, .walk(by: 1, "a"), .stop]
    XCTAssertEqual(
      try KeyedArchive.decode([Step].self, from: KeyedArchive.encode(steps)),
      [.pause, .move(by: 1, "a"), .stop])
    XCTAssertEqual(
      try KeyedArchive.decode([Light].self, from: KeyedArchive.encode([OldLight.halt, .green])),
      [.red, .green])
  }

  /// The label of an archive of a place with these fields besides the numbers.
  private func label(_ fields: KeyValuePairs<String, PlistBuilder.Item>) throws -> String? {
    let numbers: [(PlistBuilder.Item, PlistBuilder.Item)] = [
      (.string("lat"), .integer(1)), (.string("lng"), .integer(2)), (.string("$class"), .uid(2)),
    ]
    let record = PlistBuilder.Item.dictionary(numbers + fields.map { (.string($0.key), $0.value) })
    let objects: [PlistBuilder.Item] = [
      .null, record, .classRecord("Test_Place"), .string("one"), .string("two"), .string("three"),
    ]
    return try KeyedArchive.decode(Place.self, from: PlistBuilder(objects).data()).label
  }

  /// The present name wins, and then the order of the list, whatever that of the file.
  func testOrderOfNames() throws {
    XCTAssertEqual(try label(["title": .uid(5), "tag": .uid(4), "label": .uid(3)]), "one")
    XCTAssertEqual(try label(["title": .uid(5), "tag": .uid(4)]), "two")
    XCTAssertEqual(try label(["title": .uid(5)]), "three")
    XCTAssertEqual(try label(["label": .uid(0), "tag": .uid(4)]), nil)
    XCTAssertEqual(try label([:]), nil)
  }

  /// Errors speak of the present name.
  func testMissingFields() throws {
    let archive = PlistBuilder([.null, .record(class: 2, ["lat": .integer(1)]), .classRecord("Test_Place")])
    assertThrows(.missingField, at: "lon", saying: "“lon”", "@Stored(formerly:") {
      try KeyedArchive.decode(Place.self, from: archive.data())
    }
    let wrong = PlistBuilder([
      .null, .record(class: 2, ["lat": .integer(1), "lng": .uid(3)]), .classRecord("Test_Place"),
      .string("x"),
    ])
    assertThrows(.typeMismatch, at: "lon") { try KeyedArchive.decode(Place.self, from: wrong.data()) }
  }

  /// Objects of both shapes, in turn.
  func testShapesAlternate() throws {
    var objects: [PlistBuilder.Item] = [
      .null, .record(class: 2, ["NS.objects": .array((0..<20).map { .uid(UInt64(4 + $0)) })]),
      .classRecord("NSArray"), .classRecord("Test_Place"),
    ]
    for number in 0..<20 {
      objects.append(
        .record(
          class: 3, ["lat": .integer(Int64(number)), ["lng", "lon", "$$long"][number % 3]: .integer(7)]))
    }
    let places = try KeyedArchive.decode([Place].self, from: PlistBuilder(objects).data())
    XCTAssertEqual(places.map(\.latitude), (0..<20).map(Double.init))
    XCTAssertEqual(Set(places.map(\.longitude)), [7])
  }

  /// By hand, with former names of associated values, which have no attribute.
  func testSchemaByHand() throws {
    let schema = ArchiveSchema(
      className: "Shape",
      cases: [
        .init("none"),
        .init("circle", formerly: ["disc"], fields: ["radius"], formerFields: ["radius": ["r"]]),
      ])
    XCTAssertEqual(schema.cases[1].formerNames, ["disc"])
    XCTAssertEqual(schema.cases[1].formerFields, ["radius": ["r"]])
    XCTAssertFalse(schema.isPlainEnumeration)
    XCTAssertEqual(schema.caseIndex(named: "disc"), 1)
    XCTAssertNil(schema.caseIndex(named: "radius"))
    XCTAssertEqual(
      ArchiveSchema(className: "A", fields: ["b"], formerFields: ["b": ["c"]]).cases[0].formerFields,
      ["b": ["c"]])
  }
}
