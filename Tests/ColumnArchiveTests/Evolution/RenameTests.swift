import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Fields and cases under other names than they have, and than they had.
final class RenameTests: XCTestCase {
  private let old = OldPlace(lat: 1, lng: 2, tag: "t")

  func testNamesInArchives() throws {
    let parts = try ArchiveParts(ColumnArchive.encode([Place(latitude: 1, longitude: 2, label: "t")]))
    XCTAssertEqual(
      parts.schema, Format.record(["lat": Format.double, "lon": Format.double, "label": Format.string]))
  }

  func testFormerNames() throws {
    try assertReads(old, as: Place(latitude: 1, longitude: 2, label: "t"))
    try assertReads(OlderPlace(lat: 3, long: 4, tag: "u"), as: Place(latitude: 3, longitude: 4, label: "u"))
    // The other way round the old type knows nothing of the new name.
    try assertRefuses(
      [Place(latitude: 1, longitude: 2, label: "t")], as: OldPlace.self, .missingField, at: "[0].lng",
      saying: "lng")
  }

  /// The present name comes first, then the former ones in their order.
  func testOrderOfNames() throws {
    func archive(_ names: KeyValuePairs<String, Double>) -> Data {
      let fields = names.reduce(into: [UInt8]()) { $0 += Format.name($1.key) + Format.double }
      let schema =
        [14] + Format.varint(names.count + 2) + fields + Format.name("lat") + Format.double
        + Format.name("label") + Format.string
      let columns = names.flatMap { Format.doubles([$0.value]) } + Format.doubles([0]) + Format.strings(["x"])
      return ArchiveParts(elements: schema, count: 1, columns).data
    }
    func longitude(_ names: KeyValuePairs<String, Double>) throws -> Double? {
      try ColumnArchive.decode([Place].self, from: archive(names)).first?.longitude
    }
    XCTAssertEqual(try longitude(["long": 1, "lng": 2, "lon": 3]), 3)
    XCTAssertEqual(try longitude(["long": 1, "lng": 2]), 2)
    XCTAssertEqual(try longitude(["long": 1]), 1)
    assertThrows(.missingField, at: "[0].lon") { try longitude(["longest": 1]) }
  }

  func testErrorsSayThePresentName() throws {
    let places = try ColumnArchive.encode([[OddPlace(lat: 1, lng: 3), OddPlace(lat: 1, lng: nil)]])
    assertThrows(.typeMismatch, at: "[0][1].lon") { try ColumnArchive.decode([[Place]].self, from: places) }
  }

  func testPaths() throws {
    XCTAssertEqual(Place.path.longitude.storedName, "lon")
    let archive = try ColumnArchive(ColumnArchive.encode([Place(latitude: 1, longitude: 2, label: "t")]))
    XCTAssertEqual(try archive.values(at: Place.path.longitude), [2])
    XCTAssertEqual(try archive.values(of: Double.self, at: "lon"), [2])
    assertThrows(.missingField) { try archive.values(of: Double.self, at: "lng") }
  }

  /// A path knows the former names of its fields, in archives that have no other.
  func testPathsInOlderArchives() throws {
    let older = try ColumnArchive(ColumnArchive.encode([[OlderPlace(lat: 3, long: 4, tag: "u")]]))
    XCTAssertEqual(try older.values(at: Place.path.longitude), [4])
    XCTAssertEqual(try older.values(at: Place.path.label), ["u"])
    assertThrows(.typeMismatch, at: "lon") {
      try ColumnArchive(ColumnArchive.encode([OddPlace(lat: 1, lng: nil)])).values(at: Place.path.longitude)
    }
  }

  func testCases() throws {
    XCTAssertEqual(
      try ArchiveParts(ColumnArchive.encode([State.running])).schema,
      Format.cases(["idle": [:], "run": [:], "stopped": [:]]))
    try assertReads([OldState.idle, .going, .ended], as: [State.idle, .running, .stopped])
    try assertReads([OldJob.work("x", hours: 3), .rest], as: [Job.work(title: "x", duration: 3), .pause])
    try assertRefuses(
      [State.stopped], as: OldState.self, .invalidValue, at: "[0]", saying: "the case stopped")
  }

  /// Raw records under other names, and in flat ones.
  func testRawRecords() throws {
    try assertReads(OldSize(w: 1, h: 2), as: NewSize(height: 2, width: 1))
    XCTAssertEqual(try ArchiveParts(ColumnArchive.encode([NewSize(height: 2, width: 1)])).schema.first, 15)
  }

  /// Types that only know keyed coders have former names, too.
  func testTrees() throws {
    try assertReads(InTree(value: old), as: InTree(value: Place(latitude: 1, longitude: 2, label: "t")))
    try assertReads(
      InTree(value: [OldJob.work("x", hours: 3)]), as: InTree(value: [Job.work(title: "x", duration: 3)]))
    try assertReads(InTree(value: [OldState.going]), as: InTree(value: [State.running]))
  }

  func testDotsInNames() throws {
    try assertReads(
      Spot(name: "n", latitude: 1, longitude: 2),
      as: NestedSpot(name: "n", place: NestedSpot.Part(lat: 1, lon: 2)))
    try assertReads(
      NestedSpot(name: "n", place: NestedSpot.Part(lat: 1, lon: 2)),
      as: Spot(name: "n", latitude: 1, longitude: 2))
    XCTAssertEqual(Spot.path.latitude.storedName, "place.lat")
    let archive = try ColumnArchive(ColumnArchive.encode([Spot(name: "n", latitude: 1, longitude: 2)]))
    XCTAssertEqual(try archive.values(at: Spot.path.latitude), [1])
    XCTAssertEqual(try archive.values(of: Double.self, at: "place.lat"), [1])
  }
}

@Archivable(className: "Column_Place", formerly: ["Column_OldPlace", "Column_OlderPlace"])
private struct Place: Equatable {
  @Stored("lat") var latitude: Double
  @Stored("lon", formerly: "lng", "long") var longitude: Double
  @Stored(formerly: "tag") var label: String
}
@Archivable(className: "Column_OldPlace", formerly: ["Column_Place"])
private struct OldPlace: Equatable {
  var lat: Double
  var lng: Double
  var tag: String
}
@Archivable(className: "Column_OlderPlace")
private struct OlderPlace: Equatable {
  var lat: Double
  var long: Double
  var tag: String
}
@Archivable(className: "Column_OddPlace")
private struct OddPlace: Equatable {
  var lat: Double
  var lng: Double?
  var label = ""
}

@Archivable(className: "Column_State", formerly: ["Column_OldState"])
private enum State: Equatable {
  case idle
  @Stored("run", formerly: "going") case running
  @Stored(formerly: "ended") case stopped
}
@Archivable(className: "Column_OldState", formerly: ["Column_State"])
private enum OldState: Equatable { case ended, going, idle }

/// Former names of associated values are written by hand.
private enum Job: ArchiveRecord, Equatable {
  case pause
  case work(title: String, duration: Int)

  static let archiveSchema = ArchiveSchema(
    className: "Column_Job", formerly: ["Column_OldJob"],
    cases: [
      .init("pause", formerly: ["rest"]),
      .init("work", fields: ["title", "duration"], formerFields: ["title": ["_0"], "duration": ["hours"]]),
    ])

  static func _describeCases(_ cases: inout _CaseDescription<Job>) {
    cases.case(pause, at: 0)
    cases.case(work, at: 1)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    switch self {
    case .pause: try encoder.encodeCase(0)
    case .work(let title, let duration):
      try encoder.encodeCase(1)
      try encoder.encode(title, at: 0)
      try encoder.encode(duration, at: 1)
    }
  }

  init(fields decoder: inout some FieldDecoder) throws {
    switch try decoder.decodeCase() {
    case 0: self = .pause
    default: self = .work(title: try decoder.decode(at: 0), duration: try decoder.decode(at: 1))
    }
  }
}
@Archivable(className: "Column_OldJob")
private enum OldJob: Equatable {
  case rest
  case work(String, hours: Int)
}

@Archivable(className: "Column_OldSize")
private struct OldSize: Equatable { var w, h: Double }
@Archivable(className: "Column_NewSize", formerly: ["Column_OldSize"])
private struct NewSize: Equatable {
  @Stored(formerly: "h") var height: Double
  @Stored(formerly: "w") var width: Double
}

@Archivable(className: "Column_Spot", formerly: ["Column_NestedSpot"])
private struct Spot: Equatable {
  var name: String
  @Stored("place.lat") var latitude: Double
  @Stored("place.lon") var longitude: Double
}
@Archivable(className: "Column_NestedSpot", formerly: ["Column_Spot"])
private struct NestedSpot: Equatable {
  var name: String
  var place: Part

  @Archivable(className: "Column_NestedSpot_Part")
  struct Part: Equatable { var lat, lon: Double }
}
