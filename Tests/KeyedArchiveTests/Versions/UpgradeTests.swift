import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Records of older versions, on every road.
final class UpgradeTests: XCTestCase {
  private var trip: Trip1 {
    Trip1(
      begin: date(100), end: date(160), notes: "rain",
      stops: [Stop1(name: "a", x: 1, y: 2), Stop1(name: "b", x: 3, y: 4)], last: Stop1(name: "c", x: 5, y: 6))
  }

  override func setUp() { _ = UpgradeLog.shared.take() }

  /// Versions come back as they went, and no hook is called.
  func testVersionsOfTheTypeItself() throws {
    for road in Road.allCases {
      let trips = [trip.upgraded, Trip3(startTime: date(1), duration: 2, stops: [])]
      XCTAssertEqual(try road.carry(trips, to: [Trip3].self), trips, "\(road)")
      XCTAssertEqual(try road.carry(trips[0], to: Trip3.self), trips[0], "\(road)")
      XCTAssertEqual(try road.carry(["k": trips], to: [String: [Trip3]].self), ["k": trips], "\(road)")
      XCTAssertEqual(try road.carry([trips[1], nil], to: [Trip3?].self), [trips[1], nil], "\(road)")
    }
    XCTAssertEqual(UpgradeLog.shared.take(), [])
  }

  /// Step by step, with all fields there, and what is inside after what is around it.
  func testSteps() throws {
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(trip, to: Trip3.self), trip.upgraded, "\(road)")
      XCTAssertEqual(
        UpgradeLog.shared.take(),
        [
          "trip from 1: begin end last notes stops", "trip from 2: endTime last notes startTime stops",
          "stop from 1", "stop from 1", "stop from 1",
        ], "\(road)")
    }
  }

  /// From version 2 only the second step is needed, and the records inside are of their own version.
  func testFromTheMiddle() throws {
    let old = Trip2(startTime: date(1), endTime: nil, notes: "", stops: trip.stops)
    for road in Road.allCases {
      XCTAssertEqual(
        try road.carry(old, to: Trip3.self),
        Trip3(startTime: date(1), duration: 0, stops: trip.upgraded.stops), "\(road)")
      XCTAssertEqual(
        UpgradeLog.shared.take(),
        ["trip from 2: endTime notes startTime stops", "stop from 1", "stop from 1"], "\(road)")
    }
  }

  /// Types without a hook are read by their names, former ones included.
  func testWithoutHook() throws {
    for road in Road.allCases {
      let new = try road.carry(trip, to: Trip2.self)
      XCTAssertEqual(
        new, Trip2(startTime: trip.begin, endTime: trip.end, notes: "rain", stops: trip.stops), "\(road)")
    }
    XCTAssertEqual(UpgradeLog.shared.take(), [])
  }

  func testInCollections() throws {
    var random = SeededGenerator()
    for road in Road.allCases {
      let trips = (0..<(Thoroughness.isFull ? 30 : 12)).map { _ in Trip1.arbitrary(&random) }
      XCTAssertEqual(
        try road.carry(trips, to: [Trip3].self), trips.map(\.upgraded), "\(road), seed \(random.seed)")
      XCTAssertEqual(try road.carry(trips[0] as Trip1?, to: Trip3?.self), trips[0].upgraded)
      XCTAssertEqual(try road.carry(nil as Trip1?, to: Trip3?.self), nil)
      let stops = trips.flatMap(\.stops)
      XCTAssertEqual(try road.carry(Set(stops), to: Set<Stop2>.self), Set(stops.map(\.upgraded)), "\(road)")
      XCTAssertEqual(
        try road.carry([["a": stops], [:]], to: [[String: [Stop2]]].self),
        [["a": stops.map(\.upgraded)], [:]],
        "\(road)")
      XCTAssertEqual(
        try road.carry(stops.map { [$0, nil] }, to: [[Stop2?]].self), stops.map { [$0.upgraded, nil] },
        "\(road)")
    }
  }

  /// Old elements between new ones, as in an array of several programs.
  func testInTheMiddleOfAnArray() throws {
    struct Element: ArchiveValue {
      var new: Stop2?
      var old: Stop1?
      func encodeValue(to encoder: inout some ValueEncoder) throws {
        if let new { try new.encodeValue(to: &encoder) }
        if let old { try old.encodeValue(to: &encoder) }
      }
      static func decodeValue(from decoder: inout some ValueDecoder) throws -> Element {
        Element(new: try Stop2.decodeValue(from: &decoder), old: nil)
      }
    }
    let stops = (0..<9).map { Stop1(name: "\($0)", x: Double($0), y: 0) }
    let mixed = stops.enumerated().map { position, stop in
      position % 3 == 1 ? Element(new: nil, old: stop) : Element(new: stop.upgraded, old: nil)
    }
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(mixed, to: [Stop2].self), stops.map(\.upgraded), "\(road)")
      XCTAssertEqual(UpgradeLog.shared.take().count, 3, "\(road)")
    }
  }

  // MARK: Newer versions

  /// A class has only the first version, and so has one with a superclass.
  func testInstancesOfOtherVersionsAreRefused() throws {
    func decode<Value: ArchivableObject>(_ type: Value.Type, version: Int64) throws -> Value {
      let fields: KeyValuePairs<String, PlistBuilder.Item> = [
        "x": .integer(3), "y": .integer(4), "archive.version": .integer(version),
      ]
      let name = Value.archiveSchema.className
      return try KeyedArchive.decode(
        type, from: PlistBuilder([.null, .record(class: 2, fields), .classRecord(name)]).data())
    }
    assertThrows(.newerVersion, saying: "version 2") { try decode(LenientObject.self, version: 2) }
    assertThrows(.newerVersion, saying: "version 2") { try decode(LenientMember.self, version: 2) }
    assertThrows(.invalidValue) { try decode(LenientMember.self, version: 0) }
    let member = try decode(LenientMember.self, version: 1)
    XCTAssertEqual([member.x, member.y], [3, 4])
  }

  func testNewerVersionsAreRefused() throws {
    let new = trip.upgraded
    for road in Road.allCases {
      let error = assertThrows(.newerVersion, at: road.path("").isEmpty ? "the root" : road.path("")) {
        try road.carry(new, to: StrictTrip.self)
      }
      XCTAssertEqual(error?.found, "version 3", "\(road)")
      XCTAssertEqual(error?.expected, "Test_Trip of version 1", "\(road)")
      assertThrows(.newerVersion, at: road.path("[0]"), saying: "Update the program", "acceptsNewerVersions")
      {
        try road.carry([new, new], to: [StrictTrip].self)
      }
      assertThrows(.newerVersion, at: road.path("").isEmpty ? "the root" : road.path("")) {
        try road.carry(new as Trip3?, to: StrictTrip?.self)
      }
      assertThrows(.newerVersion, at: road.path("[0][1]")) {
        try road.carry([[nil, new]], to: [[StrictTrip?]].self)
      }
      // Version 2 of the type with a hook meets version 3.
      assertThrows(.newerVersion, at: road.path("[1]")) {
        try road.carry([nil, new], to: [Trip2?].self)
      }
      // Inside of a record that is read by its names.
      let nested = assertThrows(.newerVersion, at: road.path("stops[0]")) {
        try road.carry(new, to: NewInside.self)
      }
      XCTAssertEqual(nested?.expected, "Test_Stop of version 1", "\(road)")
    }
    XCTAssertEqual(UpgradeLog.shared.take(), [])
  }

  func testNewerVersionsAreAccepted() throws {
    let new = trip.upgraded
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(new, to: LenientTrip.self).duration, 60, "\(road)")
      XCTAssertEqual(
        try road.carry([new, new], to: [LenientTrip].self).map(\.duration), [60, 60], "\(road)")
    }
  }

  // MARK: Hooks that throw

  func testThrowingHooks() throws {
    var trips = [trip, trip, trip]
    trips[1].notes = "bad"
    trips[2].stops[1].x = .infinity
    for road in Road.allCases {
      let first = assertThrows(.custom, at: road.path("[1]"), saying: "BadNotes") {
        try road.carry(trips, to: [Trip3].self)
      }
      XCTAssert(first?.underlyingError is Trip3.BadNotes, "\(road)")
      let second = assertThrows(.custom, at: road.path("[1].stops[1]"), saying: "NowhereError") {
        try road.carry([trips[0], trips[2]], to: [Trip3].self)
      }
      XCTAssert(second?.underlyingError is Stop2.NowhereError, "\(road)")
      assertThrows(.missingField, at: road.path("[0].x")) {
        try road.carry([Nameless(name: "n")], to: [Stop2].self)
      }
    }
  }

  // MARK: Fields

  func testVersionOneIsNotStored() throws {
    let keyed = try KeyedArchive.encode(trip)
    let columns = try ColumnArchive.encode([trip])
    for data in [keyed, columns] { XCTAssertNil(data.range(of: Data(ArchiveSchema.versionKey.utf8))) }
    for data in [try KeyedArchive.encode([trip.upgraded]), try ColumnArchive.encode([trip.upgraded])] {
      XCTAssertNotNil(data.range(of: Data(ArchiveSchema.versionKey.utf8)))
    }
  }

  /// Something that is no version, where the version is.
  func testVersionsThatAreNone() throws {
    func check<Value: ArchiveValue>(
      _ value: Value, strict: ArchiveError.Code?, versioned: ArchiveError.Code?
    ) throws {
      func check(_ names: [(form: String, decode: () throws -> String)], _ code: ArchiveError.Code?) {
        for (form, decode) in names {
          if let code {
            assertThrows(code, saying: "version") { try decode() }
          } else {
            XCTAssertEqual(try decode(), "n", "\(form)")
          }
        }
      }
      check(try Faked(value).names(as: StrictFaked.self), strict)
      check(try Faked(value).names(as: VersionedFaked.self), versioned)
    }
    try check(1, strict: nil, versioned: nil)
    try check(5, strict: .newerVersion, versioned: nil)
    try check(6, strict: .newerVersion, versioned: .newerVersion)
    try check(Int.max, strict: .newerVersion, versioned: .newerVersion)
    try check(UInt64.max, strict: .invalidValue, versioned: .invalidValue)
    try check(0, strict: .invalidValue, versioned: .invalidValue)
    try check(-3, strict: .invalidValue, versioned: .invalidValue)
    try check(Int.min, strict: .invalidValue, versioned: .invalidValue)
    try check("2", strict: .invalidValue, versioned: .invalidValue)
    try check(1.5, strict: .invalidValue, versioned: .invalidValue)
    try check([1], strict: .invalidValue, versioned: .invalidValue)
    try check(nil as Int?, strict: .invalidValue, versioned: .invalidValue)
    for node: ArchiveNode in [0, -1, "1", .null, [1]] {
      let fields = ArchiveNode.Fields(className: "Test_Faked", ["name": "n", ArchiveSchema.versionKey: node])
      assertThrows(.invalidValue, saying: "version") {
        try ArchiveNode.record(fields).decode(StrictFaked.self)
      }
    }
  }
}

/// What has stops of version 1 where the archive has newer ones.
private struct NewInside: ArchiveStruct {
  var stops: [Stop1]
  static let archiveFields = ArchiveFields<NewInside>(
    "Test_Trip", version: 2, acceptsNewerVersions: true, isMemberwise: true
  ) { fields in
    fields.field("stops", \.stops)
  }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(stops, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { stops = try decoder.decode(at: 0) }
}

@Archivable(className: "Test_Stop")
struct Nameless { var name: String }

/// A record that has anything for its version, as a damaged archive might.
private struct Faked<Version: ArchiveValue>: ArchiveStruct {
  var name = "n"
  var version: Version

  init(_ version: Version) { self.version = version }

  private static var placeholder: String { ArchiveSchema.versionKey.replacingOccurrences(of: ".", with: "_") }
  static var archiveFields: ArchiveFields<Faked> {
    .shared("Test_Faked", isMemberwise: true) { fields in
      fields.field("name", \.name)
      fields.field(placeholder, \.version)
    }
  }
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(version, at: 1)
  }
  init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
    version = try decoder.decode(at: 1)
  }

  /// The name in each archive of the record, with the field under the name of the version, as another type.
  func names<Record: NamedRecord>(as type: Record.Type) throws -> [(
    form: String, decode: () throws -> String
  )] {
    let keyed = try KeyedArchive.encode([self]).replacing(Self.placeholder)
    let columns = try ColumnArchive.encode([self]).replacing(Self.placeholder)
    let trees = try ColumnArchive.encode([AsTree(value: self)]).replacing(Self.placeholder)
    // The checksums are those of the other name.
    let unsealed = ColumnArchive.DecodingOptions(verifiesChecksums: false)
    return [
      ("keyed", { try KeyedArchive.decode([Record].self, from: keyed)[0].name }),
      ("columns", { try ColumnArchive.decode([Record].self, from: columns, options: unsealed)[0].name }),
      (
        "trees",
        { try ColumnArchive.decode([AsTree<Record>].self, from: trees, options: unsealed)[0].value.name }
      ),
      ("keyed node", { try KeyedArchive(keyed).node().decode([Record].self)[0].name }),
      ("column node", { try ColumnArchive(columns, options: unsealed).node().decode([Record].self)[0].name }),
    ]
  }
}

extension Data {
  /// The data with the name of the version where another one is.
  fileprivate func replacing(_ name: String) -> Data {
    var data = self
    while let range = data.range(of: Data(name.utf8)) {
      data.replaceSubrange(range, with: Data(ArchiveSchema.versionKey.utf8))
    }
    return data
  }
}

/// A record with a name, of version 1 or 5.
private protocol NamedRecord: ArchiveStruct {
  var name: String { get }
  init(name: String)
}

extension NamedRecord {
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(name, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { self.init(name: try decoder.decode(at: 0)) }
}

private struct StrictFaked: NamedRecord {
  var name: String
  static let archiveFields = ArchiveFields<StrictFaked>("Test_Faked", isMemberwise: true) { fields in
    fields.field("name", \.name)
  }
}

private struct VersionedFaked: NamedRecord {
  var name: String
  static let archiveFields = ArchiveFields<VersionedFaked>("Test_Faked", version: 5, isMemberwise: true) {
    fields in
    fields.field("name", \.name)
  }
}
